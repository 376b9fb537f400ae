// Finds private keys in PEM form, also those of which the text holds only one end. Linear in the text.

import type { SecretRange } from "./redactor.js";

const KIND = "private-key";
const MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

// What lines of a key look like: base64 and armor headers, perhaps quoted, escaped or behind a prefix as in YAML and JSON.
const BODY_LINE = /^[A-Za-z0-9+/=\\\s"'`>|,;#*-]{0,256}$/;
const ARMOR_HEADER = /^\s{0,16}(?:Proc-Type|DEK-Info|Version|Comment|Hash): /;
const MAX_WORDS = 2;

// The largest keys have 13 KiB; what is longer is two marks that have nothing to do with each other.
const MAX_KEY_CHARACTERS = 32 * 1024;

/** A mark at either end of a key: 0-based, `end` exclusive. */
interface Mark {
  readonly isBegin: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds private keys: everything from the first mark to the last one, and from a mark without its partner every
 * neighbouring line that looks like a part of a key.
 */
export function findPrivateKeys(text: string): readonly SecretRange[] {
  const marks = Array.from(text.matchAll(MARK), ({ 0: mark, 1: side, index }) => ({
    isBegin: side === "BEGIN",
    start: index,
    end: index + mark.length,
  }));
  const ranges: SecretRange[] = [];
  let coveredUntil = 0;
  for (const [index, mark] of marks.entries()) {
    // Many marks in one line would each look for the end of it.
    if (mark.start < coveredUntil) continue;
    const next = marks[index + 1];
    const key = isPair(mark, next) ? { start: mark.start, end: next.end } : findHalf(text, mark, coveredUntil);
    ranges.push({ ...key, kind: KIND });
    coveredUntil = key.end;
  }
  return ranges;
}

function isPair(begin: Mark, end: Mark | undefined): end is Mark {
  if (end === undefined) return false;
  return begin.isBegin && !end.isBegin && end.end - begin.start <= MAX_KEY_CHARACTERS;
}

function findHalf(text: string, mark: Mark, floor: number): { readonly start: number; readonly end: number } {
  if (mark.isBegin) return { start: mark.start, end: endOfBody(text, mark.start) };
  return { start: floor + startOfBody(text.slice(floor, mark.start)), end: mark.end };
}

function isBodyLine(line: string): boolean {
  if (ARMOR_HEADER.test(line)) return true;
  return BODY_LINE.test(line) && line.trim().split(/\s+/).length <= MAX_WORDS;
}

/** Answers where the body of a key that begins at `begin` ends; its first line is hidden to the end. */
function endOfBody(text: string, begin: number): number {
  let end = endOfLine(text, begin);
  while (end < text.length) {
    const next = endOfLine(text, end + 1);
    if (!isBodyLine(text.slice(end + 1, next))) break;
    end = next;
  }
  return end;
}

/** Answers where the body of a key starts that ends with the text; its last line is hidden from the start. */
function startOfBody(text: string): number {
  let start = text.lastIndexOf("\n") + 1;
  while (start > 0) {
    const previous = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
    if (!isBodyLine(text.slice(previous, start - 1))) break;
    start = previous;
  }
  return start;
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  return feed === -1 ? text.length : feed;
}
