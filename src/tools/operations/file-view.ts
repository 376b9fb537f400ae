// Which directories the file tool opens besides those of its workspace. The boundary judges them; nothing here does.

import { isFsError } from "../../errors.js";
import { assertTrustedForIntent } from "../../workspace/gate/policy.js";
import type { OperatorRoot, Workspace, WorkspaceRoot } from "../../workspace/interfaces/workspace.js";
import { listEnvironmentRoots } from "../../workspace/requests/environment-roots.js";

/** Says what the operator opens. */
export interface FileViewOptions {
  readonly workspace: Workspace;
  readonly roots?: readonly (string | WorkspaceRoot)[] | undefined;
  readonly unrestricted?: boolean | undefined;
}

function readRoots(roots: FileViewOptions["roots"] = []): readonly OperatorRoot[] {
  return roots.map((root) => (typeof root === "string" ? { path: root, access: "write" } : root));
}

/**
 * Answers the workspace with the user's temporary directory, and with what the operator names.
 * @throws {TypeError} when a directory is relative, missing, nested in a closed one, or of the operating system
 */
export function openFileView({ workspace, roots, unrestricted = false }: FileViewOptions): Workspace {
  const operatorRoots = [...readRoots(roots), ...listEnvironmentRoots()];
  return workspace.forRequest({ operatorRoots, unrestricted: unrestricted && workspace.trusted });
}

/**
 * Answers the error that a call fails with: without trust, what only an unrestricted tool would reach is refused as
 * untrusted.
 */
export function explainRefusal(error: unknown, { workspace, unrestricted }: FileViewOptions): unknown {
  const isOutside = isFsError(error) && error.kind === "path_outside_workspace";
  if (!isOutside || unrestricted !== true || workspace.trusted) return error;
  try {
    assertTrustedForIntent(false, "write");
    return error;
  } catch (refusal) {
    return refusal;
  }
}
