// Search in the files of a workspace.

import { FsError } from "../errors.js";
import type { Gate } from "./gate.js";
import type { GrepOptions, GrepResult } from "./workspace.js";

/** Finds lines. */
export async function grepFiles(_gate: Gate, _pattern: string, _options: GrepOptions): Promise<GrepResult> {
  throw new FsError("internal_error", "pending");
}
