// Ignore files of the directories on the way to a path. They hide entries from list, glob and grep and decide nothing else.

import { MAX_IGNORE_FILE_BYTES } from "../limits.js";
import { type IgnoreRules, parseIgnoreRules } from "../search/ignore-rules.js";
import type { Directory } from "./directory.js";
import { hasErrno } from "./errno.js";

/** Names of ignore files that are read unless the operator gives others; later names override earlier ones. */
export const DEFAULT_IGNORE_FILES: readonly string[] = [".gitignore", ".ignore", ".agentignore"];

/** Directories whose rules are kept parsed. */
const MAX_CACHED_FILES = 512;

/** The rules that hold in one directory, those of its parents included. */
export interface IgnoreChain {
  /** Tells whether an entry of the directory is hidden; `components` lead to it from the root. */
  isIgnored(components: readonly string[], isDirectory: boolean): boolean;
  /** Adds the rules of a directory below, whose components from the root are given. */
  enter(directory: Directory, components: readonly string[]): IgnoreChain;
}

/** Reads ignore files and keeps what they said for as long as they do not change. */
export interface IgnoreReader {
  /** Starts a chain at a root. */
  start(root: Directory): IgnoreChain;
}

interface Level {
  readonly depth: number;
  /** One entry for each name, in the order of the names. */
  readonly rules: readonly (IgnoreRules | undefined)[];
}

class RuleCache {
  readonly #rules = new Map<string, IgnoreRules>();

  read(directory: Directory, name: string): IgnoreRules | undefined {
    const node = directory.lookup(name);
    if (node === null || node.type !== "file") return undefined;
    const key = `${node.identity}:${node.version}`;
    const known = this.#rules.get(key) ?? parseFile(directory, name);
    if (known === undefined) return undefined;
    this.#rules.delete(key);
    this.#rules.set(key, known);
    const oldest = this.#rules.keys().next().value;
    if (this.#rules.size > MAX_CACHED_FILES && oldest !== undefined) this.#rules.delete(oldest);
    return known;
  }
}

function parseFile(directory: Directory, name: string): IgnoreRules | undefined {
  try {
    const file = directory.openFile(name);
    try {
      const buffer = Buffer.alloc(MAX_IGNORE_FILE_BYTES + 1);
      const length = file.readSync(buffer, 0);
      return parseIgnoreRules(buffer.subarray(0, length).toString("utf8"));
    } finally {
      file.close();
    }
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "EISDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

class LevelChain implements IgnoreChain {
  readonly #cache: RuleCache;
  readonly #names: readonly string[];
  readonly #levels: readonly Level[];

  constructor(cache: RuleCache, names: readonly string[], levels: readonly Level[]) {
    this.#cache = cache;
    this.#names = names;
    this.#levels = levels;
  }

  isIgnored(components: readonly string[], isDirectory: boolean): boolean {
    if (components.at(-1) === ".git") return true;
    for (let index = this.#names.length - 1; index >= 0; index--) {
      const decision = this.#decide(index, components, isDirectory);
      if (decision !== undefined) return decision === "ignored";
    }
    return false;
  }

  enter(directory: Directory, components: readonly string[]): IgnoreChain {
    const rules = this.#names.map((name) => this.#cache.read(directory, name));
    if (rules.every((entry) => entry === undefined)) return this;
    return new LevelChain(this.#cache, this.#names, [...this.#levels, { depth: components.length, rules }]);
  }

  #decide(nameIndex: number, components: readonly string[], isDirectory: boolean): "ignored" | "included" | undefined {
    for (const level of this.#levels.toReversed()) {
      const decision = level.rules[nameIndex]?.decide(components.slice(level.depth).join("/"), isDirectory);
      if (decision !== undefined) return decision;
    }
    return undefined;
  }
}

/** Makes a reader for the given names of ignore files. */
export function createIgnoreReader(names: readonly string[]): IgnoreReader {
  const cache = new RuleCache();
  return { start: (root) => new LevelChain(cache, names, []).enter(root, []) };
}

/**
 * Walks the chain down the held directories of a place and tells whether the place, or a directory above it, is hidden.
 * @param ancestors directories from the root to the parent of the last component
 */
export function isPathIgnored(
  reader: IgnoreReader,
  ancestors: readonly Directory[],
  target: { readonly components: readonly string[]; readonly isDirectory: boolean },
): boolean {
  const [root, ...below] = ancestors;
  if (root === undefined || target.components.length === 0) return false;
  let chain = reader.start(root);
  for (const [index, directory] of below.entries()) {
    const components = target.components.slice(0, index + 1);
    if (chain.isIgnored(components, true)) return true;
    chain = chain.enter(directory, components);
  }
  return chain.isIgnored(target.components, target.isDirectory);
}
