// Resolves a single path for programs that hold no workspace open.

import type { Intent, ResolvedPath } from "../interfaces/workspace.js";
import { openWorkspace } from "../open-workspace.js";

/**
 * Answers where a path leads inside a root, or inside the first of several that relative paths start from: the absolute
 * canonical path, as `resolve` of a workspace does. Trust and protected paths are not judged. NOT guaranteed: that the
 * path still leads there when it is used; `openWorkspace` holds the directories for that.
 * @throws {TypeError} when a root is no directory, or roots are nested
 * @throws {FsError} invalid_path, path_outside_workspace, symlink_escape, not_a_directory – as every operation
 * @throws {FsError} path_not_found – when nothing is there and the intent is neither `write` nor `stat`
 */
export async function resolveWithinWorkspace(
  path: string,
  root: string | readonly string[],
  intent: Intent,
): Promise<ResolvedPath> {
  const [first = "", ...further] = typeof root === "string" ? [root] : root;
  const workspace = await openWorkspace({
    root: first,
    roots: further.map((other) => ({ path: other, access: "write" })),
    trusted: true,
    protectedPaths: [],
    history: false,
  });
  try {
    return await workspace.fs.resolve(path, intent);
  } finally {
    await workspace.close();
  }
}
