// Where a walk ended: the held directories, and the name in the last of them. No walking.

import { FsError } from "../../errors.js";
import { showNames } from "../../text/shown-name.js";
import type { Directory, HeldNode, NodeStat } from "../directories/directory.js";
import { hasClosedBelow, type Root } from "./scope.js";

/** Says how a walk treats symbolic links. */
export interface WalkOptions {
  readonly symlinks: "follow-inside" | "reject";
  /** Follows a link in the last component; a mutation never does. */
  readonly followLast: boolean;
  /** Holds what stands at the end, since it is to be opened. */
  readonly holdLast?: boolean | undefined;
}

/** Where a walk ended. Holds every directory on the way until it is released. */
export interface Place {
  readonly root: Root;
  /** Canonical components from the root to the place, missing ones included. */
  readonly components: readonly string[];
  /** The deepest existing directory on the way to the last component. */
  readonly parent: Directory;
  /** The held directories from the root to `parent`. */
  readonly ancestors: readonly Directory[];
  /** Directories between `parent` and the last component that do not exist yet. */
  readonly missingParents: readonly string[];
  /** The last component; empty for the place where a root begins. */
  readonly name: string;
  /** What is there now; `null` means nothing. */
  readonly node: NodeStat | null;
  /** The same, held; only where the walk was asked for that, and the end is not a directory it stands in. */
  readonly held?: HeldNode;
  /** How results and messages name the place. */
  readonly path: string;
  /** How the path was given. */
  readonly given: string;
  /** The path as messages name it, where a symbolic link on it led here. */
  readonly linkedFrom?: string;
  /** The path can only name a directory: it ended in a separator or a dot. */
  readonly mustBeDirectory: boolean;
  release(): void;
}

/** Holds the directory at a place beyond the release of the place itself; the caller closes it. */
export function holdDirectory(place: Place): Directory {
  return place.name === "" ? place.parent.reopen() : place.parent.openDirectory(place.name);
}

/** Names what lies below the directory at a place as results do; `path` leads there, with `/`. */
export function showBelow(place: Place, path: string): string {
  const shown = showNames(path);
  return place.path === "." ? shown : `${place.path}${place.path.endsWith("/") ? "" : "/"}${shown}`;
}

/**
 * Refuses to search or to change a directory as a whole that has closed ones below it.
 * @throws {FsError} path_outside_workspace
 */
export function assertNothingClosedBelow({ root, components, path }: Place): void {
  if (!hasClosedBelow(root, components)) return;
  throw new FsError("path_outside_workspace", `${path}: some directories below it are closed here`, {
    path,
    hint: "Name a file or a directory further down.",
  });
}
