// What a workspace knows of its files from one command to the next, and which commands run at once. No I/O.

import type { NodeStat } from "../directories/directory.js";
import { createLanes, type Lanes } from "../gate/lanes.js";
import type { SnapshotBudget } from "./history-budget.js";
import type { ContentHandle } from "./transaction.js";

/** Time within which a second change may leave no trace in a file's times. Source: the coarsest common file systems. */
const SETTLE_MS = 2000;

/** Tells whether no later change of a node can have the version that was just seen. */
export function isSettledNow({ changedMs }: NodeStat): boolean {
  return Date.now() - changedMs > SETTLE_MS;
}

/** One command while it is looked at. */
export interface WatchedCommand {
  /** Another command ran for a part of the time. */
  hasCompany: boolean;
}

interface KnownContent {
  readonly version: string;
  readonly content: ContentHandle;
}

/** Keeps the contents of the last snapshot, and counts running commands. */
export class SnapshotMemory {
  readonly budget: SnapshotBudget;
  /** One command at a time is compared and remembered: the next one finds in the history what the one before changed. */
  readonly recording: Lanes = createLanes(1);
  readonly #running = new Set<WatchedCommand>();
  #known = new Map<string, KnownContent>();

  constructor(budget: SnapshotBudget) {
    this.budget = budget;
  }

  /** Answers the content of a node that is as it was when it was kept. */
  recall({ identity, version }: NodeStat): ContentHandle | undefined {
    const known = this.#known.get(identity);
    return known?.version === version ? known.content : undefined;
  }

  /** Keeps these contents, and no others. */
  replace(contents: Iterable<readonly [NodeStat, ContentHandle]>): void {
    this.#known = new Map(
      Array.from(contents, ([{ identity, version }, content]) => [identity, { version, content }] as const),
    );
  }

  /** Counts a command until `leave`; those that run at once learn of each other. */
  enter(): WatchedCommand {
    const hasCompany = this.#running.size > 0;
    for (const other of this.#running) other.hasCompany = true;
    const command = { hasCompany };
    this.#running.add(command);
    return command;
  }

  leave(command: WatchedCommand): void {
    this.#running.delete(command);
  }
}
