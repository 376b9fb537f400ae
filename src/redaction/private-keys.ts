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
  return marks.map((mark, index) => ({ ...findKey(text, mark, marks[index + 1]), kind: KIND }));
}

function findKey(text: string, mark: Mark, next: Mark | undefined): { readonly start: number; readonly end: number } {
  if (!mark.isBegin) return { start: startOfBody(text, mark.start), end: mark.end };
  const isPair = next?.isBegin === false && next.end - mark.start <= MAX_KEY_CHARACTERS;
  return { start: mark.start, end: isPair ? next.end : endOfBody(text, mark.start) };
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

function startOfBody(text: string, mark: number): number {
  let start = text.lastIndexOf("\n", mark) + 1;
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
