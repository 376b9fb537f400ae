// Where the commands of one line may stand, and which paths count as inside. Text only: links are the boundary's.

import { posix } from "node:path";
import { refuse } from "./refusal.js";

/** Says where a command line starts, and what belongs to the workspace. */
export interface PlaceOptions {
  /** Absolute directory in which the line starts. */
  readonly cwd: string;
  /** Absolute canonical directories that paths may lead to; never empty. */
  readonly roots: readonly string[];
}

/** A path that a command enters or changes, for the boundary to judge. */
export interface TouchedPath {
  /** Absolute; may hold `.` and `..`. */
  readonly path: string;
  readonly use: "enter" | "change";
}

/** Follows a command line through the directories that it may have entered. */
export interface CommandPlace {
  readonly touched: readonly TouchedPath[];
  /**
   * Some path was inside only since the line stands where the last change of directory led. Each change of directory
   * must then end the line unless it arrives at the place that its text names.
   */
  readonly isRelied: boolean;
  /** Tells whether a path lies inside, wherever the line may stand by now. */
  isInside(path: string): boolean;
  /** Where the last change of directory leads, as absolute paths. */
  readonly entered: readonly string[];
  /**
   * Notes a directory that the rest of the line may stand in; `false` when it lies outside from wherever the line may
   * stand. A line that stands elsewhere than it was meant to, since an earlier change failed, must be stopped when it
   * gets there.
   */
  enter(path: string): boolean;
  /** The next command runs only where the last change of directory has succeeded. */
  settle(): void;
  /** The next command may stand wherever the line has been. */
  unsettle(): void;
  /** Notes a path that is entered or changed, without going there. */
  touch(path: string, use: TouchedPath["use"]): void;
}

/** Where nothing is known but relative paths: whatever is absolute, or climbs out, lies outside. */
export const UNKNOWN_PLACE: PlaceOptions = { cwd: "/workspace", roots: ["/workspace"] };

/** Directories that one line may stand in at most. Source: each `cd` doubles them, and nobody writes five in a line. */
const MAX_DIRECTORIES = 32;

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** Answers a path from each of the directories. */
function resolveAll(directories: Iterable<string>, path: string): readonly string[] {
  return Array.from(directories, (directory) => posix.resolve(directory, path));
}

class FollowedPlace implements CommandPlace {
  readonly touched: TouchedPath[] = [];
  readonly #roots: readonly string[];
  /** Wherever the line may have been. */
  readonly #visited: Set<string>;
  /** Wherever the next command may stand. */
  #current: ReadonlySet<string>;
  #entered: readonly string[] = [];
  #isRelied = false;

  constructor({ cwd, roots }: PlaceOptions) {
    this.#roots = roots;
    this.#visited = new Set([posix.resolve("/", cwd)]);
    this.#current = this.#visited;
  }

  get isRelied(): boolean {
    return this.#isRelied;
  }

  isInside(path: string): boolean {
    if (path.startsWith("~") || !resolveAll(this.#current, path).every((one) => this.#isWithin(one))) return false;
    if (!resolveAll(this.#visited, path).every((one) => this.#isWithin(one))) this.#isRelied = true;
    return true;
  }

  get entered(): readonly string[] {
    return this.#entered;
  }

  enter(path: string): boolean {
    const reached = path.startsWith("~")
      ? []
      : resolveAll(this.#current, path).filter((absolute) => this.#isWithin(absolute));
    this.touch(path, "enter");
    for (const absolute of reached) this.#visited.add(absolute);
    if (this.#visited.size > MAX_DIRECTORIES) refuse("it changes the directory too often to be followed");
    this.#entered = Array.from(new Set(reached));
    return reached.length > 0;
  }

  settle(): void {
    this.#current = new Set(this.#entered);
  }

  unsettle(): void {
    this.#current = this.#visited;
  }

  touch(path: string, use: TouchedPath["use"]): void {
    const inside = Array.from(this.#current).filter((directory) => this.#isWithin(posix.resolve(directory, path)));
    // Left as they are, since `..` behind a link leads elsewhere than the text says.
    for (const directory of inside) {
      this.touched.push({ path: path.startsWith("/") ? path : `${directory}/${path}`, use });
    }
  }

  #isWithin(absolute: string): boolean {
    return this.#roots.some((root) => isBelow(absolute, root));
  }
}

/** Creates the place in which a command line starts. */
export function createCommandPlace(options: PlaceOptions): CommandPlace {
  return new FollowedPlace(options);
}
