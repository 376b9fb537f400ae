// Narrows a workspace to the directories that a client names. Nothing here can widen it.

import { sep } from "node:path";
import { FsError } from "../errors.js";
import { canonicalizeWorkspace } from "../workspace/paths.js";
import type { Workspace } from "../workspace/workspace.js";

/**
 * Answers the part of a workspace that lies in the directories; what of them lies outside the workspace is left out.
 * @throws {FsError} path_outside_workspace – when that leaves nothing
 */
export async function narrowToDirectories(workspace: Workspace, directories: readonly string[]): Promise<Workspace> {
  const canonical = directories.map(findCanonical).filter((path) => path !== null);
  if (canonical.some((directory) => isWithin(workspace.root, directory))) return workspace;
  throw new FsError("path_outside_workspace", "none of the roots that the client names lies in the workspace", {
    hint: "Tell the user: the host must name a root inside the workspace, or none, or start the server with another --root.",
  });
}

function findCanonical(directory: string): string | null {
  try {
    return canonicalizeWorkspace(directory);
  } catch {
    return null;
  }
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}
