// The ignore rules on the way to a path. They hide entries from list, glob and grep and decide nothing else.

import { type IgnoreLevel, IgnoreLevels } from "../../search/ignore-levels.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import { BroughtBack } from "./hidden-names.js";
import { IgnoreFileCache } from "./ignore-files.js";
import { IgnoredDirectories } from "./ignored-directories.js";

/** Names of ignore files that are read unless the operator gives others; later names override earlier ones. */
export const DEFAULT_IGNORE_FILES: readonly string[] = [".gitignore", ".ignore", ".agentignore"];

/** The rules that hold in one directory, those of its parents included. */
export interface IgnoreChain {
  /** Names of the files that hold rules. */
  readonly ignoreFileNames: readonly string[];
  /** Answers globs of what is hidden here and in every directory below, unless an ignore file down there brings it back. */
  hiddenNames(): readonly string[];
  /** Tells whether a path is hidden by the rules that hold in its directory; `path` leads to it from the root. */
  isIgnored(path: string, isDirectory: boolean): boolean;
  /** Makes the same test for the entries of one directory; `prefix` is its path with a `/` behind it, or empty. */
  createFilter(prefix: string): (entry: NodeEntry) => boolean;
  /** Tells whether a listing names an ignore file, whatever the letter case, since some disks know none. */
  hasIgnoreFile(entries: readonly NodeEntry[]): boolean;
  /** Adds the rules of a directory below; `path` leads to it from the root. */
  enter(directory: Directory, path: string): IgnoreChain;
  /** Answers the paths of ignore files, from the root, of which not every rule was applied so far. */
  partlyApplied(): readonly string[];
}

/** Reads ignore files as the chains of one workspace need them. */
export interface IgnoreReader {
  /** What was found out about hidden names so far. */
  readonly broughtBack: BroughtBack;
  readonly ignoredDirectories: IgnoredDirectories;
  /** Starts the chain of one operation at a root. */
  start(root: Directory): IgnoreChain;
  /** Tells whether a file of this name holds rules, whatever the letter case. */
  isIgnoreFile(name: string): boolean;
}

/** What all chains of one operation share. */
interface ChainContext {
  readonly names: readonly string[];
  /** The same names in lower case. */
  readonly foldedNames: ReadonlySet<string>;
  readonly nameLengths: ReadonlySet<number>;
  readonly files: IgnoreFileCache;
}

class LevelChain implements IgnoreChain {
  readonly #context: ChainContext;
  readonly #levels: IgnoreLevels;

  constructor(context: ChainContext, levels: IgnoreLevels) {
    this.#context = context;
    this.#levels = levels;
  }

  get ignoreFileNames(): readonly string[] {
    return this.#context.names;
  }

  hiddenNames(): readonly string[] {
    return this.#levels.hiddenNames();
  }

  isIgnored(path: string, isDirectory: boolean): boolean {
    const nameStart = path.lastIndexOf("/") + 1;
    const entry: NodeEntry = { name: path.slice(nameStart), type: isDirectory ? "dir" : "file" };
    return this.createFilter(path.slice(0, nameStart))(entry);
  }

  createFilter(prefix: string): (entry: NodeEntry) => boolean {
    return this.#levels.createFilter(prefix);
  }

  hasIgnoreFile(entries: readonly NodeEntry[]): boolean {
    const { foldedNames, nameLengths } = this.#context;
    return entries.some(({ name }) => nameLengths.has(name.length) && foldedNames.has(name.toLowerCase()));
  }

  enter(directory: Directory, path: string): IgnoreChain {
    const prefix = path === "" ? "" : `${path}/`;
    const added = this.#context.names.flatMap((name, nameIndex): IgnoreLevel[] => {
      const rules = this.#context.files.read(directory, name);
      return rules === undefined ? [] : [{ prefixLength: prefix.length, nameIndex, path: prefix + name, rules }];
    });
    return added.length === 0 ? this : new LevelChain(this.#context, this.#levels.add(added));
  }

  partlyApplied(): readonly string[] {
    return this.#levels.partlyApplied();
  }
}

/** Makes a reader for the given names of ignore files. */
export function createIgnoreReader(names: readonly string[]): IgnoreReader {
  const files = new IgnoreFileCache();
  const foldedNames = new Set(names.map((name) => name.toLowerCase()));
  const nameLengths = new Set(names.map((name) => name.length));
  return {
    broughtBack: new BroughtBack(),
    ignoredDirectories: new IgnoredDirectories(),
    start: (root) => new LevelChain({ names, foldedNames, nameLengths, files }, IgnoreLevels.start()).enter(root, ""),
    isIgnoreFile: (name) => foldedNames.has(name.toLowerCase()),
  };
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
    const path = target.components.slice(0, index + 1).join("/");
    if (chain.isIgnored(path, true)) return true;
    chain = chain.enter(directory, path);
  }
  return chain.isIgnored(target.components.join("/"), target.isDirectory);
}
