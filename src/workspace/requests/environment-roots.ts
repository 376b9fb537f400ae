// Directories that the environment of the process opens: by a variable of the operator, and as the user's temporary one.

import { tmpdir } from "node:os";
import { delimiter, isAbsolute } from "node:path";
import type { OperatorRoot } from "../interfaces/workspace.js";

/** Names directories that the operator opens, separated as in PATH. */
const ROOTS_VARIABLE = "AI_FILE_TOOLS_ROOTS";

/**
 * Answers the directories that `AI_FILE_TOOLS_ROOTS` names.
 * @throws {TypeError} when the variable names a relative path
 */
export function listEnvironmentRoots(): readonly OperatorRoot[] {
  const paths = (process.env[ROOTS_VARIABLE] ?? "").split(delimiter).filter((path) => path !== "");
  const relative = paths.find((path) => !isAbsolute(path));
  if (relative !== undefined) throw new TypeError(`${ROOTS_VARIABLE}: ${relative} must be an absolute path`);
  return paths.map((path) => ({ path, access: "write" }));
}

/** Answers the user's temporary directory, which is passed over where it cannot be opened. */
export function findTemporaryRoot(): OperatorRoot {
  return { path: tmpdir(), access: "write", optional: true };
}
