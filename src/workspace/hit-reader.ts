// Reads the lines of a hit from a file that the boundary opened, given only positions. Costs the lines, not the file.

import { cutAround } from "../text/cut-text.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { OpenFile } from "./directory.js";

/** Where a search says that a line matches. */
export interface HitPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based position of the match in the line, in bytes; beyond the line stands for its end. */
  readonly columnByte: number;
  /** 0-based position of the line in the file. */
  readonly byteOffset: number;
}

/** Says how much of the lines is shown. */
export interface HitOptions {
  /** Lines before and after. */
  readonly context: number;
  readonly maxBytesPerLine: number;
}

/** The lines of a hit, without their endings. */
export interface HitText {
  /** 1-based, in code points. */
  readonly column: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Bytes on each side of a position that are read to find whole lines. */
const WINDOW_BYTES = 64 * 1024;

/** Bytes that are read first, since few lines are longer. */
const FIRST_BYTES = 4 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function readAt(file: OpenFile, start: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const bytesRead = file.readSync(buffer.subarray(filled), start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Decodes a line, or a part of one that may end inside a character. */
function decodeLine(bytes: Uint8Array, extent: "whole" | "part" = "whole"): string {
  const { encoding } = detectTextFormat(bytes, { complete: extent === "whole" });
  return decodeText(bytes, { encoding, bom: false });
}

/** Answers where a line ends without its line ending; `feed` is the place of its LF, -1 if it has none. */
function endOfLine(bytes: Buffer, feed: number): number {
  if (feed === -1) return bytes.length;
  return feed > 0 && bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Counts code points up to a position, in pieces, so that a line of any length can be measured. */
function countCodePoints(file: OpenFile, start: number, end: number): number {
  let count = 0;
  for (let position = start; position < end; ) {
    const bytes = readAt(file, position, Math.min(WINDOW_BYTES, end - position));
    if (bytes.length === 0) break;
    for (const byte of bytes) if (!isContinuation(byte)) count += 1;
    position += bytes.length;
  }
  return count;
}

/** Shows the part around the match of a line that is longer than a window. */
function readLongLine(file: OpenFile, hit: HitPosition, maxBytes: number): Pick<HitText, "column" | "text"> {
  const isInFile = hit.columnByte <= file.stat().size;
  const match = hit.byteOffset + (isInFile ? hit.columnByte - 1 : 0);
  const from = Math.max(hit.byteOffset, match - maxBytes);
  const window = readAt(file, from, 2 * maxBytes);
  const start = window.findIndex((byte) => !isContinuation(byte));
  const feed = window.indexOf(LINE_FEED, match - from);
  const text = decodeLine(window.subarray(Math.max(0, start), endOfLine(window, feed)), "part");
  const index = decodeLine(window.subarray(Math.max(0, start), match - from)).length;
  const column = countCodePoints(file, hit.byteOffset, match) + 1;
  return {
    column,
    text: cutAround(`${from > hit.byteOffset ? "…" : ""}${text}`, { start: index, end: index }, maxBytes),
  };
}

function readShortLine(line: Buffer, hit: HitPosition, maxBytes: number): Pick<HitText, "column" | "text"> {
  const text = decodeLine(line);
  const index = Math.min(decodeLine(line.subarray(0, hit.columnByte - 1)).length, text.length);
  const column = Array.from(text.slice(0, index)).length + 1;
  return { column, text: cutAround(text, { start: index, end: index }, maxBytes) };
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let feed = bytes.indexOf(LINE_FEED); feed !== -1; feed = bytes.indexOf(LINE_FEED, start)) {
    const line = bytes.subarray(start, feed + 1);
    lines.push(line.subarray(0, endOfLine(line, line.length - 1)));
    start = feed + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

function showLines(lines: readonly Buffer[], maxBytes: number): readonly string[] {
  return lines.map((line) => cutAround(decodeLine(line), { start: 0, end: 0 }, maxBytes));
}

function readBefore(file: OpenFile, hit: HitPosition, options: PlacedHitOptions): readonly string[] {
  const start = Math.max(options.firstByte, hit.byteOffset - WINDOW_BYTES);
  const lines = splitLines(readAt(file, start, hit.byteOffset - start));
  return showLines(lines.slice(-options.context), options.maxBytesPerLine);
}

function readAfter(file: OpenFile, from: number, options: HitOptions): readonly string[] {
  const lines = splitLines(readAt(file, from, WINDOW_BYTES));
  return showLines(lines.slice(0, options.context), options.maxBytesPerLine);
}

function startsLine(file: OpenFile, byteOffset: number, firstByte: number): boolean {
  return byteOffset === firstByte || readAt(file, byteOffset - 1, 1)[0] === LINE_FEED;
}

/** Reads as much from a position on as it takes to see the end of its line, and no more than a window. */
function readToLineEnd(file: OpenFile, byteOffset: number): Buffer {
  const first = readAt(file, byteOffset, FIRST_BYTES);
  const isEnough = first.length < FIRST_BYTES || first.includes(LINE_FEED);
  return isEnough ? first : readAt(file, byteOffset, WINDOW_BYTES);
}

interface PlacedHitOptions extends HitOptions {
  /** Position of the first line, behind a byte order mark. */
  readonly firstByte: number;
}

/** Reads the lines of a hit; `null` when no line starts where the hit says, since the file has changed. */
export function readHit(file: OpenFile, hit: HitPosition, options: PlacedHitOptions): HitText | null {
  if (!startsLine(file, hit.byteOffset, options.firstByte)) return null;
  const window = readToLineEnd(file, hit.byteOffset);
  if (window.length === 0) return null;
  const feed = window.indexOf(LINE_FEED);
  const isWhole = feed !== -1 || window.length < WINDOW_BYTES;
  const line = window.subarray(0, endOfLine(window, feed));
  const shown = isWhole
    ? readShortLine(line, hit, options.maxBytesPerLine)
    : readLongLine(file, hit, options.maxBytesPerLine);
  if (options.context === 0) return shown;
  return {
    ...shown,
    before: readBefore(file, hit, options),
    after: feed !== -1 ? readAfter(file, hit.byteOffset + feed + 1, options) : [],
  };
}
