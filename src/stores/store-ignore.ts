// Ignore files of a store that only lists and reads. The order of names and directories is that of the workspace.

import { isFsError } from "../errors.js";
import { MAX_IGNORE_FILE_BYTES } from "../limits.js";
import type { IgnoreLevel } from "../search/ignore-levels.js";
import { parseIgnoreRules } from "../search/ignore-rules.js";
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

async function readRules(
  store: FileStore,
  level: Omit<IgnoreLevel, "rules">,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  try {
    const rules = parseIgnoreRules(new TextDecoder().decode(await readHead(store, level.path, options)));
    return [{ ...level, rules }];
  } catch (error) {
    if (isFsError(error)) return [];
    throw error;
  }
}

/** Reads the ignore files that are among the entries of a directory; one that cannot be read adds no rules. */
export async function readIgnoreLevels(
  store: FileStore,
  { path: directory, names }: IgnoringDirectory,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  const prefixLength = directory === "" ? 0 : directory.length + 1;
  const levels = DEFAULT_IGNORE_FILES.map(async (name, nameIndex) => {
    if (!names.includes(name)) return [];
    return readRules(store, { prefixLength, nameIndex, path: joinStorePath(directory, name) }, options);
  });
  return (await Promise.all(levels)).flat();
}

/** Reads the ignore files of every directory above a path in normal form, the deepest first. */
export async function readIgnoreLevelsAbove(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  const above = path === "" ? [] : path.split("/").map((_name, index, names) => names.slice(0, index).join("/"));
  const levels = above.map((directory) =>
    readIgnoreLevels(store, { path: directory, names: DEFAULT_IGNORE_FILES }, options),
  );
  return (await Promise.all(levels)).reverse().flat();
}
