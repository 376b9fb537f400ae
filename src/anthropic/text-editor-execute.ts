// Runs `anthropic.tools.textEditor_…`: each command over the tools of this package. Types of our own only.

import type { Redactor } from "../redaction/redactor.js";
import { assertKnownOptions } from "../text/check-options.js";
import { presentEdit } from "../tools/changing/edit-output.js";
import { presentWrite } from "../tools/changing/write-output.js";
import type { ToolCall } from "../tools/definition/define-tool.js";
import type { ToolCallOptions } from "../tools/definition/file-tool.js";
import { isToolFailure, presentFailure, resolveToolFailure, toFsError } from "../tools/definition/tool-failure.js";
import { resolveLimit } from "../tools/definition/tool-options.js";
import { runWrite } from "../tools/write.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { createEditorParts, type EditorParts, type RunCommand } from "./editor-parts.js";
import { runInsert } from "./insert.js";
import {
  type AnthropicTextEditorCommand,
  type AnthropicTextEditorInput,
  createInputError,
  resolveField,
} from "./text-editor-input.js";
import { runUndo } from "./undo-edit.js";
import { runView } from "./view.js";

/** Configures the text editor. */
export interface AnthropicTextEditorExecuteOptions {
  readonly workspace: Workspace;
  /** Characters of a view at most; default what the limits of reading let through. */
  readonly maxCharacters?: number | undefined;
  /** Hides secrets in what is shown, and takes their placeholders back; default none. */
  readonly redact?: Redactor | undefined;
}

/** Runs one call; answers what the model is told. A failure begins with `Error:`; only aborts and bugs reject. */
export type AnthropicTextEditorExecute = (
  input: AnthropicTextEditorInput,
  options?: ToolCallOptions,
) => Promise<string>;

const COMMANDS: Readonly<Record<AnthropicTextEditorCommand, RunCommand>> = {
  view: runView,
  create: runCreate,
  str_replace: runReplace,
  insert: runInsert,
  undo_edit: runUndo,
};

/**
 * Creates the `execute` of Anthropic's text editor, in every version of that tool. Every change is one step of the history
 * of the workspace, which `undo_edit` goes back on.
 * @throws {TypeError} when an option is wrong
 */
export function createAnthropicTextEditorExecute(
  options: AnthropicTextEditorExecuteOptions,
): AnthropicTextEditorExecute {
  assertKnownOptions("createAnthropicTextEditorExecute", options, ["workspace", "maxCharacters", "redact"]);
  const { maxCharacters } = options;
  if (maxCharacters !== undefined) resolveLimit("maxCharacters", maxCharacters, maxCharacters);
  const parts = createEditorParts(options);
  return async (input, { toolCallId, abortSignal: signal, messages } = {}) => {
    try {
      signal?.throwIfAborted();
      return await runCommand(input, { toolCallId, signal, messages }, parts);
    } catch (error) {
      return `Error: ${presentFailure(resolveToolFailure(error, signal))}`;
    }
  };
}

function runCommand(input: AnthropicTextEditorInput, call: ToolCall, parts: EditorParts): Promise<string> {
  const { command, path } = input;
  if (!Object.hasOwn(COMMANDS, command)) {
    throw createInputError(`there is no command ${String(command)}; there are ${Object.keys(COMMANDS).join(", ")}`);
  }
  if (typeof path !== "string" || path === "") throw createInputError("path is missing, every command needs it");
  return COMMANDS[command](input, call, parts);
}

async function runCreate(input: AnthropicTextEditorInput, call: ToolCall, { write }: EditorParts): Promise<string> {
  const content = resolveField("create", "file_text", input.file_text);
  // A file that is there is changed by the other commands, which say what of it they have seen.
  return presentWrite(await runWrite({ path: input.path, content, expectedSha256: null }, call, write));
}

async function runReplace(input: AnthropicTextEditorInput, call: ToolCall, { edit }: EditorParts): Promise<string> {
  const { path, new_str: newText = "" } = input;
  const oldText = resolveField("str_replace", "old_str", input.old_str);
  if (oldText === "") throw createInputError("old_str is empty; insert and create add text without replacing any");
  const { toolCallId, signal, messages } = call;
  const options = { toolCallId, abortSignal: signal, messages };
  const output = await edit.execute({ path, edits: [{ oldText, newText }] }, options);
  if (isToolFailure(output)) throw toFsError(output.error);
  return presentEdit(output);
}
