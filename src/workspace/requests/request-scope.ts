// The layers of a request over the scope of a workspace: what narrows it, what is added, and where paths start from.

import { toFsError } from "../directories/errno.js";
import type { RequestOptions, WorkspaceRoot } from "../interfaces/workspace.js";
import { holdPlaceDirectory } from "../listing/list-operations.js";
import { isAbsolutePath, splitPath, startsWithComponents } from "../paths/paths.js";
import type { Place } from "../paths/place.js";
import { type Focus, findRoot, parsePath, type Root, type Scope, startOf, startPathOf } from "../paths/scope.js";
import { walkPath } from "../paths/walk-path.js";
import { layOperatorRoots } from "./operator-roots.js";
import { closeBelow, isGrant, type ScopeView } from "./scope-view.js";

type Roots = readonly [Root, ...Root[]];

function walkToDirectory(view: ScopeView, path: string): Place {
  const place = walkPath(view.scope, parsePath(view.scope, path), { symlinks: view.symlinks, followLast: true });
  try {
    holdPlaceDirectory(place).close();
    return place;
  } catch (error) {
    place.release();
    throw toFsError(error, place.path);
  }
}

/** Narrows the root that a directory lies in to the directory; never gives more access than that root has. */
function narrowTo(view: ScopeView, { path, access }: WorkspaceRoot): Root {
  const place = walkToDirectory(view, path);
  try {
    const { root, components, node } = place;
    const lesser = root.access === "read" ? "read" : access;
    if (components.length === startOf(root).length) return { ...root, access: lesser };
    return { ...root, access: lesser, within: { components, identity: node?.identity ?? "" } };
  } finally {
    place.release();
  }
}

function isInView(view: ScopeView, path: string): boolean {
  if (!isAbsolutePath(path)) return true;
  const found = findRoot(view.scope, splitPath(path));
  return found !== undefined && !isGrant(found.root);
}

/** Lays one root over the view: a directory that the view has narrows it, any other is added. */
function layRoot(view: ScopeView, asked: WorkspaceRoot): Root {
  try {
    if (isInView(view, asked.path)) return narrowTo(view, asked);
    const canonical = { ...asked, path: view.opener.canonicalize(asked.path) };
    if (isInView(view, canonical.path)) return narrowTo(view, canonical);
    assertApart(canonical.path, [...view.ownRoots, ...view.scope.roots]);
    return closeBelow(view.opener.openRoot(asked), view.opener.closedPaths);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new TypeError(`roots: ${asked.path} is no directory that this request may have`, { cause: error });
  }
}

/** Refuses a root that contains another, or that lies in a part of the workspace which the view no longer has. */
function assertApart(canonical: string, roots: readonly Root[]): void {
  const components = splitPath(canonical);
  const other = roots.find((root) => {
    const start = splitPath(startPathOf(root));
    return !isGrant(root) && (startsWithComponents(components, start) || startsWithComponents(start, components));
  });
  if (other === undefined) return;
  throw new TypeError(`roots must not be nested, and a request only narrows what it has: ${canonical}`);
}

function isPartOf(root: Root, wider: Root): boolean {
  return root.directory === wider.directory && startsWithComponents(startOf(root), startOf(wider)) && !isGrant(wider);
}

/** Puts the parts that were asked for in the place of each wider root, and what is added behind them. */
function combineRoots(view: ScopeView, asked: readonly Root[], onlyRoots: boolean): readonly Root[] {
  const kept = view.scope.roots.flatMap((root) => {
    const parts = asked.filter((part) => isPartOf(part, root));
    if (parts.length > 0) return parts;
    return onlyRoots ? [] : [root];
  });
  return dropRepeats([...kept, ...asked]);
}

function dropRepeats(roots: readonly Root[]): readonly Root[] {
  return roots.filter((root, index) => index === roots.findIndex((other) => isSameRoot(root, other)));
}

function isSameRoot(root: Root, other: Root): boolean {
  return startPathOf(root) === startPathOf(other) && root.onlyName === other.onlyName;
}

function assertNoneNested(roots: readonly Root[]): void {
  for (const [index, root] of roots.entries()) assertApart(startPathOf(root), roots.slice(index + 1));
}

function markPrimary([first, ...rest]: readonly Root[]): Roots {
  if (first === undefined || isGrant(first)) throw new TypeError("onlyRoots needs at least one directory in roots");
  return [
    first.isPrimary ? first : { ...first, isPrimary: true },
    ...rest.map((root) => (root.isPrimary ? { ...root, isPrimary: false } : root)),
  ];
}

/** Keeps the focus of the view where one of the roots still has it. */
function keepFocus({ scope }: ScopeView, roots: Roots): Focus | undefined {
  if (scope.focus === undefined) return undefined;
  const { root, components } = scope.focus;
  const whole = [...startOf(root), ...components];
  const holder = roots.find((one) => one.directory === root.directory && startsWithComponents(whole, startOf(one)));
  return holder === undefined ? undefined : { root: holder, components: whole.slice(startOf(holder).length) };
}

/**
 * Lets relative paths start from a directory inside a root.
 * @throws {FsError} path_outside_workspace, symlink_escape, path_not_found or not_a_directory – when it is none
 */
export function focusOn(view: ScopeView, focus: string | undefined): Scope {
  if (focus === undefined) return view.scope;
  const place = walkToDirectory(view, focus);
  const { root, components } = place;
  place.release();
  return { ...view.scope, focus: { root, components: components.slice(startOf(root).length) } };
}

/**
 * Answers the scope of a request: the roots of the view, narrowed and added to in the order of the layers, then granted
 * files, then the focus.
 * @throws {TypeError} when a root is no directory, or is nested with one that the request or the workspace has
 * @throws {FsError} path_outside_workspace, symlink_escape, path_not_found or not_a_directory – when the focus is none
 */
export function layRequest(view: ScopeView, request: RequestOptions): Scope {
  const {
    roots: asked = [],
    grants = [],
    operatorRoots = [],
    onlyRoots = false,
    unrestricted = false,
    focus,
  } = request;
  if (asked.length + grants.length + operatorRoots.length === 0 && !(onlyRoots || unrestricted)) {
    return focusOn(view, focus);
  }
  const layers = dropRepeats(asked.map((root) => layRoot(view, root)));
  assertNoneNested(layers);
  const laid = combineRoots(view, layers, onlyRoots);
  const added = layOperatorRoots({ ...view, roots: laid }, { operatorRoots, unrestricted });
  const granted = grants.map((grant) => view.opener.openGrant(grant));
  const roots = markPrimary([...laid, ...added, ...granted]);
  return focusOn({ ...view, scope: { roots, focus: keepFocus(view, roots) } }, focus);
}
