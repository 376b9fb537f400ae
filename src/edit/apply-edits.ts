// Applies edits to the bytes of one file: match each against the original, refuse or splice all at once, show the diff.

import { FsError, isFsError } from "../errors.js";
import { MAX_EDITS } from "../limits.js";
import { runAtOnce, type Steps } from "../text/steps.js";
import { EditDocument } from "./edit-document.js";
import { indexLines } from "./line-index.js";
import { openFile } from "./open-file.js";
import { prepareEdit } from "./prepare-edit.js";
import { resolveMatches } from "./resolve-matches.js";
import type { EditMatch } from "./rungs/rung.js";
import { type DecodedFile, type Splice, spliceBytes } from "./splice-bytes.js";
import type { EditOptions, EditOutcome, EditReplacement, TextEdit } from "./text-edit.js";
import { createSpliceDiff } from "./unified-diff.js";

/**
 * Applies every edit, or none. Each is matched against the original; bytes outside the replaced ranges stay identical,
 * and inserted lines take the line ending of the lines they replace. The size of the result is not limited here.
 * @throws {FsError} text_not_found – when an edit's text does not occur; details hold the nearest regions
 * @throws {FsError} ambiguous_text_match – when it occurs more than once; details hold the lines
 * @throws {FsError} overlapping_edits – when two edits change the same characters; lines that both keep may be shared
 * @throws {FsError} no_change – when an edit or the whole call changes nothing, or looks already applied
 * @throws {FsError} parse_error – when an edit's text is empty or not well-formed, or there are too many
 * @throws {FsError} binary_file, unsupported_encoding – when the file, or the new text in it, cannot be written exactly
 */
export function applyEdits(original: Uint8Array, edits: readonly TextEdit[], options: EditOptions): EditOutcome {
  return runAtOnce(applyInSteps(original, edits, options));
}

/**
 * Asserts that edits are no more than one call takes.
 * @throws {FsError} parse_error – when they are
 */
export function assertEditCount(count: number): void {
  if (count <= MAX_EDITS) return;
  throw new FsError("parse_error", `${count} edits are more than the ${MAX_EDITS} that one call takes.`, {
    hint: "Nothing was done. Send them in several calls, or write the whole file.",
  });
}

/** Applies the same edits in steps; the original must not change before the last of them. */
export function* applyInSteps(
  original: Uint8Array,
  edits: readonly TextEdit[],
  options: EditOptions,
): Steps<EditOutcome> {
  const { path } = options;
  assertEditCount(edits.length);
  const file = openAt(path, original);
  const document = new EditDocument(file.text, yield* indexLines(file.text));
  yield;
  const prepared = edits.map((edit, index) => ({ ...prepareEdit(edit, index), isSingle: options.isSingle }));
  const { matches, splices } = yield* resolveMatches(document, prepared, path);
  yield;
  const pieces = yield* spliceAt(path, file, splices);
  yield;
  const { diff, truncated, firstChangedLine, changes } = yield* createSpliceDiff(document, splices, {
    path,
    maxLines: options.maxDiffLines,
    maxBytes: options.maxDiffBytes,
  });
  if (firstChangedLine === null) throw unchanged(path);
  const replacements = listReplacements(document, matches);
  return { pieces, replacements, firstChangedLine, diff, diffTruncated: truncated, lineChanges: changes };
}

function listReplacements(document: EditDocument, matches: readonly EditMatch[]): readonly EditReplacement[] {
  return matches
    .map(({ edit, start, matchedBy }) => ({ edit: edit.index, line: document.lines.lineAt(start) + 1, matchedBy }))
    .sort((left, right) => left.edit - right.edit);
}

function unchanged(path: string): FsError {
  return new FsError("no_change", "the edits leave the file as it is", {
    path,
    hint: "Line endings and look-alike characters of the file are kept; write the whole file to change those.",
  });
}

function openAt(path: string, bytes: Uint8Array): DecodedFile {
  try {
    return openFile(bytes);
  } catch (error) {
    throw namePath(error, path);
  }
}

function* spliceAt(path: string, file: DecodedFile, splices: readonly Splice[]): Steps<readonly Uint8Array[]> {
  try {
    return yield* spliceBytes(file, splices);
  } catch (error) {
    throw namePath(error, path);
  }
}

function namePath(error: unknown, path: string): unknown {
  if (!isFsError(error)) return error;
  const { kind, message, hint, details, status } = error;
  return new FsError(kind, message, { path, hint, details, status, cause: error });
}
