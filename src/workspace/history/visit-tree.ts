// Comes across every file and directory that a request may change and no rule ignores, in a stable order.

import type { NodeEntry, NodeStat } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { chainAt, holdPlaceDirectory } from "../listing/list-operations.js";
import { type WalkedEntry, type WalkTreeOptions, walkTree } from "../listing/walk-tree.js";
import { isClosed, type Root, showPath, startOf } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";
import type { WriteTarget } from "../writing/atomic-write.js";
import { toGivenPath } from "./rooted-path.js";

/** One entry, and the directory that is held until the visit of it has ended. */
export interface VisitedNode {
  readonly root: Root;
  readonly target: WriteTarget;
  readonly node: NodeStat;
}

/** Says what is done with each entry, and how many there may be. */
export interface TreeVisit {
  readonly maxFiles: number;
  readonly visit: (visited: VisitedNode) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Answers the roots that are visited: those that may be written, as a whole. */
export function visitedRootsOf({ scope }: Gate): readonly Root[] {
  return scope.roots.filter(({ access, onlyName }) => onlyName === undefined && access === "write");
}

class TreeVisitor {
  readonly #gate: Gate;
  readonly #options: TreeVisit;
  #count = 0;
  #isComplete = true;

  constructor(gate: Gate, options: TreeVisit) {
    this.#gate = gate;
    this.#options = options;
  }

  async run(): Promise<boolean> {
    for (const root of visitedRootsOf(this.#gate)) if (this.#isComplete) await this.#visitRoot(root);
    return this.#isComplete;
  }

  async #visitRoot(root: Root): Promise<void> {
    const path = toGivenPath({ root: root.path, components: startOf(root) });
    const place = this.#gate.enterSecond({ path, intent: "list" });
    try {
      await this.#visitPlace(place);
    } finally {
      place.release();
    }
  }

  async #visitPlace(place: Place): Promise<void> {
    const { signal } = this.#options;
    const directory = holdPlaceDirectory(place);
    try {
      const options = this.#walkOptions(place.root, place.components, chainAt(this.#gate, place, directory));
      for (const run of walkTree(directory, place.components, options)) {
        if (isTurnDue()) await takeTurn(signal);
        for (const walked of run) await this.#visitEntry(place, walked);
        if (!this.#isComplete) return;
      }
    } finally {
      directory.close();
    }
  }

  async #visitEntry({ components: above, root }: Place, { directory, entry, path }: WalkedEntry): Promise<void> {
    this.#count += 1;
    if (this.#count > this.#options.maxFiles) this.#isComplete = false;
    if (!this.#isComplete) return;
    const node = directory.lookup(entry.name);
    if (node === null) return;
    const components = [...above, ...path.split("/")];
    const target = { parent: directory, name: entry.name, components, path: showPath(root, components) };
    await this.#options.visit({ root, target, node });
  }

  #walkOptions(root: Root, above: readonly string[], chain: WalkTreeOptions["chain"]): WalkTreeOptions {
    const isHidden = (path: string, _: NodeEntry): boolean => isClosed(root, [...above, ...path.split("/")]);
    return {
      chain,
      includeIgnored: false,
      maxDepth: this.#gate.parts.limits.maxWalkDepth,
      isUnwanted: root.closed === undefined ? undefined : isHidden,
      onSkipped: (_, reason) => {
        if (reason === "too deep") this.#isComplete = false;
      },
      signal: this.#options.signal,
    };
  }
}

/**
 * Visits the entries of every root that may be written, parents before what they hold, links not followed. Answers
 * `false` when it stopped early: there are too many, or they lie too deep. What may not be read is passed over.
 */
export async function visitTree(gate: Gate, options: TreeVisit): Promise<boolean> {
  return new TreeVisitor(gate, options).run();
}
