// Shortens texts to a number of UTF-8 bytes without splitting a code point. Grapheme clusters may be split.

const ELLIPSIS = "…";
const ELLIPSIS_BYTES = 3;

const MOST_BYTES_PER_UNIT = 3;

/** Selects a part of a text in UTF-16 units: 0-based, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Answers how many bytes a text takes in UTF-8; a lone surrogate counts 3, as U+FFFD. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** Answers how many bytes a text takes in UTF-8 at most, without looking at it. */
export function boundUtf8Length(text: string): number {
  return MOST_BYTES_PER_UNIT * text.length;
}

/** Cuts a text to the longest prefix of at most `maxBytes` in UTF-8 that ends between two code points. */
export function cutUtf8(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, Math.trunc(maxBytes))));
  return text.slice(0, read);
}

/**
 * Cuts a text to at most `maxBytes` in UTF-8 so that a match in it stays visible, with about the same context on both
 * sides and `…` wherever something is gone. A match that alone is too long loses its end. A budget with no room for the
 * dots holds nothing but the start of the match.
 */
export function cutAround(text: string, match: TextRange, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const before = text.slice(0, codePointFloor(text, match.start));
  const after = text.slice(codePointCeiling(text, match.end));
  const matched = text.slice(before.length, text.length - after.length);
  const dots = (before === "" ? 0 : ELLIPSIS_BYTES) + (after === "" ? 0 : ELLIPSIS_BYTES);
  if (!fits(matched, maxBytes - dots)) return cutMatch(matched, before !== "", maxBytes);
  const freeBytes = maxBytes - utf8Length(matched);
  const shownBefore = keepEnd(before, Math.max(Math.floor(freeBytes / 2), freeBytes - lengthUpTo(after, freeBytes)));
  return shownBefore + matched + keepStart(after, freeBytes - utf8Length(shownBefore));
}

function cutMatch(matched: string, hasTextBefore: boolean, maxBytes: number): string {
  const lead = hasTextBefore ? ELLIPSIS : "";
  const start = cutUtf8(matched, maxBytes - utf8Length(lead) - ELLIPSIS_BYTES);
  return start === "" ? cutUtf8(matched, maxBytes) : lead + start + ELLIPSIS;
}

function keepStart(text: string, maxBytes: number): string {
  return fits(text, maxBytes) ? text : cutUtf8(text, maxBytes - ELLIPSIS_BYTES) + ELLIPSIS;
}

function keepEnd(text: string, maxBytes: number): string {
  return fits(text, maxBytes) ? text : ELLIPSIS + cutUtf8Start(text, maxBytes - ELLIPSIS_BYTES);
}

/** Cuts a text to the longest end of at most `maxBytes` in UTF-8 that begins between two code points. */
export function cutUtf8Start(text: string, maxBytes: number): string {
  let start = text.length;
  let freeBytes = maxBytes;
  while (start > 0) {
    const previous = codePointFloor(text, start - 1);
    freeBytes -= utf8Length(text.slice(previous, start));
    if (freeBytes < 0) break;
    start = previous;
  }
  return text.slice(start);
}

// A UTF-16 unit takes one to three bytes, which saves measuring a text far below or beyond the budget.
function fits(text: string, maxBytes: number): boolean {
  if (boundUtf8Length(text) <= maxBytes) return true;
  return text.length <= maxBytes && utf8Length(text) <= maxBytes;
}

function lengthUpTo(text: string, maxBytes: number): number {
  return text.length > maxBytes ? maxBytes : utf8Length(text);
}

function codePointFloor(text: string, index: number): number {
  return isInsidePair(text, index) ? index - 1 : index;
}

function codePointCeiling(text: string, index: number): number {
  return isInsidePair(text, index) ? index + 1 : index;
}

function isInsidePair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
