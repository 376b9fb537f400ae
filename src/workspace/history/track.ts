// The way of single mutations into the history: what they are about to do is told first, then what came of it.

import type { Gate } from "../gate/gate.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { type Root, showPath } from "../paths/scope.js";
import type { WholeFile } from "../reading/read-file.js";
import type { WriteObserver, WriteStep, WriteTarget } from "../writing/atomic-write.js";
import { type CapturedVersion, captureCurrent, createFileVersion, toCaptured } from "./capture.js";
import {
  createPlainVersion,
  NO_TRANSACTION,
  type PendingTransaction,
  type TrackedChange,
  type TransactionDraft,
} from "./transaction.js";

/** Permission bits that a directory is recorded with where nobody looked. */
const USUAL_DIRECTORY_MODE = 0o755;

/** Tells the history of a mutation before it happens; one that turns out to change nothing is not worth an entry. */
export async function beginTransaction(
  gate: Gate,
  draft: Omit<TransactionDraft, "context">,
): Promise<PendingTransaction> {
  const isEmpty = draft.changes.length === 0 && draft.label === undefined && draft.reverts === undefined;
  if (isEmpty) return NO_TRANSACTION;
  return gate.parts.log.begin({ ...draft, context: gate.context });
}

/** Runs a mutation as one transaction: known before it happens, and done or not done afterwards. */
export async function runTracked<Result>(
  gate: Gate,
  draft: Omit<TransactionDraft, "context">,
  mutate: () => Promise<Result>,
): Promise<Result> {
  const pending = await beginTransaction(gate, draft);
  let result: Result;
  try {
    if (isTurnDue()) await takeTurn();
    result = await mutate();
  } catch (error) {
    await pending.abort("aborted");
    throw error;
  }
  await pending.commit();
  return result;
}

/** Describes directories that did not exist before, each by its components from the root. */
export function trackNewDirectories(root: Root, made: readonly (readonly string[])[]): readonly TrackedChange[] {
  return made.map((components) => ({
    root: root.path,
    components,
    path: showPath(root, components),
    before: null,
    after: createPlainVersion("dir", USUAL_DIRECTORY_MODE),
  }));
}

/** What is known of a write beforehand. */
export interface ObservedWrite {
  readonly tool: string;
  readonly root: Root;
  readonly target: WriteTarget;
  /** What the file holds, where it was read already. */
  readonly current?: WholeFile | undefined;
  /** Directories that were made for it. */
  readonly madeParents: readonly (readonly string[])[];
  /** What else belongs to the same transaction. */
  readonly further?: readonly TrackedChange[] | undefined;
  readonly movedFrom?: string | undefined;
}

class TrackedWrite implements WriteObserver {
  readonly #gate: Gate;
  readonly #write: ObservedWrite;
  #known: WholeFile | undefined;
  #pending: PendingTransaction | undefined;

  constructor(gate: Gate, write: ObservedWrite) {
    this.#gate = gate;
    this.#write = write;
    this.#known = write.current;
  }

  async prepare(step: WriteStep): Promise<string | undefined> {
    await this.#pending?.abort("aborted");
    this.#pending = undefined;
    const before = await this.#capture(step);
    this.#pending = await beginTransaction(this.#gate, this.#draft(step, before));
    return before.nodeVersion;
  }

  async commit(): Promise<void> {
    await this.#pending?.commit();
  }

  async abort(): Promise<void> {
    await this.#pending?.abort("aborted");
  }

  async #capture(step: WriteStep): Promise<CapturedVersion> {
    const known = this.#known;
    this.#known = undefined;
    const { log } = this.#gate.parts;
    if (known !== undefined && known.version === step.node?.version) return toCaptured(log, known);
    return captureCurrent(log, this.#write.target, step.signal);
  }

  #draft(step: WriteStep, before: CapturedVersion): Omit<TransactionDraft, "context"> {
    const { further = [], madeParents, movedFrom, root, target, tool } = this.#write;
    const change: TrackedChange = {
      root: root.path,
      components: target.components,
      path: target.path,
      before: before.version,
      after: createFileVersion(this.#gate.parts.log, step.content, step.mode),
      temporaryName: step.temporaryName,
      movedFrom,
    };
    return { tool, changes: [...trackNewDirectories(root, madeParents), change, ...further] };
  }
}

/** Lets the history see one write; `undefined` where there is no history. */
export function observeWrite(gate: Gate, write: ObservedWrite): WriteObserver | undefined {
  return gate.parts.log.isOff ? undefined : new TrackedWrite(gate, write);
}
