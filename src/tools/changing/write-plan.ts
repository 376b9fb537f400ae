// Plans what a whole new text does to a file: which bytes, and which diff. Pure.

import { diffBudgetFor } from "../../edit/diff-budget.js";
import { formatDiffPath } from "../../edit/diff-path.js";
import { createLineIndex } from "../../edit/line-index.js";
import { createSpliceDiff, trimCommonEnds } from "../../edit/unified-diff.js";
import { FsError } from "../../errors.js";
import { assertReadsBack } from "../../text/assert-reads-back.js";
import { detectBinary } from "../../text/detect-binary.js";
import { decodeText, detectTextFormat, encodeText, type TextFormat } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import { formatExcess } from "../definition/tool-options.js";

const NEW_FILE: TextFormat = { encoding: "utf-8", bom: false };
const BYTE_ORDER_MARK = "\ufeff";

/** Says what a file is to hold. */
export interface WriteRequest {
  readonly path: string;
  readonly content: string;
  readonly maxBytes: number;
  /** The caller named the current content by its hash, so it may be anything. */
  readonly isConfirmed: boolean;
  /** Nothing of the diff is left out, however long it is. */
  readonly wholeDiff?: boolean | undefined;
}

/** Holds the bytes to write and how they differ from those that were there. */
export interface WritePlan {
  readonly bytes: Uint8Array;
  readonly created: boolean;
  readonly diff: string;
  readonly diffTruncated: boolean;
  /** `null` when the texts were not compared. */
  readonly lineCounts: { readonly linesRemoved: number; readonly linesAdded: number } | null;
}

/**
 * Plans a write. An existing text keeps its encoding and byte order mark; damaged text becomes UTF-8.
 * @throws {FsError} binary_file – when the file is not text and the caller did not name its hash
 * @throws {FsError} unsupported_encoding – when the file's encoding has no form for a character, or would not be told again
 * @throws {FsError} file_too_large – when more than `maxBytes` would be written
 */
export function planWrite(current: Uint8Array | null, request: WriteRequest): WritePlan {
  const { path, content, maxBytes } = request;
  const format = current === null ? NEW_FILE : resolveFormat(current, request);
  const text = format.bom && content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content;
  const bytes = encodeText(text, format);
  assertReadsBack(bytes, format);
  assertWriteSize(path, bytes.length, maxBytes);
  return { bytes, created: current === null, ...describeChange(current, text, request) };
}

/** @throws {FsError} file_too_large – when more than `maxBytes` would be written */
export function assertWriteSize(path: string, sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return;
  const { size, most } = formatExcess(sizeBytes, maxBytes);
  throw new FsError("file_too_large", `${path} would have ${size}.`, {
    path,
    hint: `At most ${most} can be written at once. Use edit to change a part of an existing file, or split the content into several files.`,
    details: { sizeBytes, maxBytes },
  });
}

function resolveFormat(current: Uint8Array, { path, isConfirmed }: WriteRequest): TextFormat {
  if (!detectBinary(current)) {
    const format = detectTextFormat(current);
    return format.encoding === "unknown" ? NEW_FILE : format;
  }
  if (isConfirmed) return NEW_FILE;
  throw new FsError("binary_file", `${path} exists and is not text.`, {
    path,
    hint: "Write to another path. To replace it all the same, give its current sha256 as expectedSha256.",
  });
}

/**
 * Gives a content that has only LF the line endings of a file that has only CRLF; any other content stays as it is, and
 * so does that of a new file.
 */
export function keepLineEndings(current: Uint8Array | null, content: string): string {
  if (current === null || detectBinary(current) || detectLineEnding(content) !== "lf") return content;
  const isCrlf = detectLineEnding(decodeText(current, detectTextFormat(current))) === "crlf";
  return isCrlf ? content.replaceAll("\n", "\r\n") : content;
}

/** Compares with the old text; one that is not text, or too large to compare, has no diff unless a whole one is wanted. */
function describeChange(
  current: Uint8Array | null,
  text: string,
  { path, maxBytes, wholeDiff = false }: WriteRequest,
): Pick<WritePlan, "diff" | "diffTruncated" | "lineCounts"> {
  const isBinary = current !== null && detectBinary(current);
  if (!wholeDiff && current !== null && (current.length > maxBytes || isBinary))
    return { diff: "", diffTruncated: true, lineCounts: null };
  const oldText = current === null || isBinary ? "" : decodeText(current, detectTextFormat(current));
  const old = { text: oldText, lines: createLineIndex(oldText) };
  const options = { path, ...diffBudgetFor(wholeDiff) };
  const { diff, truncated, changes } = createSpliceDiff(old, [trimCommonEnds(oldText, text)], options);
  const linesRemoved = changes.reduce((sum, { oldLines }) => sum + oldLines.length, 0);
  const linesAdded = changes.reduce((sum, { newLines }) => sum + newLines.length, 0);
  const note = isBinary ? `Binary file ${formatDiffPath("a", path)} is replaced:\n` : "";
  return { diff: note + diff, diffTruncated: truncated, lineCounts: { linesRemoved, linesAdded } };
}
