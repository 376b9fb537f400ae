// What the layers of a request are laid over: one view of a workspace, and the means to hold further directories.

import type { WorkspaceGrant, WorkspaceRoot } from "../interfaces/workspace.js";
import { splitPath, startsWithComponents } from "../paths/paths.js";
import type { Root, Scope } from "../paths/scope.js";

/** Holds the further roots and granted files of a workspace, each once. */
export interface RootOpener {
  /** Canonical paths that no root opens for whoever contains them, such as where the boundary keeps its state. */
  readonly closedPaths: readonly string[];
  /** Answers the canonical path of an existing directory; throws a `TypeError` where there is none. */
  canonicalize(path: string): string;
  openRoot(root: WorkspaceRoot): Root;
  openGrant(grant: WorkspaceGrant): Root;
}

/** One view of a workspace. */
export interface ScopeView {
  readonly scope: Scope;
  /** The directories that the workspace was opened with, whatever the view has left of them. */
  readonly ownRoots: readonly Root[];
  readonly symlinks: "follow-inside" | "reject";
  readonly opener: RootOpener;
}

/** Tells whether a root is a single granted file. */
export function isGrant(root: Root): boolean {
  return root.onlyName !== undefined;
}

/** Answers the root with those of the paths closed that lie below it. */
export function closeBelow(root: Root, paths: readonly string[]): Root {
  const own = splitPath(root.path);
  const below = paths
    .map(splitPath)
    .filter((components) => components.length > own.length && startsWithComponents(components, own))
    .map((components) => components.slice(own.length));
  return below.length === 0 ? root : { ...root, closed: [...(root.closed ?? []), ...below] };
}
