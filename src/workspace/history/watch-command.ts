// Looks at the files before and after one command, and tells the history what the command made of them.

import type { CommandChanges } from "../../shell/command-changes.js";
import type { Gate } from "../gate/gate.js";
import type { ComparedChange } from "./compare-node.js";
import { compareTree } from "./compare-tree.js";
import { ExpectedTree } from "./expected-tree.js";
import { keyOf } from "./rooted-path.js";
import type { TreeSnapshot } from "./seen-tree.js";
import type { SnapshotMemory, WatchedCommand } from "./snapshot-memory.js";
import { beginTransaction } from "./track.js";
import { isRestorable, type TrackedChange, type Transaction } from "./transaction.js";
import { takeSnapshot } from "./tree-snapshot.js";
import { visitedRootsOf } from "./visit-tree.js";

/** A command that is being looked at. */
export interface CommandWatch {
  /** Tells what came of it, once it has ended; never fails, and further calls answer the same. */
  finish(): Promise<CommandChanges>;
}

/** Paths that a result names at most. */
const MAX_NAMED_PATHS = 10;

const COMPANY_NOTE = "another command ran at the same time, so some of it may be the other's";

/** How things stood before a command; without a snapshot there were too many files to look at. */
interface Beginning {
  readonly command: WatchedCommand;
  readonly snapshot: TreeSnapshot | null;
  readonly listSince: () => Promise<readonly Transaction[]>;
  readonly startedMs: number;
}

function describeUnseen(note: string): CommandChanges {
  return { undoable: false, note };
}

function describeTooMany({ budget }: SnapshotMemory): CommandChanges {
  return describeUnseen(`there are more than ${budget.maxFiles} files and directories, or they lie too deep`);
}

function describeRecorded(change: TrackedChange): ComparedChange {
  return { change, reason: isRestorable(change.before) ? undefined : "was not kept" };
}

class SnapshotWatch implements CommandWatch {
  readonly #gate: Gate;
  readonly #memory: SnapshotMemory;
  readonly #beginning: Beginning;
  #finished: Promise<CommandChanges> | undefined;

  constructor(gate: Gate, memory: SnapshotMemory, beginning: Beginning) {
    this.#gate = gate;
    this.#memory = memory;
    this.#beginning = beginning;
  }

  finish(): Promise<CommandChanges> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  /** The command has run: that its changes could not be told must not hide what it did. */
  async #finish(): Promise<CommandChanges> {
    const { activity } = this.#gate.parts;
    try {
      activity.begin();
    } catch {
      return describeUnseen("the workspace was closed meanwhile");
    }
    try {
      return await this.#memory.recording.run(undefined, () => this.#record());
    } catch {
      return describeUnseen("the files could not be compared with what they were");
    } finally {
      this.#memory.leave(this.#beginning.command);
      activity.end();
    }
  }

  async #record(): Promise<CommandChanges> {
    const { listSince, snapshot, startedMs } = this.#beginning;
    if (snapshot === null) return describeTooMany(this.#memory);
    const since = await listSince();
    if (since.length === 0 && (await this.#isUnchanged(snapshot))) return this.#describe([], undefined);
    const expected = new ExpectedTree(snapshot);
    for (const transaction of since) expected.apply(transaction);
    const { budget } = this.#memory;
    const compared = await compareTree(this.#gate, { expected, budget, startedMs });
    if (compared === null) return describeTooMany(this.#memory);
    const checkpoint = await this.#remember(compared);
    return this.#describe([...compared, ...this.#ownChanges(since)], checkpoint);
  }

  /** Tells at little cost that nothing changed; where that cannot be told, the files are compared one by one. */
  async #isUnchanged(snapshot: TreeSnapshot): Promise<boolean> {
    const { last } = this.#memory;
    const roots = visitedRootsOf(this.#gate);
    return last?.snapshot === snapshot && last.tree.isUnchanged(roots, undefined);
  }

  /** What a command without processes did through the boundary is in the history already. */
  #ownChanges(since: readonly Transaction[]): readonly ComparedChange[] {
    const { toolCallId } = this.#gate.context;
    const own = since.filter(({ context, state }) => state === "committed" && context.toolCallId === toolCallId);
    return toolCallId === undefined ? [] : own.flatMap(({ changes }) => changes.map(describeRecorded));
  }

  /** Remembers what can be undone as one transaction; answers its id. */
  async #remember(compared: readonly ComparedChange[]): Promise<string | undefined> {
    const changes = compared.flatMap(({ change, reason }) => (reason === undefined ? [change] : []));
    const pending = await beginTransaction(this.#gate, { tool: "exec", changes });
    await pending.commit();
    return pending.id;
  }

  #describe(compared: readonly ComparedChange[], checkpoint: string | undefined): CommandChanges {
    const lost = compared.flatMap(({ change, reason }) =>
      reason === undefined ? [] : [{ path: change.path, reason }],
    );
    const isShared = this.#beginning.command.hasCompany && compared.length > 0;
    return {
      paths: new Set(compared.map(({ change }) => keyOf(change))).size,
      undoable: lost.length === 0,
      ...(checkpoint === undefined ? {} : { checkpoint }),
      ...(lost.length === 0 ? {} : { notUndoable: lost.slice(0, MAX_NAMED_PATHS), notUndoableCount: lost.length }),
      ...(isShared ? { note: COMPANY_NOTE } : {}),
    };
  }
}

/** Answers the snapshot, or `null` where there is too much to look at or it could not be looked at. */
async function trySnapshot(
  gate: Gate,
  memory: SnapshotMemory,
  signal: AbortSignal | undefined,
): Promise<TreeSnapshot | null> {
  try {
    return await takeSnapshot(gate, memory, signal);
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

/** Counts a command in the background as company for others, and tells nothing of its own changes. */
export function passOver(memory: SnapshotMemory): CommandWatch {
  const command = memory.enter();
  return {
    finish: async () => {
      memory.leave(command);
      return describeUnseen("it ran in the background");
    },
  };
}

/**
 * Looks at the files before a command. Changes that the history learns of while the command runs are left to whoever
 * made them.
 */
export async function watchCommand(
  gate: Gate,
  memory: SnapshotMemory,
  signal: AbortSignal | undefined,
): Promise<CommandWatch> {
  const command = memory.enter();
  try {
    const startedMs = Date.now();
    const listSince = await gate.parts.log.mark();
    const snapshot = await trySnapshot(gate, memory, signal);
    return new SnapshotWatch(gate, memory, { command, snapshot, listSince, startedMs });
  } catch (error) {
    memory.leave(command);
    throw error;
  }
}
