// Shows the lines of a hit, given only positions, for files on a disk and in memory alike. Costs the lines, not the file.

import { isAscii } from "node:buffer";
import { countCodePoints } from "../text/count-code-points.js";
import { cutAround } from "../text/cut-text.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { ByteView } from "./byte-view.js";
import type { HitOptions, HitPosition, HitText } from "./hit-text.js";
import { readPlainHit } from "./read-plain-hit.js";

/** Bytes that are looked at to find the end of a line, or the lines around it: first so many, then up to the most. */
const FIRST_LINE_BYTES: number = 4 * 1024;
const MAX_LINE_BYTES: number = 64 * 1024;
const LINE_BYTES: readonly number[] = [FIRST_LINE_BYTES, MAX_LINE_BYTES];

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Decodes a line, or a part of one that may end inside a character. */
function decodeLine(bytes: Uint8Array, extent: "whole" | "part" = "whole"): string {
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
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
function countUpTo(window: ByteView, start: number, end: number): number {
  let count = 0;
  for (let position = start; position < end; ) {
    const bytes = window.view(position, Math.min(MAX_LINE_BYTES, end - position));
    if (bytes.length === 0) break;
    count += countCodePoints(bytes);
    position += bytes.length;
  }
  return count;
}

/** Shows the part around the match of a line that is longer than a window; a match at its end is shown from its start. */
function readLongLine(window: ByteView, hit: HitPosition, maxBytes: number): Pick<HitText, "column" | "text"> {
  const match = hit.byteOffset + (Number.isSafeInteger(hit.byteOffset + hit.columnByte) ? hit.columnByte - 1 : 0);
  const column = countUpTo(window, hit.byteOffset, match) + 1;
  const from = Math.max(hit.byteOffset, match - maxBytes);
  const part = window.view(from, 2 * maxBytes);
  const start = Math.max(
    0,
    part.findIndex((byte) => !isContinuation(byte)),
  );
  const feed = part.indexOf(LINE_FEED, match - from);
  const text = decodeLine(part.subarray(start, endOfLine(part, feed)), "part");
  const index = decodeLine(part.subarray(start, match - from)).length;
  const lead = from > hit.byteOffset ? "…" : "";
  return { column, text: cutAround(lead + text, { start: index, end: index }, maxBytes) };
}

function readShortLine(line: Buffer, hit: HitPosition, maxBytes: number): Pick<HitText, "column" | "text"> {
  const text = decodeLine(line);
  const isAsciiText = text.length === line.length;
  const before = isAsciiText ? hit.columnByte - 1 : decodeLine(line.subarray(0, hit.columnByte - 1)).length;
  const index = Math.min(before, text.length);
  const column = isAsciiText ? index + 1 : Array.from(text.slice(0, index)).length + 1;
  return { column, text: cutAround(text, { start: index, end: index }, maxBytes) };
}

function showLine(line: Buffer, maxBytes: number): string {
  return cutAround(decodeLine(line), { start: 0, end: 0 }, maxBytes);
}

/** Answers the last lines of some bytes that end behind a LF. */
function takeLast(bytes: Buffer, count: number): readonly Buffer[] {
  const lines: Buffer[] = [];
  let end = bytes.length;
  while (end > 0 && lines.length < count) {
    const start = end < 2 ? 0 : bytes.lastIndexOf(LINE_FEED, end - 2) + 1;
    const line = bytes.subarray(start, end);
    lines.push(line.subarray(0, endOfLine(line, line.length - 1)));
    end = start;
  }
  return lines.reverse();
}

/** Answers the first lines of some bytes; the last one may be cut off, or have no LF. */
function takeFirst(bytes: Buffer, count: number): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length && lines.length < count; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const next = feed === -1 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, next);
    lines.push(line.subarray(0, endOfLine(line, feed === -1 ? -1 : line.length - 1)));
    start = next;
  }
  return lines;
}

function readBefore(window: ByteView, hit: HitPosition, options: HitOptions): readonly string[] {
  let lines: readonly Buffer[] = [];
  for (const length of LINE_BYTES) {
    const start = Math.max(options.firstByte, hit.byteOffset - length);
    // One line more than is wanted, since the first one may be cut off.
    lines = takeLast(window.view(start, hit.byteOffset - start), options.context + 1);
    if (lines.length > options.context || start === options.firstByte) break;
  }
  return lines.slice(-options.context).map((line) => showLine(line, options.maxBytesPerLine));
}

function readAfter(window: ByteView, from: number, options: HitOptions): readonly string[] {
  let lines: readonly Buffer[] = [];
  for (const length of LINE_BYTES) {
    const bytes = window.view(from, length);
    lines = takeFirst(bytes, options.context + 1);
    if (lines.length > options.context || bytes.length < length) break;
  }
  return lines.slice(0, options.context).map((line) => showLine(line, options.maxBytesPerLine));
}

/** Holds what is looked at first: the line of a hit from its start on, and the byte in front of it. */
interface HitHead {
  readonly bytes: Buffer;
  /** 0-based place of the line in the bytes: 1, or 0 at the start of the text. */
  readonly lineStart: number;
}

function viewHead(window: ByteView, { byteOffset }: HitPosition, { firstByte }: HitOptions): HitHead | null {
  const lineStart = byteOffset === firstByte ? 0 : 1;
  const bytes = window.view(byteOffset - lineStart, FIRST_LINE_BYTES);
  if (bytes.length <= lineStart || (lineStart === 1 && bytes[0] !== LINE_FEED)) return null;
  return { bytes, lineStart };
}

/** Answers as much of the line as it takes to see its end, and no more than the most that is looked at. */
function viewLine(window: ByteView, hit: HitPosition, { bytes, lineStart }: HitHead): Buffer {
  const feed = bytes.indexOf(LINE_FEED, lineStart);
  if (feed >= 0) return bytes.subarray(lineStart, feed + 1);
  return bytes.length < FIRST_LINE_BYTES ? bytes.subarray(lineStart) : window.view(hit.byteOffset, MAX_LINE_BYTES);
}

/**
 * Reads the lines of a hit; `null` when no line starts where the hit says, since the file has changed, or was another one
 * when it was searched. Whether the match is there is told elsewhere.
 */
export function readHit(window: ByteView, hit: HitPosition, options: HitOptions): HitText | null {
  return readPlainHit(window, hit, options) ?? readAnyHit(window, hit, options);
}

function readAnyHit(window: ByteView, hit: HitPosition, options: HitOptions): HitText | null {
  const head = viewHead(window, hit, options);
  if (head === null) return null;
  const bytes = viewLine(window, hit, head);
  const feed = bytes.indexOf(LINE_FEED);
  const isWhole = feed !== -1 || bytes.length < MAX_LINE_BYTES;
  const shown = isWhole
    ? readShortLine(bytes.subarray(0, endOfLine(bytes, feed)), hit, options.maxBytesPerLine)
    : readLongLine(window, hit, options.maxBytesPerLine);
  if (options.context === 0) return shown;
  return {
    ...shown,
    before: readBefore(window, hit, options),
    after: feed !== -1 ? readAfter(window, hit.byteOffset + feed + 1, options) : [],
  };
}
