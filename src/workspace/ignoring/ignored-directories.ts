// Finds directories that ignore rules hide, so that a program which reads no ignore files need not enter them. Searches
// that run at once share what one of them finds.

import { MAX_WALK_DEPTH } from "../../limits.js";
import { escapeGlob } from "../../search/ripgrep-globs.js";
import { type Directory, listSome, type NodeEntry } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { SharedLooks } from "../gate/shared-looks.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";

/** Directories that are looked into at most; what is not found only costs the program time. */
const MAX_DIRECTORIES = 256;

/** Directories that are looked into without finding a hidden one: a look takes as long as the program takes for five files. */
const MAX_IN_VAIN = 48;

/** Entries of a directory that is looked at; larger ones hold data, and reading one takes long. */
const MAX_ENTRIES = 8192;

/** The rules that hold in a directory. */
interface RuleChain {
  hasIgnoreFile(entries: readonly NodeEntry[]): boolean;
  createFilter(prefix: string): (entry: NodeEntry) => boolean;
  enter(directory: Directory, path: string): RuleChain;
  partlyApplied(): readonly string[];
}

/** Where to look, and the rules that hold there. */
export interface IgnoredSearch {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** Reads the rules anew; absent hides nothing. */
  readonly readChain: (() => RuleChain) | undefined;
}

/** A directory that was looked into. */
interface Looked {
  readonly below: readonly string[];
  readonly chain: RuleChain;
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
  look(directory: Directory, below: readonly string[], chain: RuleChain): Looked {
    this.#visits += 1;
    const path = [...this.#search.components, ...below].join("/");
    const entries = listSome(directory, MAX_ENTRIES);
    if (entries.length >= MAX_ENTRIES) return { below, chain, visible: [] };
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
  async descend({ below, chain, visible }: Looked): Promise<readonly Looked[]> {
    const parent = visible.length === 0 ? null : unlessBarred(() => openBelow(this.#search.directory, below));
    if (parent === null) return [];
    const found: Looked[] = [];
    try {
      for (const name of visible) {
        if (this.isOver) break;
        if (isTurnDue()) await takeTurn();
        const looked = this.#lookBelow(parent, [...below, name], chain);
        if (looked !== null) found.push(looked);
      }
      return found;
    } finally {
      parent.close();
    }
  }

  #lookBelow(parent: Directory, below: readonly string[], chain: RuleChain): Looked | null {
    return unlessBarred(() => {
      const directory = parent.openDirectory(below.at(-1) ?? "");
      try {
        return this.look(directory, below, chain);
      } finally {
        directory.close();
      }
    });
  }

  #add(below: readonly string[]): void {
    this.ignored.push(below);
    this.#lastFound = this.#visits;
  }
}

/** What a walk found. */
export interface FoundIgnored {
  /**
   * Hidden directories, those near the start first, as components from it; every one of them is hidden, but some may be
   * missing.
   */
  readonly directories: readonly (readonly string[])[];
  /** Paths of ignore files, from the root, of which not every rule was applied. */
  readonly partlyApplied: readonly string[];
}

const NOTHING_IGNORED: FoundIgnored = { directories: [], partlyApplied: [] };

async function walkIgnored(search: IgnoredSearch, maxLevels: number): Promise<FoundIgnored> {
  const chain = search.readChain?.();
  if (chain === undefined) return NOTHING_IGNORED;
  const directory = search.directory.reopen();
  try {
    const walk = new IgnoredWalk({ ...search, directory });
    const start = unlessBarred(() => walk.look(directory, [], chain));
    let level: readonly Looked[] = start === null ? [] : [start];
    for (let depth = 1; depth < maxLevels && level.length > 0 && !walk.isOver; depth++) {
      const next: Looked[] = [];
      for (const looked of level) next.push(...(await walk.descend(looked)));
      level = next;
    }
    return { directories: walk.ignored, partlyApplied: chain.partlyApplied() };
  } finally {
    directory.close();
  }
}

/**
 * Hidden directories as the searches of one workspace need them. Those that run at once share a walk that began after
 * they were asked for.
 */
export class IgnoredDirectories {
  readonly #walks = new SharedLooks<FoundIgnored>();

  /** Answers a mark of this moment, for a search that is being asked for. */
  mark(): number {
    return this.#walks.mark();
  }

  /** Looks into one directory only, by itself. */
  findNear(search: IgnoredSearch): Promise<FoundIgnored> {
    return walkIgnored(search, 1);
  }

  /** Answers what a walk found that began after the mark. Throws the platform's errors. */
  find(search: IgnoredSearch, mark: number): Promise<FoundIgnored> {
    if (search.readChain === undefined) return Promise.resolve(NOTHING_IGNORED);
    const key = JSON.stringify([search.directory.identity, ...search.components]);
    return this.#walks.find({ key, mark }, () => walkIgnored(search, MAX_WALK_DEPTH));
  }
}

/** Answers a pattern in ripgrep's syntax that stands for just one path below the start. */
export function toAnchoredGlob(below: readonly string[]): string {
  return `/${escapeGlob(below.join("/"))}`;
}
