// The files below a directory of a store that lists, in a stable order. What is in them is not asked.

import { isFsError } from "../errors.js";
import { MAX_WALK_DEPTH } from "../limits.js";
import type { ListableStore, StoreEntry } from "./file-store.js";
import {
  type IgnoreLevel,
  isHiddenEntry,
  joinStorePath,
  readIgnoreLevel,
  readIgnoreLevelsAbove,
} from "./store-ignore.js";

/** Says what a walk enters and whom it tells about what it could not enter. */
export interface StoreWalk {
  /** Normal form of the directory to start from; the root is `""`. */
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
  /** Leaves out a directory for a reason of the caller's own. */
  readonly canEnter: (directory: string) => boolean;
  /** Told about each directory that could not be listed. */
  readonly onSkipped: (path: string, reason: string) => void;
}

async function listEntries(store: ListableStore, walk: StoreWalk): Promise<readonly StoreEntry[]> {
  const path = walk.directory === "" ? "." : walk.directory;
  try {
    return (await store.list(path, { signal: walk.signal })) ?? [];
  } catch (error) {
    if (!isFsError(error)) throw error;
    walk.onSkipped(path, error.message);
    return [];
  }
}

function canEnter(walk: StoreWalk, levels: readonly IgnoreLevel[], directory: string): boolean {
  if (!walk.canEnter(directory)) return false;
  if (levels.length < MAX_WALK_DEPTH) return true;
  walk.onSkipped(directory, `lies deeper than ${MAX_WALK_DEPTH} directories`);
  return false;
}

/** @param above rules of the directories above `walk.directory` */
async function* walkBelow(
  store: ListableStore,
  walk: StoreWalk,
  above: readonly IgnoreLevel[],
): AsyncGenerator<string, void, void> {
  const { directory } = walk;
  const entries = await listEntries(store, walk);
  const names = entries.map((entry) => entry.name);
  const levels = [...above, await readIgnoreLevel(store, { path: directory, names }, walk)];
  for (const entry of entries) {
    const path = joinStorePath(directory, entry.name);
    if (entry.name === ".git" || isHiddenEntry(levels, path, entry.type === "dir")) continue;
    if (entry.type === "file") yield path;
    if (entry.type === "dir" && canEnter(walk, levels, path)) {
      yield* walkBelow(store, { ...walk, directory: path }, levels);
    }
  }
}

/**
 * Walks the files below a directory, in the order of names within each directory. Leaves out links, `.git`, and what
 * ignore files hide, those above the start included; the start itself may be hidden.
 */
export async function* walkStoreFiles(store: ListableStore, walk: StoreWalk): AsyncGenerator<string, void, void> {
  yield* walkBelow(store, walk, await readIgnoreLevelsAbove(store, walk.directory, walk));
}
