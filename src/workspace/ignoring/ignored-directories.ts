// Finds directories that ignore rules hide, so that a program which reads no ignore files need not enter them.

import { MAX_WALK_DEPTH } from "../../limits.js";
import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { IgnoreChain } from "./ignore-chain.js";

/** Directories that are looked into at most; what is not found only costs the program time. */
const MAX_DIRECTORIES = 256;

/** Where to look, and the rules that hold there. */
export interface IgnoredSearch {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** Absent hides nothing. */
  readonly chain: IgnoreChain | undefined;
}

interface Level {
  readonly below: readonly string[];
  readonly chain: IgnoreChain;
}

function openBelow(root: Directory, below: readonly string[]): Directory {
  return below.reduce((parent, name) => {
    try {
      return parent.openDirectory(name);
    } finally {
      parent.close();
    }
  }, root.reopen());
}

interface Found {
  readonly ignored: (readonly string[])[];
  readonly next: Level[];
}

function lookInto(search: IgnoredSearch, level: Level, found: Found): void {
  const directory = openBelow(search.directory, level.below);
  try {
    const here = [...search.components, ...level.below];
    const entries = directory.entries();
    const hasRules = level.below.length > 0 && level.chain.hasIgnoreFile(entries);
    const chain = hasRules ? level.chain.enter(directory, here.join("/")) : level.chain;
    for (const entry of entries) {
      if (entry.type !== "dir" || !entry.name.isWellFormed()) continue;
      const below = [...level.below, entry.name];
      if (chain.isIgnored([...search.components, ...below].join("/"), true)) found.ignored.push(below);
      else found.next.push({ below, chain });
    }
  } finally {
    directory.close();
  }
}

/** Answers hidden directories, those near the start first, as components from it; every one of them is hidden, but some may be missing. */
export function findIgnoredDirectories(
  search: IgnoredSearch,
  maxLevels: number = MAX_WALK_DEPTH,
): readonly (readonly string[])[] {
  if (search.chain === undefined) return [];
  const found: Found = { ignored: [], next: [] };
  let levels: readonly Level[] = [{ below: [], chain: search.chain }];
  let visits = 0;
  for (let depth = 0; depth < maxLevels && levels.length > 0; depth++) {
    for (const level of levels) {
      visits += 1;
      if (visits > MAX_DIRECTORIES) return found.ignored;
      tryLookInto(search, level, found);
    }
    levels = found.next.splice(0);
  }
  return found.ignored;
}

/** Passes over what cannot be entered (any more); the program itself reports it. */
function tryLookInto(search: IgnoredSearch, level: Level, found: Found): void {
  try {
    lookInto(search, level, found);
  } catch (error) {
    if (!hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ESTALE")) throw error;
  }
}

/** Answers a pattern in ripgrep's syntax that stands for just one path below the start. */
export function escapeGlob(below: readonly string[]): string {
  return `/${below.join("/").replace(/[\\*?[\]{}!]/g, "\\$&")}`;
}
