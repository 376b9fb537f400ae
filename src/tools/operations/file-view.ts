// Which directories the file tool opens besides those of its workspace. The boundary judges them; nothing here does.

import { isFsError } from "../../errors.js";
import { assertTrustedForIntent } from "../../workspace/gate/policy.js";
import type { OperatorRoot, Workspace, WorkspaceRoot } from "../../workspace/interfaces/workspace.js";
import { findTemporaryRoot, listEnvironmentRoots } from "../../workspace/requests/environment-roots.js";

/** Says what the operator opens. */
export interface FileViewOptions {
  readonly workspace: Workspace;
  readonly roots?: readonly (string | WorkspaceRoot)[] | undefined;
  readonly unrestricted?: boolean | undefined;
  readonly temporary?: boolean | undefined;
}

/** The workspace as the tool sees it, and whether that is more than the workspace itself. */
export interface FileView {
  readonly view: Workspace;
  readonly opensTemporary: boolean;
  readonly opensOthers: boolean;
}

function readRoots(roots: FileViewOptions["roots"] = []): readonly OperatorRoot[] {
  return roots.map((root) => (typeof root === "string" ? { path: root, access: "write" } : root));
}

/**
 * Answers the workspace with what the developer names. What nobody names (what the environment opens, the temporary
 * directory, all drives) comes only to a workspace that is trusted and seen whole.
 * @throws {TypeError} when a directory is relative, missing, nested in a closed one, or of the operating system
 */
export function openFileView(options: FileViewOptions): FileView {
  const { workspace, roots, unrestricted = false, temporary = false } = options;
  const isWhole = workspace.trusted && workspace.narrowed === false;
  const named = [...readRoots(roots), ...(isWhole ? listEnvironmentRoots() : [])];
  const opensTemporary = temporary && isWhole;
  const operatorRoots = [...named, ...(opensTemporary ? [findTemporaryRoot()] : [])];
  const request = { operatorRoots, unrestricted: unrestricted && isWhole };
  const view = operatorRoots.length > 0 || request.unrestricted ? workspace.forRequest(request) : workspace;
  return { view, opensTemporary, opensOthers: named.length > 0 || request.unrestricted };
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
