// Plans what a whole new text does to a file: which bytes, and which diff. Pure.

import { findOmission } from "../../edit/find-omission.js";
import { createUnifiedDiff } from "../../edit/unified-diff.js";
import { FsError } from "../../errors.js";
import { MAX_DIFF_BYTES, MAX_DIFF_LINES } from "../../limits.js";
import { assertReadsBack } from "../../text/assert-reads-back.js";
import { cutUtf8 } from "../../text/cut-text.js";
import { detectBinary } from "../../text/detect-binary.js";
import { decodeText, detectTextFormat, encodeText, type TextFormat } from "../../text/encoding.js";
import { formatBytes } from "../definition/tool-options.js";

const NEW_FILE: TextFormat = { encoding: "utf-8", bom: false };
const BYTE_ORDER_MARK = "\ufeff";
const EXCERPT_BYTES = 120;

/** Says what a file is to hold. */
export interface WriteRequest {
  readonly path: string;
  readonly content: string;
  readonly maxBytes: number;
  /** The caller named the current content by its hash, so it may be anything. */
  readonly isConfirmed: boolean;
}

/** Holds the bytes to write and how they differ from those that were there. */
export interface WritePlan {
  readonly bytes: Uint8Array;
  readonly created: boolean;
  readonly diff: string;
  readonly diffTruncated: boolean;
}

/**
 * Plans a write. An existing text keeps its encoding and byte order mark; damaged text becomes UTF-8.
 * @throws {FsError} binary_file – when the file is not text and the caller did not name its hash
 * @throws {FsError} parse_error – when a line of the content stands for text of the file that is left out
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
  const oldText = current === null ? "" : decodeComparable(current, maxBytes);
  if (oldText !== null) assertNothingLeftOut(oldText, text, path);
  return { bytes, created: current === null, ...describeChange(oldText, text, path) };
}

/** @throws {FsError} file_too_large – when more than `maxBytes` would be written */
export function assertWriteSize(path: string, sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return;
  throw new FsError("file_too_large", `${path} would have ${formatBytes(sizeBytes)}.`, {
    path,
    hint: `At most ${formatBytes(maxBytes)} can be written at once; split the file.`,
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

/** Answers the old text; `null` when it is not text, or too large to compare. */
function decodeComparable(current: Uint8Array, maxBytes: number): string | null {
  return current.length > maxBytes || detectBinary(current) ? null : decodeText(current, detectTextFormat(current));
}

function assertNothingLeftOut(oldText: string, text: string, path: string): void {
  const omission = oldText === "" ? null : findOmission(oldText, text, { path });
  if (omission === null) return;
  const shown = cutUtf8(omission.text, EXCERPT_BYTES);
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

function describeChange(oldText: string | null, text: string, path: string): Pick<WritePlan, "diff" | "diffTruncated"> {
  if (oldText === null) return { diff: "", diffTruncated: true };
  const limits = { maxLines: MAX_DIFF_LINES, maxBytes: MAX_DIFF_BYTES };
  const { diff, truncated } = createUnifiedDiff(oldText, text, { path, ...limits });
  return { diff, diffTruncated: truncated };
}
