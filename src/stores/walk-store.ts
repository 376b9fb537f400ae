// The files below a directory of a store that lists, in a stable order. What is in them is not asked.

import { isFsError } from "../errors.js";
import { MAX_WALK_DEPTH } from "../limits.js";
import type { IgnoreLevels } from "../search/ignore-levels.js";
import { compareNames } from "../text/compare-names.js";
import type { ListableStore, StoreEntry } from "./file-store.js";
import { joinStorePath, readIgnoreLevels, readIgnoreLevelsAbove } from "./store-ignore.js";

/** Says what a walk enters and whom it tells about what it could not enter. */
export interface StoreWalk {
  /** Normal form of the directory to start from; the root is `""`. */
  readonly directory: string;
  /** No rules yet; tells afterwards which ignore files were applied only in part. */
  readonly rules: IgnoreLevels;
  readonly signal?: AbortSignal | undefined;
  /** Is asked at each entry, so that the caller can give others their turn; `false` ends the walk. */
  readonly mayGoOn: () => boolean | Promise<boolean>;
  /** Leaves out a directory for a reason of the caller's own. */
  readonly canEnter: (directory: string) => boolean;
  /** Told about each directory that could not be listed. */
  readonly onSkipped: (path: string, reason: string) => void;
}

async function listEntries(store: ListableStore, walk: StoreWalk): Promise<readonly StoreEntry[]> {
  const path = walk.directory === "" ? "." : walk.directory;
  try {
    const entries = (await store.list(path, { signal: walk.signal })) ?? [];
    return entries.toSorted((a, b) => compareNames(a.name, b.name));
  } catch (error) {
    if (!isFsError(error)) throw error;
    walk.onSkipped(path, error.message);
    return [];
  }
}

function canEnter(walk: StoreWalk, depth: number, directory: string): boolean {
  if (!walk.canEnter(directory)) return false;
  if (depth < MAX_WALK_DEPTH) return true;
  walk.onSkipped(directory, `lies deeper than ${MAX_WALK_DEPTH} directories`);
  return false;
}

/** @param depth directories from the root of the store to this one, both included */
async function* walkBelow(store: ListableStore, walk: StoreWalk, depth: number): AsyncGenerator<string, void, void> {
  const { directory } = walk;
  const entries = await listEntries(store, walk);
  const names = entries.map((entry) => entry.name);
  const rules = walk.rules.add(await readIgnoreLevels(store, { path: directory, names }, walk));
  const isHidden = rules.createFilter(joinStorePath(directory, ""));
  for (const entry of entries) {
    const mayGoOn = walk.mayGoOn();
    if (mayGoOn !== true && !(await mayGoOn)) return;
    if (isHidden(entry)) continue;
    const path = joinStorePath(directory, entry.name);
    if (entry.type === "file") yield path;
    if (entry.type === "dir" && canEnter(walk, depth, path)) {
      yield* walkBelow(store, { ...walk, directory: path, rules }, depth + 1);
    }
  }
}

/**
 * Walks the files below a directory, in the order of names within each directory. Leaves out links, `.git`, and what
 * ignore files hide, those above the start included; the start itself may be hidden.
 */
export async function* walkStoreFiles(store: ListableStore, walk: StoreWalk): AsyncGenerator<string, void, void> {
  const { directory } = walk;
  const rules = walk.rules.add(await readIgnoreLevelsAbove(store, directory, walk));
  yield* walkBelow(store, { ...walk, rules }, directory === "" ? 1 : directory.split("/").length + 1);
}
