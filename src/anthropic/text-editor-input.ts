// What a model asks the text editor for, in every version of that tool. Types, and the one way to a missing field.

import { FsError } from "../errors.js";

/** Names a command; `undo_edit` is not in all versions of the tool. */
export type AnthropicTextEditorCommand = "view" | "create" | "str_replace" | "insert" | "undo_edit";

/** What the model asks for; which fields there must be depends on the command. */
export interface AnthropicTextEditorInput {
  readonly command: AnthropicTextEditorCommand;
  readonly path: string;
  /** The content of a file to create. */
  readonly file_text?: string | undefined;
  /** The line behind which text is inserted; 0 is the beginning of the file. */
  readonly insert_line?: number | undefined;
  /** What replaces `old_str`; older versions of the tool also insert it. */
  readonly new_str?: string | undefined;
  readonly insert_text?: string | undefined;
  readonly old_str?: string | undefined;
  /** First and last line to view, 1-based and inclusive; -1 as the last one is the end of the file. */
  readonly view_range?: readonly number[] | undefined;
}

/** Makes the failure of a call that cannot be meant so. */
export function createInputError(message: string): FsError {
  return new FsError("parse_error", message, { hint: "Nothing was done. Call the tool again with this corrected." });
}

/**
 * Answers a field that a command needs.
 * @throws {FsError} parse_error – when it is missing
 */
export function resolveField<Value>(
  command: AnthropicTextEditorCommand,
  name: string,
  value: Value | undefined,
): Value {
  if (value !== undefined && value !== null) return value;
  throw createInputError(`${name} is missing, ${command} needs it`);
}
