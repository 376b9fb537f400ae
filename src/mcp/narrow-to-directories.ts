// Narrows a workspace to the directories that a client names. Nothing here can widen it.

import { sep } from "node:path";
import { FsError } from "../errors.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { canonicalizeWorkspace } from "../workspace/paths/paths.js";

/**
 * Answers the part of a workspace that lies in the directories. One that contains the workspace's root leaves the root;
 * what lies outside of the workspace, or is no directory, is left out.
 * @throws {FsError} path_outside_workspace – when that leaves nothing
 */
export async function narrowToDirectories(workspace: Workspace, directories: readonly string[]): Promise<Workspace> {
  const canonical = directories.map(canonicalize);
  if (canonical.some((directory) => isWithin(workspace.root, directory))) {
    return workspace.forRequest({ roots: [toRoot(workspace.root)], onlyRoots: true });
  }
  const inside = await Promise.all(canonical.map((directory) => isDirectoryOf(workspace, directory)));
  const kept = dropNested(canonical.filter((_, index) => inside[index] === true));
  if (kept.length > 0) return workspace.forRequest({ roots: kept.map(toRoot), onlyRoots: true });
  throw new FsError("path_outside_workspace", "none of the roots that the client names lies in the workspace", {
    hint: "Tell the user: the host must name a root inside the workspace, or none at all.",
  });
}

/** Answers the real path; as it was given where this host has nothing there, as for a workspace in memory. */
function canonicalize(directory: string): string {
  try {
    return canonicalizeWorkspace(directory);
  } catch {
    return directory;
  }
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}

/** Asks the workspace, whose answer is the only one that counts: a directory that it does not have would be added. */
async function isDirectoryOf(workspace: Workspace, directory: string): Promise<boolean> {
  try {
    const stat = await workspace.fs.stat(directory);
    return stat?.type === "dir";
  } catch {
    return false;
  }
}

function dropNested(directories: readonly string[]): readonly string[] {
  const distinct = [...new Set(directories)];
  return distinct.filter((one) => !distinct.some((other) => other !== one && isWithin(one, other)));
}

/** Asks for all that the workspace itself gives; a root that is read-only there stays so. */
function toRoot(path: string): { path: string; access: "write" } {
  return { path, access: "write" };
}
