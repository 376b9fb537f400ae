// Where the sources of cells stand in the JSON of a notebook, and how another text is written in their place, so that
// everything else stays as it is. For text that is known to be valid JSON. Pure.

import { splitKeepingEndings } from "../../edit/line-changes.js";
import { createLineIndex } from "../../edit/line-index.js";

/** A range of the JSON: 0-based, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The source of a cell: one string, or a list of them. */
export interface CellSource extends Span {
  readonly isList: boolean;
  /** The strings, with their quotes. */
  readonly strings: readonly Span[];
}

interface Entry extends Span {
  /** As it stands in the JSON, with its quotes; `null` for what stands in a list. */
  readonly key: string | null;
}

/** Finds the source of every cell; `null` for a cell that has none. */
export function locateSources(json: string): readonly (CellSource | null)[] {
  const cells = findField(json, { start: skipBlanks(json, 0), end: json.length }, "cells");
  if (cells === null) return [];
  return listEntries(json, cells).map((cell) => {
    const source = findField(json, cell, "source");
    if (source === null) return null;
    const isList = json.charAt(source.start) === "[";
    return { start: source.start, end: source.end, isList, strings: isList ? listEntries(json, source) : [source] };
  });
}

/** Lists the lines of the JSON that sources of cells stand in, 1-based, both inclusive. */
export function listSourceLines(json: string): { startLine: number; endLine: number }[] {
  const lines = createLineIndex(json);
  return locateSources(json).flatMap((source) => {
    const { start, end } = source ?? { start: 0, end: 0 };
    return end === 0 ? [] : [{ startLine: lines.lineAt(start) + 1, endLine: lines.lineAt(end - 1) + 1 }];
  });
}

function findField(json: string, value: Span, name: string): Span | null {
  if (json.charAt(value.start) !== "{") return null;
  return listEntries(json, value).findLast(({ key }) => key !== null && JSON.parse(key) === name) ?? null;
}

/** Lists the fields of an object, or the elements of a list. */
function listEntries(json: string, { start }: Span): readonly Entry[] {
  const isObject = json.charAt(start) === "{";
  const entries: Entry[] = [];
  for (let at = skipBlanks(json, start + 1); !/[\]}]/.test(json.charAt(at)); ) {
    const keyEnd = isObject ? endOfString(json, at) : at;
    const key = isObject ? json.slice(at, keyEnd) : null;
    const valueStart = isObject ? skipBlanks(json, skipBlanks(json, keyEnd) + 1) : at;
    const end = endOfValue(json, valueStart);
    entries.push({ key, start: valueStart, end });
    const next = skipBlanks(json, end);
    at = json.charAt(next) === "," ? skipBlanks(json, next + 1) : next;
  }
  return entries;
}

function skipBlanks(json: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(json.charAt(at))) at += 1;
  return at;
}

const WORD = /[^\s,\]}]*/y;
const STRUCTURE = /["[\]{}]/g;

function endOfValue(json: string, start: number): number {
  const first = json.charAt(start);
  if (first === '"') return endOfString(json, start);
  if (first === "{" || first === "[") return endOfList(json, start);
  WORD.lastIndex = start;
  return start + (WORD.exec(json)?.[0].length ?? 0);
}

function endOfList(json: string, start: number): number {
  let depth = 0;
  STRUCTURE.lastIndex = start;
  for (let found = STRUCTURE.exec(json); found !== null; found = STRUCTURE.exec(json)) {
    const { 0: mark, index } = found;
    if (mark === '"') STRUCTURE.lastIndex = endOfString(json, index);
    else depth += mark === "[" || mark === "{" ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return json.length;
}

function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let first = quote;
    while (json.charAt(first - 1) === "\\") first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** The text that a cell gets. */
interface NewSource {
  readonly text: string;
  /** What is not ASCII is written as escapes. */
  readonly isEscaped: boolean;
}

/** Answers what to put where in the JSON, so that a cell has another source; a list stays one, and so do its other lines. */
export function replaceSource(
  json: string,
  source: CellSource,
  { text, isEscaped }: NewSource,
): Span & { readonly replacement: string } {
  if (!source.isList) return { start: source.start, end: source.end, replacement: quote(text, isEscaped) };
  const { strings } = source;
  const lines = splitKeepingEndings(text);
  const old = strings.map(({ start, end }) => String(JSON.parse(json.slice(start, end))));
  const most = Math.min(old.length, lines.length);
  let head = 0;
  while (head < most && old[head] === lines[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === lines.at(-1 - tail)) tail += 1;
  const quoted = lines.slice(head, lines.length - tail).map((line) => quote(line, isEscaped));
  return spliceList(json, source, { head, last: old.length - tail, quoted });
}

interface NewStrings {
  /** The first string that goes. */
  readonly head: number;
  /** The first one behind it that stays. */
  readonly last: number;
  readonly quoted: readonly string[];
}

function spliceList(
  json: string,
  source: CellSource,
  { head, last, quoted }: NewStrings,
): Span & { readonly replacement: string } {
  const { strings, start, end } = source;
  const [first, second] = strings;
  const lead = json.slice(start + 1, first?.start ?? start + 1);
  const separator = first !== undefined && second !== undefined ? json.slice(first.end, second.start) : `,${lead}`;
  const before = strings[head - 1];
  const after = strings[last];
  if (head < last && quoted.length > 0) {
    return {
      start: strings[head]?.start ?? start,
      end: strings[last - 1]?.end ?? end,
      replacement: quoted.join(separator),
    };
  }
  if (before !== undefined) {
    const replacement = quoted.map((line) => separator + line).join("");
    return { start: before.end, end: strings[last - 1]?.end ?? before.end, replacement };
  }
  if (after === undefined) return { start, end, replacement: "[]" };
  return {
    start: first?.start ?? start,
    end: after.start,
    replacement: quoted.map((line) => line + separator).join(""),
  };
}

// Of a character that is not ASCII; a backslash that is itself escaped begins none.
const ESCAPE = /(?<!\\)(?:\\\\)*\\u(?!00[0-7])[\da-f]{4}/i;

/** Tells whether JSON has escapes for what is not ASCII, and no such character. */
export function isEscapedJson(json: string): boolean {
  return ESCAPE.test(json) && !/[^\p{ASCII}\u{100000}-\u{10ffff}]/u.test(json);
}

function quote(text: string, isEscaped: boolean): string {
  const quoted = JSON.stringify(text);
  if (!isEscaped) return quoted;
  const toEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
  return quoted.replace(/[\u{80}-\u{fffff}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => toEscape(character.charCodeAt(index))).join(""),
  );
}
