// The files and directories that a call touches, by every name that a rule may know them by. Through a store only.

import { isFsError } from "../../errors.js";
import { MAX_TREE_ENTRIES } from "../../limits.js";
import { type FileStore, isListable, type StoreEntry } from "../../stores/file-store.js";
import { type FileRequest, findNearest, joinNames, type NearestEntry } from "../../stores/own-path.js";
import { showStorePath } from "../../stores/store-path.js";

/** One file or directory that a call touches. */
export interface TouchedPath {
  /** As it is called where links have led, from the whole root. */
  readonly names: readonly string[];
  /** Other names, which may deny but never allow: the given one, and the one in a part of the root that a request sees. */
  readonly given: readonly string[];
  /** Everything below is touched as well, whatever it is. */
  readonly isWhole: boolean;
}

/** What a call moves elsewhere. */
export interface PathMove {
  readonly from: TouchedPath;
  readonly to: TouchedPath;
}

/**
 * Answers the names of one path; one that is not there goes by its directory's. A path with `..` is known by where it
 * leads alone.
 */
export async function touchPath(file: FileRequest): Promise<TouchedPath> {
  const nearest = await tryFindNearest(file);
  if (nearest === null) return { names: [], given: [showStorePath(file.path)], isWhole: false };
  const { stat, missing } = nearest;
  const shown = showStorePath(file.path);
  const isNamed = stat?.path !== undefined && !missing.includes("..");
  const names = distinct([isNamed ? joinNames(stat.pathFromRoot ?? stat.path, missing) : shown]);
  const others = isNamed ? [joinNames(stat.path, missing)] : [shown.replace(/^\/+/, "") || "."];
  const given = file.path.split("/").includes("..") ? others : [shown, ...others];
  return { names, given: distinct(given).filter((name) => !names.includes(name)), isWhole: false };
}

/** A path that the store refuses has no name that could allow anything. */
async function tryFindNearest(file: FileRequest): Promise<NearestEntry | null> {
  try {
    return await findNearest(file);
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

/** Answers a directory that is looked through, as a whole. */
export async function touchTree(file: FileRequest): Promise<TouchedPath> {
  return { ...(await touchPath(file)), isWhole: true };
}

/**
 * Answers a path and what lies below it, each also at the place below `target` that it would have there. Of more than
 * {@link MAX_TREE_ENTRIES} entries, or of a directory that cannot be listed, the directory stands for all of them.
 */
export async function touchMoved(file: FileRequest, target: FileRequest | null): Promise<readonly TouchedPath[]> {
  const ends = await Promise.all([file, ...(target === null ? [] : [target])].map(touchPath));
  const isFound = ends[0] !== undefined && ends[0].names.length > 0;
  const below = isFound && (await file.store.stat(file.path, file))?.type === "dir" ? await listBelow(file) : [];
  if (below === null) return ends.map((end) => ({ ...end, isWhole: true }));
  return ends.flatMap((end) => [end, ...below.map((name) => joinBelow(end, name))]);
}

/** Answers every name of everything that a call touches, without doubles. */
export function listNames(touched: readonly TouchedPath[]): readonly string[] {
  return distinct(touched.flatMap(({ names, given }) => [...given, ...names]));
}

function joinBelow({ names, given }: TouchedPath, below: string): TouchedPath {
  const join = (name: string): string => (name === "" || name === "." ? below : `${name}/${below}`);
  return { names: names.map(join), given: given.map(join), isWhole: false };
}

/** Answers the paths below a directory, from it; `null` when there are too many, or one cannot be listed. */
async function listBelow({ store, path, signal }: FileRequest): Promise<readonly string[] | null> {
  const found: string[] = [];
  const open = [""];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const entries = await tryList(store, `${path}/${prefix}`, signal);
    if (entries === null || found.length + entries.length > MAX_TREE_ENTRIES) return null;
    found.push(...entries.map(({ name }) => `${prefix}${name}`));
    open.push(...entries.filter(({ type }) => type === "dir").map(({ name }) => `${prefix}${name}/`));
  }
  return found;
}

async function tryList(
  store: FileStore,
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly StoreEntry[] | null> {
  if (!isListable(store)) return null;
  try {
    return await store.list(path, { signal });
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.normalize("NFC")))];
}
