// Plans what a list of edits does to a file, also to one that does not exist yet. Reads and writes nothing.

import type { applyInSteps } from "../../edit/apply-edits.js";
import { diffBudgetFor } from "../../edit/diff-budget.js";
import type { EditOutcome } from "../../edit/text-edit.js";
import { compareInSteps } from "../../edit/unified-diff.js";
import { FsError } from "../../errors.js";
import { sizeOfPieces } from "../../text/byte-pieces.js";
import type { Steps } from "../../text/steps.js";
import type { EditInput } from "./edit-input.js";
import { assertWriteSize } from "./write-plan.js";

/** Says how large a file may become, and how much of the diff is wanted. */
export interface EditLimits {
  readonly maxBytes: number;
  /** Nothing of the diff is left out, however long it is. */
  readonly wholeDiff?: boolean | undefined;
}

/** Tells whether an input asks for a new file: its only edit has nothing to find. */
export function isCreation({ edits }: EditInput): boolean {
  return edits.length === 1 && edits[0]?.oldText === "";
}

/**
 * Plans the creation of a file.
 * @throws {FsError} file_already_exists – when something is there
 * @throws {FsError} file_too_large – when more than `maxBytes` would be written
 */
export function* planCreation(current: Uint8Array | null, input: EditInput, limits: EditLimits): Steps<EditOutcome> {
  const { path } = input;
  if (current !== null) {
    throw new FsError("file_already_exists", `${path} exists already, and an empty oldText only creates files.`, {
      path,
      hint: current.length === 0 ? "It is empty: fill it with the write tool." : "Give the text to replace as oldText.",
    });
  }
  const text = input.edits.map((edit) => edit.newText).join("");
  const bytes = new TextEncoder().encode(text);
  assertWriteSize(path, bytes.length, limits.maxBytes);
  const { diff, truncated } = yield* compareInSteps("", text, { path, ...diffBudgetFor(limits.wholeDiff) });
  const replacements = [{ edit: 0, line: 1, matchedBy: "exact" as const }];
  return { pieces: [bytes], replacements, firstChangedLine: 1, diff, diffTruncated: truncated, lineChanges: [] };
}

/**
 * Plans edits of an existing file by the engine for its kind.
 * @throws {FsError} file_too_large – when more than `maxBytes` would be written
 * @throws {FsError} text_not_found, ambiguous_text_match, overlapping_edits, no_change, binary_file, unsupported_encoding
 */
export function* planEdits(
  current: Uint8Array,
  input: EditInput,
  { maxBytes, wholeDiff, apply }: EditLimits & { readonly apply: typeof applyInSteps },
): Steps<EditOutcome> {
  const { path, edits } = input;
  const budget = diffBudgetFor(wholeDiff);
  const options = { path, maxDiffLines: budget.maxLines, maxDiffBytes: budget.maxBytes };
  const outcome = yield* apply(current, edits, options);
  assertWriteSize(path, sizeOfPieces(outcome.pieces), maxBytes);
  return outcome;
}
