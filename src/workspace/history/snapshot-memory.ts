// What a workspace knows of its files from one command to the next, and which commands run at once. No I/O.

import type { NodeStat } from "../directories/directory.js";
import { createLanes, type Lanes } from "../gate/lanes.js";
import type { SnapshotBudget } from "./history-budget.js";
import type { SeenTree, TreeSnapshot } from "./seen-tree.js";
import type { ContentHandle } from "./transaction.js";

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
  /** The last snapshot, for as long as nothing in it changes. */
  last: { readonly snapshot: TreeSnapshot; readonly tree: SeenTree } | undefined;
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
