// What a snapshot holds, and the tree of the last one, to ask at little cost whether all of it is still as it was. Nothing is read or changed.

import type { Directory, NodeStat, SeenNode } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { Root } from "../paths/scope.js";
import { keyOf } from "./rooted-path.js";
import type { RootedPath, Version } from "./transaction.js";

/** Entries that are compared in one go: less than a millisecond of work. */
const BATCH_ENTRIES = 128;

/** Time within which a second change may leave no trace in a file's times. Source: the coarsest common file systems. */
const COARSE_SETTLE_MS = 2000;

/** The same where times are finer than a millisecond. Source: the clock of a kernel ticks every 10 ms at most. */
const FINE_SETTLE_MS = 100;

/** Tells whether no change of a node after that time can leave it with the version that was seen. */
export function isSettledAt(timeMs: number, { changedMs, stamp }: NodeStat): boolean {
  const isFine = stamp?.[0] !== undefined && !Number.isInteger(stamp[0]);
  return timeMs - changedMs > (isFine ? FINE_SETTLE_MS : COARSE_SETTLE_MS);
}

/** One path of a snapshot. */
export interface SnapshotEntry extends RootedPath {
  /** How results name it. */
  readonly path: string;
  readonly version: Version;
  /** As it was seen; `null` for one that is known from the history alone. */
  readonly node: NodeStat | null;
  /** A node with the same version holds the same. */
  readonly isSettled: boolean;
}

/** The paths of a snapshot by their keys, parents before what they hold. */
export type TreeSnapshot = ReadonlyMap<string, SnapshotEntry>;

/** A root, and how its own directory was right before the snapshot. */
export interface SeenRoot {
  readonly root: Root;
  readonly node: NodeStat;
}

/** What is known of a snapshot besides its nodes. */
export interface SnapshotOrigin {
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
  readonly isIgnoreFile: (name: string) => boolean;
}

/** A directory, and whatever decides about it: what was visited, and the ignore files that hide themselves. */
interface SeenDirectory extends SeenNode {
  readonly entries: SeenNode[];
  readonly below: SeenDirectory[];
  /** The ignore files that nobody visits are among the entries. */
  hasAllRules: boolean;
}

function parentOf({ components, root }: RootedPath): RootedPath {
  return { root, components: components.slice(0, -1) };
}

function createDirectory(name: string, node: NodeStat): SeenDirectory {
  return { name, node, entries: [], below: [], hasAllRules: false };
}

/**
 * The nodes of a snapshot, directory by directory. Where a directory has not changed, no entry came or went; where none of
 * its entries has either, everything in it is as it was. A change is seen by its times, as long as what was seen was
 * older than the steps in which a file system counts them.
 */
export class SeenTree {
  readonly #roots: readonly SeenRoot[];
  readonly #origin: SnapshotOrigin;
  readonly #directories = new Map<string, SeenDirectory>();
  /** Every change since would show. */
  readonly #isTelling: boolean;

  constructor(roots: readonly SeenRoot[], snapshot: TreeSnapshot, origin: SnapshotOrigin) {
    this.#roots = roots;
    this.#origin = origin;
    this.#isTelling = this.#build(snapshot);
  }

  /** Tells whether a snapshot that is taken now would be the same; may deny it where it would. */
  async isUnchanged(roots: readonly Root[], signal: AbortSignal | undefined): Promise<boolean> {
    const areSameRoots = roots.length === this.#roots.length && this.#roots.every(({ root }, at) => root === roots[at]);
    if (!this.#isTelling || !areSameRoots) return false;
    for (const { node, root } of this.#roots) {
      const seen = this.#directories.get(keyOf({ root: root.path, components: [] }));
      if (seen === undefined || root.directory.stat().version !== node.version) return false;
      if (!(await this.#isAsSeen(signal, root.directory, seen))) return false;
    }
    return true;
  }

  /** Sorts the nodes by the directories that they lie in; answers whether every later change of them would show. */
  #build(snapshot: TreeSnapshot): boolean {
    for (const { node, root } of this.#roots) {
      // The rules above a narrowed root would have to be looked at too.
      if (root.within !== undefined) return false;
      this.#directories.set(keyOf({ root: root.path, components: [] }), createDirectory("", node));
    }
    for (const [key, entry] of snapshot) {
      const { components, isSettled, node, version } = entry;
      const parent = this.#directories.get(keyOf(parentOf(entry)));
      const isKnownByItsNode = node?.type !== "dir" && version.content.sha256 === null;
      if (node === null || parent === undefined || !(isSettled || isKnownByItsNode)) return false;
      const name = components.at(-1) ?? "";
      parent.entries.push({ name, node });
      if (node.type !== "dir") continue;
      const below = createDirectory(name, node);
      parent.below.push(below);
      this.#directories.set(key, below);
    }
    return true;
  }

  async #isAsSeen(signal: AbortSignal | undefined, directory: Directory, seen: SeenDirectory): Promise<boolean> {
    const { entries } = seen;
    if (!seen.hasAllRules && !this.#addHiddenRules(directory, seen)) return false;
    for (let start = 0; start < entries.length; start += BATCH_ENTRIES) {
      if (isTurnDue()) await takeTurn(signal);
      if (!directory.areAsSeen(entries.slice(start, start + BATCH_ENTRIES))) return false;
    }
    for (const below of seen.below) if (!(await this.#isBelowAsSeen(signal, directory, below))) return false;
    return true;
  }

  async #isBelowAsSeen(signal: AbortSignal | undefined, parent: Directory, seen: SeenDirectory): Promise<boolean> {
    if (seen.hasAllRules && seen.entries.length === 0) return true;
    let directory: Directory;
    try {
      directory = parent.openDirectory(seen.name);
    } catch (error) {
      // It could not be entered before either: its mode has not changed.
      return seen.entries.length === 0 && hasErrno(error, "EACCES", "EPERM");
    }
    try {
      return directory.identity === seen.node.identity && (await this.#isAsSeen(signal, directory, seen));
    } finally {
      directory.close();
    }
  }

  /** An ignore file may hide itself, and is then in no snapshot; one that may have changed since then denies everything. */
  #addHiddenRules(directory: Directory, seen: SeenDirectory): boolean {
    const visited = new Set(seen.entries.map(({ name }) => name));
    for (const { name } of directory.entries()) {
      if (visited.has(name) || !this.#origin.isIgnoreFile(name)) continue;
      const node = directory.lookup(name);
      if (node === null || !isSettledAt(this.#origin.startedMs, node)) return false;
      seen.entries.push({ name, node });
    }
    seen.hasAllRules = true;
    return true;
  }
}
