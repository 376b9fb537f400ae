// The roots and single files that one view of a workspace may touch, and which of them a path belongs to. No walking.
// How a request comes by its scope is decided in request-scope.ts.

import { foldName } from "../../text/fold-name.js";
import { showName, showNames, showPathText } from "../../text/shown-name.js";
import type { Directory } from "../directories/directory.js";
import {
  assertPathText,
  createOutsideError,
  isAbsolutePath,
  joinPath,
  namesDirectory,
  splitGivenPath,
  startsWithComponents,
} from "./paths.js";

/** The directory that a root was narrowed to. */
export interface NarrowedTo {
  /** Components that lead to it from the root's own directory. */
  readonly components: readonly string[];
  /** Of the directory that was there when the root was narrowed; no other one is entered in its place. */
  readonly identity: string;
}

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
  /** The only directory that may be touched; absent lets everything below the root through. */
  readonly within?: NarrowedTo | undefined;
  /** Components of directories below the root that stay closed, such as roots with rules of their own. */
  readonly closed?: readonly (readonly string[])[] | undefined;
}

/** A path as a root and the components that lead from where it begins, not yet walked. */
export interface PathRequest {
  readonly root: Root;
  /** May contain `..`, never empty components. */
  readonly components: readonly string[];
  /** So many components before the last ones stand for the focus a second time, unless it holds what they name. */
  readonly repeatedFocus?: RepeatedFocus | undefined;
  readonly mustBeDirectory: boolean;
  readonly given: string;
  /** How messages name the path until its canonical name is known. */
  readonly shownPath: string;
}

/** Says where a path may name the focus although it starts there already. */
export interface RepeatedFocus {
  /** Components that are left to walk once the walk stands in the focus. */
  readonly left: number;
  /** Components that the path repeats. */
  readonly count: number;
}

/** The directory that relative paths start from. */
export interface Focus {
  readonly root: Root;
  /** Components from where the root begins. */
  readonly components: readonly string[];
}

/** The roots of one view of a workspace; the first is the primary one. */
export interface Scope {
  readonly roots: readonly [Root, ...Root[]];
  /** Absent stands for the primary root. */
  readonly focus?: Focus | undefined;
}

type FoundRoot = Pick<PathRequest, "root" | "components">;

/** Answers the components that lead from a root's directory to where it begins: none, unless it was narrowed. */
export function startOf(root: Root): readonly string[] {
  return root.within?.components ?? [];
}

/** Answers the absolute canonical path at which a root begins. */
export function startPathOf(root: Root): string {
  return joinPath(root.path, startOf(root));
}

function startsWithFolded(components: readonly string[], start: readonly string[]): boolean {
  return start.every((name, index) => foldName(components[index] ?? "") === foldName(name));
}

/** Tells whether canonical components lead into a closed directory, or to one. */
export function isClosed(root: Root, components: readonly string[]): boolean {
  return root.closed?.some((closed) => startsWithFolded(components, closed)) === true;
}

/** Tells whether a closed directory lies below the place that canonical components lead to. */
export function hasClosedBelow(root: Root, components: readonly string[]): boolean {
  return root.closed?.some((closed) => startsWithFolded(closed, components)) === true;
}

function matchRoot(root: Root, absoluteComponents: readonly string[]): readonly FoundRoot[] {
  const starts = root.spellings.map((spelling) => [...spelling, ...startOf(root)]);
  const matching = starts.filter((start) => startsWithComponents(absoluteComponents, start));
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
    const shownPath = showPath(found.root, [...startOf(found.root), ...found.components]);
    return { ...found, mustBeDirectory, given: path, shownPath };
  }
  const start = scope.focus ?? { root: scope.roots[0], components: [] };
  const given = splitGivenPath(path);
  return {
    root: start.root,
    components: [...start.components, ...given],
    repeatedFocus: findRepeatedFocus(start, given),
    mustBeDirectory,
    given: path,
    shownPath: showPathText(path),
  };
}

/** Results name paths from the root, and such a name may come back as a path that starts from the focus. */
function findRepeatedFocus({ root, components }: Focus, given: readonly string[]): RepeatedFocus | undefined {
  const isRepeated = root.isPrimary && components.length > 0 && startsWithComponents(given, components);
  return isRepeated ? { left: given.length, count: components.length } : undefined;
}

/**
 * Names a place as results do: relative to where the primary root begins, absolute in every other. `components` lead
 * there from the root's own directory. A name that could mislead stands in its quoted form, which every operation takes
 * as a path.
 */
export function showPath(root: Root, components: readonly string[]): string {
  if (!root.isPrimary) return joinPath(showNames(root.path), components.map(showName));
  const shown = components.slice(startOf(root).length).map(showName);
  return shown.length === 0 ? "." : shown.join("/");
}
