// Turns the matches in a text into hits: line, column, the line itself, and the lines around it.

import { createByteView } from "./byte-view.js";
import { type HardPart, isHardPart } from "./hard-part.js";
import type { HitText } from "./hit-text.js";
import type { ByteRange, LineMatcher } from "./line-matcher-options.js";
import { readHit } from "./read-hit.js";

/** Describes one line in which a match begins. */
export interface ScanHit extends HitText {
  /** 1-based. */
  readonly line: number;
}

/** Says how hits are shown. */
export interface ScanOptions {
  /** Lines before and after each hit. */
  readonly context: number;
  /** Bytes of UTF-8 that each line is cut to. */
  readonly maxBytesPerLine: number;
  /** Start of a line in front of which no match begins; default 0. */
  readonly from?: number;
}

const LINE_FEED = 0x0a;

/** Bytes whose line feeds are counted before others may have their turn: a millisecond where each byte is one. */
const COUNTED_BYTES: number = 32 * 1024;

function countLineFeeds(content: Buffer, range: ByteRange): number {
  let count = 0;
  let at = content.indexOf(LINE_FEED, range.start);
  while (at >= 0 && at < range.end) {
    count += 1;
    at = content.indexOf(LINE_FEED, at + 1);
  }
  return count;
}

/** Counts the line feeds in a range, and yields `null` where a part of it went by. */
function* countLines(content: Buffer, { start, end }: ByteRange): Generator<null, number, void> {
  let count = 0;
  for (let from = start; from < end; from += COUNTED_BYTES) {
    if (from > start) yield null;
    count += countLineFeeds(content, { start: from, end: Math.min(end, from + COUNTED_BYTES) });
  }
  return count;
}

/**
 * Yields one hit for each line in which a match begins, in order, `null` where a part of the text went by, and what the
 * matcher leaves to others.
 * The text is in UTF-8 without a byte order mark; nothing is read ahead of the hit that is asked for.
 */
export function* scanBytes(
  content: Buffer,
  matcher: LineMatcher,
  options: ScanOptions,
): Generator<ScanHit | HardPart | null, void, void> {
  const view = createByteView(content);
  const shown = { ...options, firstByte: 0 };
  let line = 1;
  let counted = 0;
  for (const match of matcher.scan(content, options.from)) {
    if (match === null || isHardPart(match)) {
      yield match;
      continue;
    }
    const byteOffset = match.start === 0 ? 0 : content.lastIndexOf(LINE_FEED, match.start - 1) + 1;
    line += yield* countLines(content, { start: counted, end: byteOffset });
    counted = byteOffset;
    const text = readHit(view, { byteOffset, columnByte: match.start - byteOffset + 1 }, shown);
    yield { line, column: 1, text: "", ...text };
  }
}
