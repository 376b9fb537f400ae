// Ignore files of a store that only lists and reads. The order of names and directories is that of the workspace.

import { isFsError } from "../errors.js";
import { MAX_IGNORE_FILE_BYTES } from "../limits.js";
import { type IgnoreRules, parseIgnoreRules } from "../search/ignore-rules.js";
import { DEFAULT_IGNORE_FILES } from "../workspace/ignore-chain.js";
import type { FileStore, StoreCallOptions } from "./file-store.js";

/** The rules that one directory adds. */
export interface IgnoreLevel {
  /** Normal form of the directory; the root is `""`. */
  readonly directory: string;
  /** One entry for each name of an ignore file, in their order; `null` where there is no such file. */
  readonly rules: readonly (IgnoreRules | null)[];
}

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

async function readRules(store: FileStore, path: string, options: StoreCallOptions): Promise<IgnoreRules | null> {
  try {
    return parseIgnoreRules(new TextDecoder().decode(await readHead(store, path, options)));
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

/** Reads the ignore files that are among the entries of a directory; one that cannot be read adds no rules. */
export async function readIgnoreLevel(
  store: FileStore,
  directory: { readonly path: string; readonly names: readonly string[] },
  options: StoreCallOptions,
): Promise<IgnoreLevel> {
  const rules = DEFAULT_IGNORE_FILES.map((name) =>
    directory.names.includes(name) ? readRules(store, joinStorePath(directory.path, name), options) : null,
  );
  return { directory: directory.path, rules: await Promise.all(rules) };
}

/** Reads the ignore files of every directory above a path in normal form, from the root downwards. */
export function readIgnoreLevelsAbove(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<readonly IgnoreLevel[]> {
  const above = path === "" ? [] : path.split("/").map((_name, index, names) => names.slice(0, index).join("/"));
  return Promise.all(
    above.map((directory) => readIgnoreLevel(store, { path: directory, names: DEFAULT_IGNORE_FILES }, options)),
  );
}

/**
 * Tells whether the rules of the directories above hide an entry; the entry's parents are not asked again.
 * A later name of an ignore file overrides an earlier one; of one name, the file nearest to the entry decides.
 * @param levels from the root downwards
 */
export function isHiddenEntry(levels: readonly IgnoreLevel[], path: string, isDirectory: boolean): boolean {
  for (let nameIndex = DEFAULT_IGNORE_FILES.length - 1; nameIndex >= 0; nameIndex -= 1) {
    for (const { directory, rules } of levels.toReversed()) {
      const relativePath = directory === "" ? path : path.slice(directory.length + 1);
      const decision = rules[nameIndex]?.decide(relativePath, isDirectory);
      if (decision !== undefined) return decision === "ignored";
    }
  }
  return false;
}
