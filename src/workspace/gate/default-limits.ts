// The limits of a workspace as they are unless the operator changes them.

import {
  EXEC_TIMEOUT_MS,
  GREP_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  MAX_EXEC_OUTPUT_BYTES,
  MAX_GLOB_PATHS,
  MAX_GREP_HITS,
  MAX_GREP_LINE_BYTES,
  MAX_LIST_ENTRIES,
  MAX_READ_BYTES,
  MAX_WALK_DEPTH,
  MAX_WRITE_BYTES,
  READ_FILE_SIZE_CAP,
} from "../../limits.js";
import { assertOptions, COUNT } from "../../text/check-options.js";
import type { WorkspaceLimits } from "../interfaces/workspace.js";

const DEFAULT_LIMITS: WorkspaceLimits = {
  maxReadBytes: MAX_READ_BYTES,
  maxWriteBytes: MAX_WRITE_BYTES,
  readFileSizeCap: READ_FILE_SIZE_CAP,
  maxGrepHits: MAX_GREP_HITS,
  maxGrepLineBytes: MAX_GREP_LINE_BYTES,
  grepTimeoutMs: GREP_TIMEOUT_MS,
  maxGlobPaths: MAX_GLOB_PATHS,
  maxListEntries: MAX_LIST_ENTRIES,
  maxWalkDepth: MAX_WALK_DEPTH,
  execTimeoutMs: EXEC_TIMEOUT_MS,
  maxExecOutputBytes: MAX_EXEC_OUTPUT_BYTES,
  lockTimeoutMs: LOCK_TIMEOUT_MS,
};

const LIMIT_RULES = /* @__PURE__ */ Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, COUNT]));

/**
 * Answers all limits, the given ones in place of the defaults.
 * @throws {TypeError} when a limit is unknown or no whole number of at least 1
 */
export function resolveLimits(given: Partial<WorkspaceLimits> = {}): WorkspaceLimits {
  assertOptions("limits", given, LIMIT_RULES);
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...DEFAULT_LIMITS, ...chosen };
}
