// What lies below a directory of a store that lists, in a stable order. What is in the files is not asked.

import { isFsError } from "../errors.js";
import { MAX_WALK_DEPTH } from "../limits.js";
import type { IgnoreLevel, IgnoreLevels } from "../search/ignore-levels.js";
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
  /** The order within a directory; default that of names. */
  readonly order?: ((a: StoreEntry, b: StoreEntry) => number) | undefined;
  /** Shows what ignore rules hide, marked; it is not entered. Default `false`. */
  readonly showsIgnored?: boolean | undefined;
  /** Heeds no ignore rules, except that `.git` stays out. Default `false`. */
  readonly includesIgnored?: boolean | undefined;
}

/** An entry that a walk came across. */
export interface WalkedStoreEntry {
  readonly entry: StoreEntry;
  /** Normal form, from the root. */
  readonly path: string;
  readonly isIgnored: boolean;
}

function byName(a: StoreEntry, b: StoreEntry): number {
  return compareNames(a.name, b.name);
}

async function listEntries(store: ListableStore, walk: StoreWalk): Promise<readonly StoreEntry[]> {
  const path = walk.directory === "" ? "." : walk.directory;
  try {
    const entries = (await store.list(path, { signal: walk.signal })) ?? [];
    return entries.toSorted(walk.order ?? byName);
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
async function* walkBelow(
  store: ListableStore,
  walk: StoreWalk,
  depth: number,
): AsyncGenerator<WalkedStoreEntry, void, void> {
  const { directory } = walk;
  const entries = await listEntries(store, walk);
  const names = entries.map((entry) => entry.name);
  const read = (): Promise<readonly IgnoreLevel[]> => readIgnoreLevels(store, { path: directory, names }, walk);
  const rules = walk.includesIgnored === true ? walk.rules : walk.rules.add(await read());
  const isHidden = rules.createFilter(joinStorePath(directory, ""));
  for (const entry of entries) {
    const mayGoOn = walk.mayGoOn();
    if (mayGoOn !== true && !(await mayGoOn)) return;
    const isIgnored = isHidden(entry);
    if (isIgnored && walk.showsIgnored !== true) continue;
    const path = joinStorePath(directory, entry.name);
    yield { entry, path, isIgnored };
    if (entry.type === "dir" && !isIgnored && canEnter(walk, depth, path)) {
      yield* walkBelow(store, { ...walk, directory: path, rules }, depth + 1);
    }
  }
}

/** Walks the files below a directory as {@link walkStore} does, links left out. */
export async function* walkStoreFiles(store: ListableStore, walk: StoreWalk): AsyncGenerator<string, void, void> {
  for await (const { entry, path } of walkStore(store, walk)) if (entry.type === "file") yield path;
}

/**
 * Walks what lies below a directory, each directory followed by what is in it. Leaves out `.git` and what ignore files
 * hide, those above the start included; the start itself may be hidden. Links are not followed.
 */
export async function* walkStore(store: ListableStore, walk: StoreWalk): AsyncGenerator<WalkedStoreEntry, void, void> {
  const { directory } = walk;
  const rules =
    walk.includesIgnored === true ? walk.rules : walk.rules.add(await readIgnoreLevelsAbove(store, directory, walk));
  yield* walkBelow(store, { ...walk, rules }, directory === "" ? 1 : directory.split("/").length + 1);
}
