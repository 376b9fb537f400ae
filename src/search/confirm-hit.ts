// Tells whether a hit still stands where a search found it: what was searched may have been another file. Pure.

import { Buffer, isAscii, isUtf8 } from "node:buffer";
import type { ByteView } from "./byte-view.js";
import { escapeRegex } from "./escape-regex.js";
import { isHardPart } from "./hard-part.js";
import type { HitPosition } from "./hit-text.js";
import type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";
import { hasWordBoundary } from "./word-boundary.js";

/** Says whether a match is where it was found, or that only whoever found it can tell. */
export type Verdict = "there" | "gone" | "unknown";

/** Judges one hit by the bytes that are there now. */
export type HitCheck = (window: ByteView, hit: HitPosition) => Verdict;

/** Letters that fold to one another take up to three times as many bytes, such as K and the Kelvin sign. */
const FOLDED_GROWTH = 3;

/** Bytes in which the end of a line is looked for: first so many, then up to the most. */
const LINE_BYTES: readonly number[] = [4 * 1024, 64 * 1024];

const LINE_FEED = 0x0a;

/** Judges what was found in these very bytes. */
export const TRUSTING_CHECK: HitCheck = () => "there";

/** Judges nothing. */
export const IGNORANT_CHECK: HitCheck = () => "unknown";

const verdictOf = (isThere: boolean): Verdict => (isThere ? "there" : "gone");

function placeOf({ byteOffset, columnByte }: HitPosition): number {
  return byteOffset + columnByte - 1;
}

/** Creates the check of literal text: the bytes at the place are compared. */
export function createLiteralCheck(pattern: string, options: LineMatcherOptions): HitCheck {
  const literal = Buffer.from(pattern);
  if (options.ignoreCase !== true) {
    return (window, hit) => verdictOf(literal.equals(window.view(placeOf(hit), literal.length)));
  }
  const expression = new RegExp(`^${escapeRegex(pattern)}`, "iu");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const maxBytes = FOLDED_GROWTH * literal.length;
  return (window, hit) => verdictOf(expression.test(decoder.decode(window.view(placeOf(hit), maxBytes))));
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
  return isAscii(text) || (isUtf8(text) && !hasWordBoundary(pattern));
}

/** Answers `unknown` for a line that takes long to be judged. */
function judgeLine(line: Buffer, pattern: string, matcher: LineMatcher): Verdict {
  for (const match of matcher.scan(line)) {
    if (match !== null) return isHardPart(match) ? "unknown" : "there";
  }
  return isMatcherExact(pattern, line) ? "gone" : "unknown";
}

/** Creates the check of an expression: it is matched once more, in the line that is there now. */
export function createExpressionCheck(pattern: string, matcher: LineMatcher): HitCheck {
  return (window, hit) => {
    const line = viewLine(window, hit);
    return line === null ? "unknown" : judgeLine(line, pattern, matcher);
  };
}
