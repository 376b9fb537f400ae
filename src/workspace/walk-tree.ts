// Walks a tree of files from a held directory: in the order of names, following no link, hidden entries left out.

import type { Directory, NodeEntry } from "./directory.js";
import { hasErrno } from "./errno.js";
import type { IgnoreChain } from "./ignore-chain.js";
import { isTemporaryName } from "./temporary-files.js";

/** One entry that a walk came across; the directory is held only until the walk goes on. */
export interface WalkedEntry {
  readonly directory: Directory;
  readonly entry: NodeEntry;
  /** Components from the root of the workspace. */
  readonly components: readonly string[];
  /** Components from where the walk started. */
  readonly below: readonly string[];
}

/** Says what a walk enters. */
export interface WalkTreeOptions {
  /** Rules that hold where the walk starts. */
  readonly chain: IgnoreChain;
  readonly includeIgnored: boolean;
  /** Directories below one another at most. */
  readonly maxDepth: number;
  /** Leaves out directories below which nothing can be wanted. */
  readonly isWorthEntering?: ((below: readonly string[]) => boolean) | undefined;
  /** Is told of directories that could not be read or lie too deep. */
  readonly onSkipped?: ((components: readonly string[], reason: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Visit {
  readonly directory: Directory;
  readonly components: readonly string[];
  readonly below: readonly string[];
  readonly chain: IgnoreChain;
}

function byName(a: NodeEntry, b: NodeEntry): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function listVisible(visit: Visit, options: WalkTreeOptions): readonly NodeEntry[] {
  const entries = visit.directory.entries().filter((entry) => !isTemporaryName(entry.name));
  const visible = options.includeIgnored
    ? entries.filter((entry) => entry.name !== ".git")
    : entries.filter((entry) => !visit.chain.isIgnored([...visit.components, entry.name], entry.type === "dir"));
  return visible.toSorted(byName);
}

/** Answers `undefined`, and reports it, where a directory cannot be entered. */
function enterDirectory(visit: Visit, name: string, options: WalkTreeOptions): Visit | undefined {
  const components = [...visit.components, name];
  const below = [...visit.below, name];
  if (options.isWorthEntering?.(below) === false) return undefined;
  if (below.length > options.maxDepth) {
    options.onSkipped?.(components, "too deep");
    return undefined;
  }
  try {
    const directory = visit.directory.openDirectory(name);
    return { directory, components, below, chain: visit.chain.enter(directory, components) };
  } catch (error) {
    if (!hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ESTALE")) throw error;
    if (hasErrno(error, "EACCES", "EPERM")) options.onSkipped?.(components, "permission denied");
    return undefined;
  }
}

function* walkDirectory(visit: Visit, options: WalkTreeOptions): Generator<WalkedEntry, void, void> {
  for (const entry of listVisible(visit, options)) {
    options.signal?.throwIfAborted();
    const components = [...visit.components, entry.name];
    const below = [...visit.below, entry.name];
    yield { directory: visit.directory, entry, components, below };
    if (entry.type !== "dir") continue;
    const next = enterDirectory(visit, entry.name, options);
    if (next === undefined) continue;
    try {
      yield* walkDirectory(next, options);
    } finally {
      next.directory.close();
    }
  }
}

/** Walks below a directory that the caller holds; `components` lead to it from the root of the workspace. */
export function walkTree(
  directory: Directory,
  components: readonly string[],
  options: WalkTreeOptions,
): Generator<WalkedEntry, void, void> {
  return walkDirectory({ directory, components, below: [], chain: options.chain }, options);
}
