// Finds literal text in a file that is read piece by piece into one buffer. Gives up where more than its bytes would count.

import { isUtf8 } from "node:buffer";
import { detectMarkedEncoding } from "../text/byte-order-mark.js";
import { BytePiece } from "./byte-view.js";
import type { HitPosition } from "./hit-text.js";

/** One line that matches; its bytes are at hand only until the next one is asked for. */
export interface PiecePlace extends HitPosition {
  /** 1-based. */
  readonly line: number;
  readonly piece: BytePiece;
  /** Position of the first line of the file, behind a byte order mark. */
  readonly firstByte: number;
}

/** Says how a scan ended: at the end of the file, or where another search has to begin anew. */
export type PiecesEnd = "end" | "unfit";

/** What is sought, and where pieces are read to; a line that is longer than the buffer is not taken. */
export interface PieceSearch {
  /** Not empty, and without a line feed. */
  readonly literal: Buffer;
  /** Other bytes than UTF-8 may be the same text, and are not taken. */
  readonly isForeign: boolean;
  readonly buffer: Buffer;
  /** Fills a target from a position of the file (0-based) on; fewer bytes than asked for only at its end. */
  readonly read: (target: Buffer, position: number) => number;
}

const LINE_FEED = 0x0a;
const UTF_8_MARK_BYTES = 3;

function countLineFeeds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED, start); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** Answers `null` for an encoding in which bytes are not what they look like. */
function findFirstByte(head: Buffer): number | null {
  const mark = detectMarkedEncoding(head);
  if (mark === undefined) return 0;
  return mark === "utf-8" ? UTF_8_MARK_BYTES : null;
}

/** Yields the first match of each line of some whole lines, and returns the number of the line behind them. */
function* scanLines(
  piece: BytePiece,
  literal: Buffer,
  { line: firstLine, firstByte }: Pick<PiecePlace, "line" | "firstByte">,
): Generator<PiecePlace, number, void> {
  const { bytes, start } = piece;
  let line = firstLine;
  let counted = 0;
  for (let match = bytes.indexOf(literal); match >= 0; ) {
    const lineStart = match === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, match - 1) + 1;
    line += countLineFeeds(bytes, counted, lineStart);
    counted = lineStart;
    yield { line, piece, firstByte, byteOffset: start + lineStart, columnByte: match - lineStart + 1 };
    const feed = bytes.indexOf(LINE_FEED, match);
    match = feed < 0 ? -1 : bytes.indexOf(literal, feed + 1);
  }
  return line + countLineFeeds(bytes, counted, bytes.length);
}

/** A piece that ends with a whole line, or with the file; `null` where none can be made. */
function takeLines(filled: Buffer, isLast: boolean): Buffer | null {
  if (filled.includes(0)) return null;
  if (isLast) return filled;
  const end = filled.lastIndexOf(LINE_FEED) + 1;
  return end === 0 ? null : filled.subarray(0, end);
}

/**
 * Yields the first match of each line, in order, and `null` behind each piece that was read.
 * Ends as `unfit` at a NUL byte, a byte order mark of UTF-16, a line that the buffer does not hold, and text that would
 * have to be decoded.
 */
export function* scanPieces(search: PieceSearch): Generator<PiecePlace | null, PiecesEnd, void> {
  const { literal, isForeign, buffer, read } = search;
  let filled = buffer.subarray(0, read(buffer, 0));
  const firstByte = findFirstByte(filled);
  if (firstByte === null) return "unfit";
  let line = 1;
  for (let position = 0; ; filled = buffer.subarray(0, read(buffer, position))) {
    const isLast = filled.length < buffer.length;
    const lines = takeLines(filled, isLast);
    if (lines === null || (isForeign && !isUtf8(lines))) return "unfit";
    const skipped = position === 0 ? firstByte : 0;
    line = yield* scanLines(new BytePiece(lines.subarray(skipped), position + skipped), literal, { line, firstByte });
    yield null;
    if (isLast) return "end";
    position += lines.length;
  }
}
