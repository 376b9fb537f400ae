// Plans what a whole new text does to a file: which bytes, and which diff. Through no store.

import { diffBudgetFor } from "../../edit/diff-budget.js";
import { formatDiffPath } from "../../edit/diff-path.js";
import { findOmission } from "../../edit/find-omission.js";
import { compareInSteps } from "../../edit/unified-diff.js";
import { FsError } from "../../errors.js";
import { assertReadsBack } from "../../text/assert-reads-back.js";
import { cutUtf8 } from "../../text/cut-text.js";
import { detectBinary } from "../../text/detect-binary.js";
import { decodeText, detectTextFormat, encodeText, type TextFormat } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import { formatExcess } from "../definition/tool-options.js";

const NEW_FILE: TextFormat = { encoding: "utf-8", bom: false };
const BYTE_ORDER_MARK = "\ufeff";
const EXCERPT_BYTES = 120;

/** Says what a file is to hold. */
export interface WriteRequest {
  readonly path: string;
  readonly content: string;
  /** The content as a refusal shows it, line by line. */
  readonly shownContent: string;
  readonly maxBytes: number;
  /** The caller named the current content by its hash, so it may be anything. */
  readonly isConfirmed: boolean;
  /** Nothing of the diff is left out, however long it is. */
  readonly wholeDiff?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
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
 * @throws {FsError} parse_error – when a line of the content stands for text of the file that is left out
 * @throws {FsError} unsupported_encoding – when the file's encoding has no form for a character, or would not be told again
 * @throws {FsError} file_too_large – when more than `maxBytes` would be written
 */
export async function planWrite(current: Uint8Array | null, request: WriteRequest): Promise<WritePlan> {
  const { path, content, maxBytes } = request;
  const format = current === null ? NEW_FILE : resolveFormat(current, request);
  const text = format.bom && content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content;
  const bytes = encodeText(text, format);
  assertReadsBack(bytes, format);
  assertWriteSize(path, bytes.length, maxBytes);
  if (current === null) return { bytes, created: true, ...(await describeChange("", text, request)) };
  const oldText = decodeComparable(current, maxBytes);
  if (oldText === null) return { bytes, created: false, ...(await describeReplacement(current, text, request)) };
  await assertNothingLeftOut(oldText, text, request);
  return { bytes, created: false, ...(await describeChange(oldText, text, request)) };
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

/** Answers the old text; `null` when it is not text, or too large to compare. */
function decodeComparable(current: Uint8Array, maxBytes: number): string | null {
  return current.length > maxBytes || detectBinary(current) ? null : decodeText(current, detectTextFormat(current));
}

async function assertNothingLeftOut(oldText: string, text: string, request: WriteRequest): Promise<void> {
  const { path, shownContent, signal } = request;
  const omission = oldText === "" ? null : await runInTurns(findOmission(oldText, text, { path }), signal);
  if (omission === null) return;
  const line = shownContent.split("\n", omission.line)[omission.line - 1] ?? "";
  const shown = cutUtf8(line.trim(), EXCERPT_BYTES);
  throw new FsError(
    "parse_error",
    `line ${omission.line} of the content, \`${shown}\`, stands for text of ${path} that is left out.`,
    {
      path,
      status: 422,
      hint: "Nothing was written. Write every line out, or change only the lines that differ with the edit tool.",
      details: { line: omission.line },
    },
  );
}

type DescribedChange = Pick<WritePlan, "diff" | "diffTruncated" | "lineCounts">;

async function describeChange(
  oldText: string,
  text: string,
  { path, wholeDiff, signal }: WriteRequest,
): Promise<DescribedChange> {
  const steps = compareInSteps(oldText, text, { path, ...diffBudgetFor(wholeDiff) });
  const { diff, truncated, changes } = await runInTurns(steps, signal);
  const linesRemoved = changes.reduce((sum, { oldLines }) => sum + oldLines.length, 0);
  const linesAdded = changes.reduce((sum, { newLines }) => sum + newLines.length, 0);
  return { diff, diffTruncated: truncated, lineCounts: { linesRemoved, linesAdded } };
}

/** Describes a change whose old text is no text, or too large to be compared unless a whole diff is wanted. */
async function describeReplacement(current: Uint8Array, text: string, request: WriteRequest): Promise<DescribedChange> {
  if (request.wholeDiff !== true) return { diff: "", diffTruncated: true, lineCounts: null };
  if (!detectBinary(current)) return describeChange(decodeText(current, detectTextFormat(current)), text, request);
  const described = await describeChange("", text, request);
  return { ...described, diff: `Binary file ${formatDiffPath("a", request.path)} is replaced:\n${described.diff}` };
}
