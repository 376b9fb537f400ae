// Walks a tree of files from a held directory: in the order of names, following no link, hidden entries left out.

import { compareNames } from "../../text/compare-names.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { isTemporaryName } from "../directories/temporary-files.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { LazySort } from "./lazy-sort.js";

/** One entry that a walk came across; the directory is held only until the walk goes on. */
export interface WalkedEntry {
  readonly directory: Directory;
  readonly entry: NodeEntry;
  /** Components from where the walk started, joined by `/`. */
  readonly path: string;
  /** The rules that hold in the directory. */
  readonly chain: IgnoreChain;
}

/** What one step of a walk came across, in the order of names; may be empty. */
export type WalkedRun = readonly WalkedEntry[];

const PAUSE: WalkedRun = [];

/** Why a directory is not entered that lies below too many others. */
export const TOO_DEEP = "too deep";

/** Entries of one step at most, since callers look at each. */
const MAX_RUN_ENTRIES = 256;

/** Entries that are judged in one step at most, since ignore rules may take milliseconds for each. */
const MAX_JUDGED_ENTRIES = 8;

/** Says what a walk enters. */
export interface WalkTreeOptions {
  /** Rules that hold where the walk starts. */
  readonly chain: IgnoreChain;
  /**
   * Comes across ignored entries too, `.git` excepted. For a caller that marks what is ignored, `marked` leaves nothing
   * out and keeps up the rules.
   */
  readonly includeIgnored: boolean | "marked";
  /** Order of the entries of one directory; default by name. */
  readonly order?: ((a: NodeEntry, b: NodeEntry) => number) | undefined;
  /** Leaves out an entry for a reason of the caller's own. */
  readonly isUnwanted?: ((path: string, entry: NodeEntry) => boolean) | undefined;
  /** Directories below one another at most. */
  readonly maxDepth: number;
  /** Leaves out directories below which nothing can be wanted. */
  readonly isWorthEntering?: ((path: string, chain: IgnoreChain) => boolean) | undefined;
  /** Is told of directories, as components from the root, that could not be read or lie too deep. */
  readonly onSkipped?: ((components: readonly string[], reason: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Visit {
  readonly directory: Directory;
  /** Path from where the walk started, with a `/` behind it; empty at the start. */
  readonly prefix: string;
  readonly depth: number;
  readonly chain: IgnoreChain;
  readonly entries: readonly NodeEntry[];
  /** Puts the entries in order as they are come across, since many a caller stops early. */
  readonly order: LazySort<NodeEntry>;
  nextIndex: number;
}

function isRepository({ name }: NodeEntry): boolean {
  return name === ".git";
}

function byName(a: NodeEntry, b: NodeEntry): number {
  return compareNames(a.name, b.name);
}

function* selectVisible(
  batches: readonly (readonly NodeEntry[])[],
  isHidden: (entry: NodeEntry) => boolean,
): Generator<WalkedRun, NodeEntry[], void> {
  const visible: NodeEntry[] = [];
  let judged = 0;
  for (const batch of batches) {
    for (const entry of batch) {
      judged += 1;
      if (judged % MAX_JUDGED_ENTRIES === 0) yield PAUSE;
      if (!isHidden(entry) && !isTemporaryName(entry.name)) visible.push(entry);
    }
  }
  return visible;
}

class TreeWalk {
  readonly #options: WalkTreeOptions;
  /** Components from the root of the workspace to the start. */
  readonly #components: readonly string[];
  readonly #rootPrefix: string;
  /** Directories from the start to the one that is looked at; all but the first are closed here. */
  readonly #visits: Visit[] = [];

  constructor(components: readonly string[], options: WalkTreeOptions) {
    this.#components = components;
    this.#rootPrefix = components.map((component) => `${component}/`).join("");
    this.#options = options;
  }

  *run(start: Directory): Generator<WalkedRun, void, void> {
    try {
      yield* this.#visit(start, { prefix: "", depth: 0, chain: this.#options.chain });
      for (let visit = this.#visits.at(-1); visit !== undefined; visit = this.#visits.at(-1)) {
        this.#options.signal?.throwIfAborted();
        if (visit.nextIndex === visit.entries.length) this.#leave();
        else yield* this.#walkRun(visit);
      }
    } finally {
      while (this.#visits.length > 0) this.#leave();
    }
  }

  /** Yields entries up to and with the next directory, and enters it. */
  *#walkRun(visit: Visit): Generator<WalkedRun, void, void> {
    const { entries, order, nextIndex } = visit;
    yield* order.sort({ from: nextIndex, to: nextIndex + 1 }, PAUSE);
    const run: WalkedEntry[] = [];
    let last: NodeEntry | undefined;
    while (run.length < MAX_RUN_ENTRIES && visit.nextIndex < order.passed && last?.type !== "dir") {
      last = entries[visit.nextIndex];
      if (last === undefined) break;
      visit.nextIndex += 1;
      run.push({ directory: visit.directory, entry: last, path: visit.prefix + last.name, chain: visit.chain });
    }
    yield run;
    if (last?.type === "dir") yield* this.#enter(visit, last.name);
  }

  *#enter(visit: Visit, name: string): Generator<WalkedRun, void, void> {
    const path = visit.prefix + name;
    if (this.#options.isWorthEntering?.(path, visit.chain) === false) return;
    if (visit.depth >= this.#options.maxDepth) {
      this.#skip(path, TOO_DEEP);
      return;
    }
    const depth = this.#visits.length;
    let directory: Directory | undefined;
    try {
      directory = visit.directory.openDirectory(name);
      yield* this.#visit(directory, { prefix: `${path}/`, depth: visit.depth + 1, chain: visit.chain });
    } catch (error) {
      if (!hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ESTALE")) throw error;
      if (hasErrno(error, "EACCES", "EPERM")) this.#skip(path, "permission denied");
    } finally {
      if (this.#visits.length === depth) directory?.close();
    }
  }

  /** Lists before ignore files are looked for, since most directories have none. */
  *#visit(directory: Directory, at: Pick<Visit, "prefix" | "depth" | "chain">): Generator<WalkedRun, void, void> {
    const batches: (readonly NodeEntry[])[] = [];
    for (const batch of directory.entryBatches()) {
      batches.push(batch);
      if (batches.length > 1) yield PAUSE;
    }
    const path = this.#rootPrefix + at.prefix;
    const needsRules = at.depth > 0 && this.#options.includeIgnored !== true;
    const hasRules = needsRules && batches.some(at.chain.hasIgnoreFile, at.chain);
    const chain = hasRules ? at.chain.enter(directory, path.slice(0, -1)) : at.chain;
    const entries = yield* selectVisible(batches, this.#createFilter(path, at.prefix, chain));
    const order = new LazySort(entries, this.#options.order ?? byName);
    this.#visits.push({ directory, ...at, chain, entries, order, nextIndex: 0 });
  }

  #createFilter(path: string, prefix: string, chain: IgnoreChain): (entry: NodeEntry) => boolean {
    const { includeIgnored, isUnwanted } = this.#options;
    const isRuledOut = includeIgnored === true ? isRepository : chain.createFilter(path);
    const isHidden = includeIgnored === "marked" ? () => false : isRuledOut;
    return isUnwanted === undefined ? isHidden : (entry) => isHidden(entry) || isUnwanted(prefix + entry.name, entry);
  }

  #skip(path: string, reason: string): void {
    this.#options.onSkipped?.([...this.#components, ...path.split("/")], reason);
  }

  #leave(): void {
    const left = this.#visits.pop();
    if (left !== undefined && left.depth > 0) left.directory.close();
  }
}

/**
 * Walks below a directory that the caller holds; `components` lead to it from the root of the workspace. Each step is a
 * few milliseconds of work at most: between two the caller gives the event loop its turn when that is due.
 */
export function walkTree(
  directory: Directory,
  components: readonly string[],
  options: WalkTreeOptions,
): Generator<WalkedRun, void, void> {
  return new TreeWalk(components, options).run(directory);
}
