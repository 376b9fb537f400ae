// Directories that the operator opens for one request besides its roots. They may contain those, which then stay closed
// from there: each root is reached through itself alone, under its own rules.

import { parse } from "node:path";
import type { OperatorRoot } from "../interfaces/workspace.js";
import { isAbsolutePath, splitPath, startsWithComponents } from "../paths/paths.js";
import { type Root, startPathOf } from "../paths/scope.js";
import { isSystemDirectory, listSystemDirectories } from "../paths/system-directories.js";
import { closeBelow, isGrant, type ScopeView } from "./scope-view.js";

/** A view, and the roots that a request has in it. */
export interface LaidView extends ScopeView {
  readonly roots: readonly Root[];
}

interface Asked {
  readonly operatorRoots: readonly OperatorRoot[];
  readonly unrestricted: boolean;
}

function isInside(path: string, directory: string): boolean {
  return startsWithComponents(splitPath(path), splitPath(directory));
}

/** Tells whether a root of the request lets a path through already. */
function isCovered({ roots }: LaidView, path: string): boolean {
  return roots.some((root) => !isGrant(root) && isInside(path, startPathOf(root)));
}

/** Answers the canonical path to open; `null` for one that the request has already. */
function resolveOperatorRoot(view: LaidView, path: string): string | null {
  if (!isAbsolutePath(path)) throw new TypeError(`operatorRoots: ${path} must be an absolute path`);
  if (isCovered(view, path)) return null;
  const canonical = view.opener.canonicalize(path);
  if (isCovered(view, canonical)) return null;
  const isOwn = view.ownRoots.some((root) => isInside(canonical, root.path));
  const isState = view.opener.closedPaths.some((closed) => isInside(canonical, closed));
  if (isOwn || isState) throw new TypeError(`operatorRoots: ${path} is closed to this request`);
  if (isSystemDirectory(canonical) || splitPath(canonical).length === 0) {
    throw new TypeError(`operatorRoots: ${path} belongs to the operating system`);
  }
  return canonical;
}

function tryResolve(view: LaidView, root: OperatorRoot): string | null {
  try {
    return resolveOperatorRoot(view, root.path);
  } catch (error) {
    if (root.optional === true && error instanceof TypeError) return null;
    throw error;
  }
}

/** Drops what another one contains with the same access, and repeats. */
function dropContained(roots: readonly OperatorRoot[]): readonly OperatorRoot[] {
  return roots.filter((root, index) =>
    roots.every((other, otherIndex) => {
      if (index === otherIndex || !isInside(root.path, other.path)) return true;
      return root.path === other.path ? index < otherIndex : root.access !== other.access;
    }),
  );
}

/** Opens everything but the directories of the system: one root for each drive that the request touches. */
function planUnrestricted(view: LaidView, roots: readonly OperatorRoot[]): readonly OperatorRoot[] {
  const paths = [...view.roots.map(startPathOf), ...roots.map(({ path }) => path)];
  const drives = Array.from(new Set(paths.map((path) => parse(path).root)));
  return drives.filter((path) => !isCovered(view, path)).map((path) => ({ path, access: "write" }));
}

/**
 * Holds the operator's directories. Those inside a root of the request are passed over.
 * @throws {TypeError} when one is relative, missing, of the operating system, or closed to the request
 */
export function layOperatorRoots(view: LaidView, { operatorRoots, unrestricted }: Asked): readonly Root[] {
  const resolved = operatorRoots.flatMap((root) => {
    const path = tryResolve(view, root);
    return path === null ? [] : [{ path, access: root.access }];
  });
  const drives = unrestricted ? planUnrestricted(view, resolved) : [];
  const opened = [...drives, ...dropContained(resolved)].map((root) => view.opener.openRoot(root));
  const others = [...view.roots, ...view.ownRoots].filter((root) => !isGrant(root)).map((root) => root.path);
  const closed = [...others, ...opened.map((root) => root.path), ...view.opener.closedPaths];
  return opened.map((root) => {
    const isDrive = drives.some(({ path }) => path === root.path);
    return closeBelow(root, isDrive ? [...closed, ...listSystemDirectories(root.path)] : closed);
  });
}
