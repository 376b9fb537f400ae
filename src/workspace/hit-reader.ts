// Reads the lines of a hit from a file that the boundary opened, given only positions. Costs the lines, not the file.

import { cutAround } from "../text/cut-text.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { OpenFile } from "./directory.js";

/** Where a search says that a line matches. */
export interface HitPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based position of the match in the line, in bytes. */
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

const LINE_FEED = 0x0a;

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

function decodeLine(bytes: Uint8Array): string {
  const text = decodeText(bytes, { encoding: detectTextFormat(bytes, { complete: false }).encoding, bom: false });
  return text.endsWith("\r") ? text.slice(0, -1) : text;
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
  const match = hit.byteOffset + hit.columnByte - 1;
  const from = Math.max(hit.byteOffset, match - maxBytes);
  const window = readAt(file, from, 2 * maxBytes);
  const start = window.findIndex((byte) => !isContinuation(byte));
  const feed = window.indexOf(LINE_FEED, match - from);
  const text = decodeLine(window.subarray(Math.max(0, start), feed === -1 ? window.length : feed));
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
    lines.push(bytes.subarray(start, feed));
    start = feed + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

function showLines(lines: readonly Buffer[], maxBytes: number): readonly string[] {
  return lines.map((line) => cutAround(decodeLine(line), { start: 0, end: 0 }, maxBytes));
}

function readBefore(file: OpenFile, hit: HitPosition, options: HitOptions): readonly string[] {
  const start = Math.max(0, hit.byteOffset - WINDOW_BYTES);
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

/**
 * Reads the lines of a hit; `null` when no line starts where the hit says, since the file has changed.
 * @param firstByte position of the first line, behind a byte order mark
 */
export function readHit(
  file: OpenFile,
  hit: HitPosition,
  options: HitOptions & { readonly firstByte: number },
): HitText | null {
  if (!startsLine(file, hit.byteOffset, options.firstByte)) return null;
  const window = readAt(file, hit.byteOffset, WINDOW_BYTES);
  if (window.length === 0) return null;
  const feed = window.indexOf(LINE_FEED);
  const isWhole = feed !== -1 || window.length < WINDOW_BYTES;
  const line = window.subarray(0, feed === -1 ? window.length : feed);
  const shown = isWhole
    ? readShortLine(line, hit, options.maxBytesPerLine)
    : readLongLine(file, hit, options.maxBytesPerLine);
  if (options.context === 0) return shown;
  return {
    ...shown,
    before: readBefore(file, hit, options),
    after: isWhole ? readAfter(file, hit.byteOffset + line.length + 1, options) : [],
  };
}
