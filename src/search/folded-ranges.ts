// Refuses expressions whose ranges of characters take long to be folded in case, which the engine does one by one.

import { createRegexError } from "./regex-error.js";

/** Characters of all ranges together; 25 ms. */
const MAX_FOLDED: number = 1024 * 1024;

/** The last character that has a form in another case. */
const LAST_FOLD = 0x1e943;

const RANGES =
  /(?:\\x\{(?<firstCode>[0-9a-f]+)\}|(?<first>[^\\]))-(?:\\x\{(?<lastCode>[0-9a-f]+)\}|(?<last>[^\\\]]))/giu;

function readCode(code: string | undefined, character: string | undefined): number {
  return Math.min(LAST_FOLD, code === undefined ? (character?.codePointAt(0) ?? 0) : Number.parseInt(code, 16));
}

/**
 * Asserts that an expression in the dialect of the engine can be compiled in a moment, whether case counts or not.
 * @throws {FsError} invalid_pattern – when its ranges hold too many characters in all
 */
export function assertFoldableRanges(translated: string): void {
  let count = 0;
  for (const { groups = {} } of translated.matchAll(RANGES)) {
    const { firstCode, first, lastCode, last } = groups;
    count += Math.max(0, readCode(lastCode, last) - readCode(firstCode, first));
  }
  if (count > MAX_FOLDED) throw createRegexError("its ranges of characters are too large together");
}
