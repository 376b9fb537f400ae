// Tells whether a hit still stands where a search found it: what was searched may have been another file. Pure.

import { Buffer, isAscii, isUtf8 } from "node:buffer";
import type { ByteView } from "./byte-view.js";
import { escapeRegex } from "./escape-regex.js";
import type { HitPosition } from "./hit-text.js";
import type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";

/** Answers `false` only where the match is certainly not there. */
export type HitCheck = (window: ByteView, hit: HitPosition) => boolean;

/** Letters that fold to one another take up to three times as many bytes, such as K and the Kelvin sign. */
const FOLDED_GROWTH = 3;

/** Bytes in which the end of a line is looked for: first so many, then up to the most. */
const LINE_BYTES: readonly number[] = [4 * 1024, 64 * 1024];

const LINE_FEED = 0x0a;

/** Takes the search's word for it. */
export const TRUSTING_CHECK: HitCheck = () => true;

function placeOf({ byteOffset, columnByte }: HitPosition): number {
  return byteOffset + columnByte - 1;
}

/** Creates the check of literal text: the bytes at the place are compared. */
export function createLiteralCheck(pattern: string, options: LineMatcherOptions): HitCheck {
  const literal = Buffer.from(pattern);
  if (options.ignoreCase !== true) return (window, hit) => literal.equals(window.view(placeOf(hit), literal.length));
  const expression = new RegExp(`^${escapeRegex(pattern)}`, "iu");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const maxBytes = FOLDED_GROWTH * literal.length;
  return (window, hit) => expression.test(decoder.decode(window.view(placeOf(hit), maxBytes)));
}

/** Answers `null` for a line that is too long to be judged. */
function viewLine(window: ByteView, { byteOffset }: HitPosition): Buffer | null {
  for (const length of LINE_BYTES) {
    const bytes = window.view(byteOffset, length);
    const feed = bytes.indexOf(LINE_FEED);
    if (feed >= 0) return bytes.subarray(0, feed + 1);
    if (bytes.length < length) return bytes;
  }
  return null;
}

/**
 * Tells whether the matcher of an expression is right about some text that it finds nothing in: it knows no letters but those of
 * ASCII at the ends of words, and ripgrep no bytes that are no UTF-8, and a lone CR as the end of a line.
 */
export function isMatcherExact(pattern: string, text: Buffer): boolean {
  if (/\r(?!\n)/.test(text.toString("latin1"))) return false;
  return isAscii(text) || (isUtf8(text) && !/\\[bB<>]/.test(pattern));
}

/** Creates the check of an expression: it is matched once more, in the line that is there now. */
export function createExpressionCheck(pattern: string, matcher: LineMatcher): HitCheck {
  return (window, hit) => {
    const line = viewLine(window, hit);
    if (line === null) return true;
    // A line that takes long to be judged is taken for what it was.
    for (const match of matcher.scan(line)) if (match !== null) return true;
    return !isMatcherExact(pattern, line);
  };
}
