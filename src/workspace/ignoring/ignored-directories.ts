// Finds directories that ignore rules hide, so that a program which reads no ignore files need not enter them.

import { MAX_WALK_DEPTH } from "../../limits.js";
import { escapeGlob } from "../../search/ripgrep-globs.js";
import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { IgnoreChain } from "./ignore-chain.js";

/** Directories that are looked into at most; what is not found only costs the program time. */
const MAX_DIRECTORIES = 256;

/** Directories that are looked into without finding a hidden one: a look takes as long as the program takes for five files. */
const MAX_IN_VAIN = 48;

/** Where to look, and the rules that hold there. */
export interface IgnoredSearch {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** Absent hides nothing. */
  readonly chain: IgnoreChain | undefined;
}

/** A directory that was looked into. */
interface Looked {
  readonly below: readonly string[];
  readonly chain: IgnoreChain;
  /** Names of the directories in it that are not hidden. */
  readonly visible: readonly string[];
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

/** Answers `null` for what cannot be entered (any more); the program itself reports it. */
function unlessBarred<Answer>(look: () => Answer): Answer | null {
  try {
    return look();
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ESTALE")) return null;
    throw error;
  }
}

/** Looks level by level. Directories of one parent are looked into together, so that the way to them is walked once. */
class IgnoredWalk {
  readonly ignored: (readonly string[])[] = [];
  readonly #search: IgnoredSearch;
  #visits = 0;
  #lastFound = 0;

  constructor(search: IgnoredSearch) {
    this.#search = search;
  }

  get isOver(): boolean {
    return this.#visits >= MAX_DIRECTORIES || this.#visits - this.#lastFound >= MAX_IN_VAIN;
  }

  /** Looks into the directory that is held; `chain` holds the rules on the way to it. */
  look(directory: Directory, below: readonly string[], chain: IgnoreChain): Looked {
    this.#visits += 1;
    const path = [...this.#search.components, ...below].join("/");
    const entries = directory.entries();
    const own = below.length > 0 && chain.hasIgnoreFile(entries) ? chain.enter(directory, path) : chain;
    const isHidden = own.createFilter(path === "" ? "" : `${path}/`);
    const visible: string[] = [];
    for (const entry of entries) {
      if (entry.type !== "dir" || !entry.name.isWellFormed()) continue;
      if (isHidden(entry)) this.#add([...below, entry.name]);
      else visible.push(entry.name);
    }
    return { below, chain: own, visible };
  }

  /** Looks into the directories in one that was looked into. */
  descend({ below, chain, visible }: Looked): readonly Looked[] {
    if (visible.length === 0) return [];
    const parent = unlessBarred(() => openBelow(this.#search.directory, below));
    if (parent === null) return [];
    try {
      return visible.flatMap((name) => (this.isOver ? [] : this.#lookBelow(parent, [...below, name], chain)));
    } finally {
      parent.close();
    }
  }

  #lookBelow(parent: Directory, below: readonly string[], chain: IgnoreChain): readonly Looked[] {
    const looked = unlessBarred(() => {
      const directory = parent.openDirectory(below.at(-1) ?? "");
      try {
        return this.look(directory, below, chain);
      } finally {
        directory.close();
      }
    });
    return looked === null ? [] : [looked];
  }

  #add(below: readonly string[]): void {
    this.ignored.push(below);
    this.#lastFound = this.#visits;
  }
}

/** Answers hidden directories, those near the start first, as components from it; every one of them is hidden, but some may be missing. */
export function findIgnoredDirectories(
  search: IgnoredSearch,
  maxLevels: number = MAX_WALK_DEPTH,
): readonly (readonly string[])[] {
  const { chain, directory } = search;
  if (chain === undefined) return [];
  const walk = new IgnoredWalk(search);
  const start = unlessBarred(() => walk.look(directory, [], chain));
  let levels: readonly Looked[] = start === null ? [] : [start];
  for (let depth = 1; depth < maxLevels && levels.length > 0 && !walk.isOver; depth++) {
    levels = levels.flatMap((level) => walk.descend(level));
  }
  return walk.ignored;
}

/** Answers a pattern in ripgrep's syntax that stands for just one path below the start. */
export function toAnchoredGlob(below: readonly string[]): string {
  return `/${escapeGlob(below.join("/"))}`;
}
