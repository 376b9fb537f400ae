// Runs `openai.tools.applyPatch`: one operation on one file a call, over the patch engine. Types of our own only.

import { FsError } from "../errors.js";
import { type FileDiff, parseFileDiff } from "../patch/parse-patch.js";
import type { ParsedPatch } from "../patch/parsed-patch.js";
import { assertKnownOptions } from "../text/check-options.js";
import type { ToolCallOptions } from "../tools/definition/file-tool.js";
import { presentFailure, resolveToolFailure } from "../tools/definition/tool-failure.js";
import { type ApplyPatchToolOptions, resolvePatchSettings } from "../tools/patch.js";
import { presentPatch } from "../tools/patching/patch-output.js";
import { runPatch } from "../tools/patching/patch-run.js";

/** Asks for one change of one file; `diff` has no envelope: lines with a plus sign to create, hunks to update. */
export type OpenAIApplyPatchOperation =
  | { readonly type: "create_file" | "update_file"; readonly path: string; readonly diff: string }
  | { readonly type: "delete_file"; readonly path: string };

/** What the model asks for. */
export interface OpenAIApplyPatchInput {
  readonly callId: string;
  readonly operation: OpenAIApplyPatchOperation;
}

/** What the model is told. */
export interface OpenAIApplyPatchOutput {
  /** An operation that failed has changed nothing. */
  status: "completed" | "failed";
  output?: string;
}

/** Runs one call. An expected failure is an answer too; only aborts and bugs reject. */
export type OpenAIApplyPatchExecute = (
  input: OpenAIApplyPatchInput,
  options?: ToolCallOptions,
) => Promise<OpenAIApplyPatchOutput>;

/** Configures how patches are applied. */
export type OpenAIApplyPatchExecuteOptions = Pick<
  Extract<ApplyPatchToolOptions, { readonly workspace: object }>,
  "workspace" | "maxBytes" | "confirm" | "redact"
>;

const OWNER = "createOpenAIApplyPatchExecute";

const CHANGES: Readonly<Record<OpenAIApplyPatchOperation["type"], FileDiff["type"]>> = {
  create_file: "create",
  update_file: "update",
  delete_file: "delete",
};

/**
 * Creates the `execute` of `openai.tools.applyPatch`. Every call is one step of the history of the workspace.
 * @throws {TypeError} when an option is wrong
 */
export function createOpenAIApplyPatchExecute(options: OpenAIApplyPatchExecuteOptions): OpenAIApplyPatchExecute {
  assertKnownOptions(OWNER, options, ["workspace", "maxBytes", "confirm", "redact"]);
  const { workspace, maxBytes, confirm, redact } = options;
  const settings = resolvePatchSettings({ workspace, maxBytes, confirm, redact }, OWNER);
  return async ({ operation }, { toolCallId, abortSignal: signal, messages } = {}) => {
    try {
      signal?.throwIfAborted();
      const patch = parseOperation(operation, settings.maxBytes);
      const output = await runPatch({ patch }, { toolCallId, signal, messages }, settings);
      return { status: "completed", output: presentPatch(output) };
    } catch (error) {
      return { status: "failed", output: presentFailure(resolveToolFailure(error, signal)) };
    }
  };
}

function parseOperation(operation: OpenAIApplyPatchOperation, maxBytes: number): ParsedPatch {
  const { type, path } = operation;
  if (typeof path !== "string" || path === "" || !Object.hasOwn(CHANGES, type)) {
    throw new FsError("parse_error", "the operation needs a path and a type: create_file, update_file or delete_file", {
      hint: "Nothing was done. Call the tool again with this corrected.",
    });
  }
  const diff = "diff" in operation ? operation.diff : undefined;
  return parseFileDiff({ type: CHANGES[type], path, diff }, { maxBytes });
}
