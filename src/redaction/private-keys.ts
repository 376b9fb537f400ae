// Finds private keys in PEM form, also those of which the text holds only one end. Linear in the text.

import type { Steps } from "../text/steps.js";
import type { SecretRange } from "./redactor.js";

const KIND = "private-key";
const MARK = /-----(BEGIN|END) ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

// What lines of a key look like: base64 and armor headers, perhaps quoted, escaped or behind a prefix as in YAML and JSON.
const BODY_LINE = /^[A-Za-z0-9+/=\\\s"'`>|,;#*-]{0,256}$/;
const ARMOR_HEADER = /^\s{0,16}(?:Proc-Type|DEK-Info|Version|Comment|Hash): /;
const MAX_WORDS = 2;

// What a list of texts or a comment puts around each line of a key.
const LINE_PREFIX = /^(?:[\s"'`>|,;#*]|[-+](?=[\s"'`])|\/\/(?=\s))*/;
const LINE_SUFFIX = /(?:\\+[nrt])*["'`][\s,;+.&)\\]{0,16}$/;
const QUOTE = /["'`]/;

// The largest keys have 13 KiB; what is longer is two marks that have nothing to do with each other.
const MAX_KEY_CHARACTERS = 32 * 1024;

// Looked at in one step.
const MARKS_PER_STEP = 64;

/** A mark at either end of a key: 0-based, `end` exclusive. */
interface Mark {
  readonly isBegin: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds private keys: everything from the first mark to the last one, and from a mark without its partner every
 * neighbouring line that looks like a part of a key; without the quotes and commas of lists in which each line is a text.
 */
export function* findPrivateKeys(text: string): Steps<readonly SecretRange[]> {
  const marks = Array.from(text.matchAll(MARK), ({ 0: mark, 1: side, index }) => ({
    isBegin: side === "BEGIN",
    start: index,
    end: index + mark.length,
  }));
  const ranges: SecretRange[] = [];
  let coveredUntil = 0;
  for (const [index, mark] of marks.entries()) {
    if (index % MARKS_PER_STEP === MARKS_PER_STEP - 1) yield;
    // Many marks in one line would each look for the end of it.
    if (mark.start < coveredUntil) continue;
    const next = marks[index + 1];
    const key = isPair(mark, next) ? { start: mark.start, end: next.end } : findHalf(text, mark, coveredUntil);
    ranges.push(...splitIntoLines(text, key));
    coveredUntil = key.end;
  }
  return ranges;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function splitIntoLines(text: string, { start, end }: Span): readonly SecretRange[] {
  const ranges: SecretRange[] = [];
  for (let from = start; from < end; ) {
    const lineEnd = Math.min(endOfLine(text, from), end);
    const line = text.slice(from, lineEnd);
    const first = from + (LINE_PREFIX.exec(line)?.[0].length ?? 0);
    const last = lineEnd - (LINE_SUFFIX.exec(line)?.[0].length ?? 0);
    if (first < last) ranges.push({ start: first, end: last, kind: KIND });
    from = lineEnd + 1;
  }
  return ranges;
}

function isPair(begin: Mark, end: Mark | undefined): end is Mark {
  if (end === undefined) return false;
  return begin.isBegin && !end.isBegin && end.end - begin.start <= MAX_KEY_CHARACTERS;
}

function findHalf(text: string, mark: Mark, floor: number): Span {
  if (mark.isBegin) return { start: mark.start, end: endOfBody(text, mark.start) };
  return { start: floor + startOfBody(text.slice(floor, mark.start)), end: mark.end };
}

function isBodyLine(line: string): boolean {
  if (ARMOR_HEADER.test(line)) return true;
  return BODY_LINE.test(line) && line.trim().split(/\s+/).length <= MAX_WORDS;
}

/** Answers where the body of a key that begins at `begin` ends; its first line is hidden to the end, or to a quote. */
function endOfBody(text: string, begin: number): number {
  let end = endOfLine(text, begin);
  const rest = text.slice(begin, end);
  const quote = rest.search(QUOTE);
  if (quote !== -1 && !LINE_SUFFIX.test(rest)) return begin + quote;
  while (end < text.length) {
    const next = endOfLine(text, end + 1);
    if (!isBodyLine(text.slice(end + 1, next))) break;
    end = next;
  }
  return end;
}

/** Answers where the body of a key starts that ends with the text; its last line is hidden from the start, or from a quote. */
function startOfBody(text: string): number {
  let start = text.lastIndexOf("\n") + 1;
  const quote = Math.max(...['"', "'", "`"].map((mark) => text.lastIndexOf(mark)));
  if (quote >= start && !/^[\s"'`]*$/.test(text.slice(start, quote + 1))) return quote + 1;
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
