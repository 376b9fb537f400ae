// What an edit would do, for a program that asks before it edits.

import type { Redactor } from "../../redaction/redactor.js";
import type { FileStore } from "../../stores/file-store.js";
import { assertKnownOptions } from "../../text/check-options.js";
import type { ToolFailure } from "../definition/tool-failure.js";
import { createEditTool } from "../edit.js";
import type { EditInput } from "./edit-input.js";
import type { EditOutput } from "./edit-output.js";

/** Says how an edit is previewed. */
export interface PreviewEditOptions {
  /** As the edit tool's: turns placeholders of the file back into its secrets, and hides secrets in the answer. */
  readonly redact?: Redactor | undefined;
}

/**
 * Answers what the edit tool would answer, failures included, and writes nothing: the same as a call with `dryRun`.
 * NOT guaranteed: that the file is still the same when the edit is made; give its `expectedSha256` to both.
 * @throws {TypeError} when an option is wrong
 */
export async function previewEdit(
  store: FileStore,
  input: EditInput,
  options: PreviewEditOptions = {},
): Promise<EditOutput | ToolFailure> {
  assertKnownOptions("previewEdit", options, ["redact"]);
  return createEditTool({ store, redact: options.redact }).execute({ ...input, dryRun: true });
}
