// The roots and single files that one view of a workspace may touch, and which of them a path belongs to. No walking.

import { showName, showNames, showPathText } from "../text/shown-name.js";
import type { Directory } from "./directory.js";
import {
  assertPathText,
  createOutsideError,
  isAbsolutePath,
  joinPath,
  namesDirectory,
  splitGivenPath,
  startsWithComponents,
} from "./paths.js";

/** A held root, or the held parent of a single granted file. */
export interface Root {
  readonly directory: Directory;
  /** Absolute canonical path. */
  readonly path: string;
  /** Component lists under which absolute paths name this root: canonical first, then as the operator wrote it. */
  readonly spellings: readonly (readonly string[])[];
  readonly access: "read" | "write";
  /** Results name paths relative to the primary root, and absolute in all others. */
  readonly isPrimary: boolean;
  /** The only entry that may be touched; absent lets everything below the root through. */
  readonly onlyName?: string | undefined;
}

/** A path as a root and the components that lead from it, not yet walked. */
export interface PathRequest {
  readonly root: Root;
  /** May contain `..`, never empty components. */
  readonly components: readonly string[];
  readonly mustBeDirectory: boolean;
  /** How messages name the path until its canonical name is known. */
  readonly shownPath: string;
}

/** The roots of one view of a workspace; the first is the primary one. */
export interface Scope {
  readonly roots: readonly [Root, ...Root[]];
  /** Where relative paths start from. */
  readonly focus?: { readonly root: Root; readonly components: readonly string[] } | undefined;
}

type FoundRoot = Pick<PathRequest, "root" | "components">;

function matchRoot(root: Root, absoluteComponents: readonly string[]): readonly FoundRoot[] {
  const matching = root.spellings.filter((spelling) => startsWithComponents(absoluteComponents, spelling));
  const found = matching.map((spelling) => ({ root, components: absoluteComponents.slice(spelling.length) }));
  if (root.onlyName === undefined) return found;
  return found.filter(({ components }) => components.length === 1 && components[0] === root.onlyName);
}

/** Finds the root that an absolute path belongs to: a granted file first, then the nearest root; `undefined` means none. */
export function findRoot(scope: Scope, absoluteComponents: readonly string[]): FoundRoot | undefined {
  const found = scope.roots.flatMap((root) => matchRoot(root, absoluteComponents));
  const granted = found.find(({ root }) => root.onlyName !== undefined);
  return granted ?? found.toSorted((a, b) => a.components.length - b.components.length)[0];
}

/**
 * Reads a path that was given to an operation.
 * @throws {FsError} invalid_path – when it is no path
 * @throws {FsError} path_outside_workspace – when an absolute path lies in no root
 */
export function parsePath(scope: Scope, path: string): PathRequest {
  assertPathText(path);
  const mustBeDirectory = namesDirectory(path);
  if (isAbsolutePath(path)) {
    const found = findRoot(scope, splitGivenPath(path));
    if (found === undefined) throw createOutsideError();
    return { ...found, mustBeDirectory, shownPath: showPath(found.root, found.components) };
  }
  const start = scope.focus ?? { root: scope.roots[0], components: [] };
  return {
    root: start.root,
    components: [...start.components, ...splitGivenPath(path)],
    mustBeDirectory,
    shownPath: showPathText(path),
  };
}

/**
 * Names a place as results do: relative to the primary root, absolute in every other. A name that could mislead stands
 * in its quoted form, which every operation takes as a path.
 */
export function showPath(root: Root, components: readonly string[]): string {
  const shown = components.map(showName);
  if (!root.isPrimary) return joinPath(showNames(root.path), shown);
  return shown.length === 0 ? "." : shown.join("/");
}
