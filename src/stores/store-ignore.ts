// Ignore files of a store that only lists and reads. The order of names and directories is that of the workspace.

import { type FsErrorKind, isFsError } from "../errors.js";
import { MAX_IGNORE_FILE_BYTES } from "../limits.js";
import type { IgnoreLevel } from "../search/ignore-levels.js";
import { createUnreadRules, type IgnoreRules, parseIgnoreRules } from "../search/ignore-rules.js";
import { DEFAULT_IGNORE_FILES } from "../workspace/ignoring/ignore-chain.js";
import type { FileStore, StoreCallOptions } from "./file-store.js";

/** Joins a directory in normal form with the name of an entry. */
export function joinStorePath(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

async function readHead(store: FileStore, path: string, options: StoreCallOptions): Promise<Uint8Array> {
  const head = new Uint8Array(MAX_IGNORE_FILE_BYTES + 1);
  let length = 0;
  for await (const chunk of store.readChunks(path, { start: 0, end: head.length }, options)) {
    const kept = chunk.subarray(0, head.length - length);
    head.set(kept, length);
    length += kept.length;
    if (length === head.length) break;
  }
  return head.subarray(0, length);
}

/** A directory of a store, in normal form, and the names in it that may be those of ignore files. */
interface IgnoringDirectory {
  readonly path: string;
  readonly names: readonly string[];
}

const ABSENT: readonly FsErrorKind[] = ["path_not_found", "not_a_file", "not_a_directory", "invalid_path"];

/** Answers `null` where no file is; what is there and cannot be read stands as unread. */
async function readRules(read: () => Promise<IgnoreRules | null>): Promise<IgnoreRules | null> {
  try {
    return await read();
  } catch (error) {
    if (!isFsError(error)) throw error;
    return ABSENT.includes(error.kind) ? null : createUnreadRules();
  }
}

async function parseFile(store: FileStore, path: string, options: StoreCallOptions): Promise<IgnoreRules> {
  return parseIgnoreRules(new TextDecoder().decode(await readHead(store, path, options)));
}

async function parseFileIfThere(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<IgnoreRules | null> {
  const stat = await store.stat(path, options);
  return stat?.type === "file" ? parseFile(store, path, options) : null;
}

/** Reads the ignore files that are among the entries of a directory; one that cannot be read counts as applied in part. */
export async function readIgnoreLevels(
  store: FileStore,
  { path: directory, names }: IgnoringDirectory,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  return readLevels(directory, async (name, path) => (names.includes(name) ? parseFile(store, path, options) : null));
}

async function readLevels(
  directory: string,
  read: (name: string, path: string) => Promise<IgnoreRules | null>,
): Promise<readonly IgnoreLevel[]> {
  const prefixLength = directory === "" ? 0 : directory.length + 1;
  const levels = DEFAULT_IGNORE_FILES.map(async (name, nameIndex): Promise<readonly IgnoreLevel[]> => {
    const path = joinStorePath(directory, name);
    const rules = await readRules(() => read(name, path));
    return rules === null ? [] : [{ prefixLength, nameIndex, path, rules }];
  });
  return (await Promise.all(levels)).flat();
}

/** Reads the ignore files of every directory above a path in normal form, the deepest first, where the store says that some are. */
export async function readIgnoreLevelsAbove(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  const above = path === "" ? [] : path.split("/").map((_name, index, names) => names.slice(0, index).join("/"));
  const levels = above.map((directory) =>
    readLevels(directory, (_name, file) => parseFileIfThere(store, file, options)),
  );
  return (await Promise.all(levels)).reverse().flat();
}
