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
  /** Tells whether a path lies inside, wherever the line may stand by now. */
  isInside(path: string): boolean;
  /**
   * Notes a directory that the rest of the line may stand in; `false` when it lies outside from wherever the line may
   * stand. A line that stands elsewhere than it was meant to, since an earlier change failed, must be stopped when it
   * gets there.
   */
  enter(path: string): boolean;
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

/** Creates the place in which a command line starts. */
export function createCommandPlace({ cwd, roots }: PlaceOptions): CommandPlace {
  const directories = new Set([posix.resolve("/", cwd)]);
  const touched: TouchedPath[] = [];
  const isWithin = (absolute: string): boolean => roots.some((root) => isBelow(absolute, root));
  const resolveAll = (path: string): readonly string[] =>
    Array.from(directories, (directory) => posix.resolve(directory, path));
  // Left as they are, since `..` behind a link leads elsewhere than the text says.
  const note = (path: string, use: TouchedPath["use"]): void => {
    const inside = Array.from(directories).filter((directory) => isWithin(posix.resolve(directory, path)));
    for (const directory of inside) touched.push({ path: path.startsWith("/") ? path : `${directory}/${path}`, use });
  };
  return {
    touched,
    isInside: (path) => !path.startsWith("~") && resolveAll(path).every(isWithin),
    enter(path): boolean {
      const reached = path.startsWith("~") ? [] : resolveAll(path).filter(isWithin);
      note(path, "enter");
      for (const absolute of reached) directories.add(absolute);
      if (directories.size > MAX_DIRECTORIES) refuse("it changes the directory too often to be followed");
      return reached.length > 0;
    },
    touch: note,
  };
}
