// Finds regular expressions in one text in linear time; loaded only when one is asked for.

import type { TextRange } from "../text/cut-text.js";
import { type Fuse, TIME_OVER } from "./fuse.js";
import type { LineMatcherOptions } from "./line-matcher-options.js";
import { RegexEngine } from "./regex-engine.js";
import { findRequiredLiterals } from "./required-literals.js";
import type { ScanPlace, ScanText, TextScan } from "./scan-text.js";

/** What a text is searched with. */
interface Search {
  readonly engine: RegexEngine;
  readonly fuse: Fuse;
}

/** What a line, or a match, costs besides its characters, in characters. */
const LINE_COST = 16;

/** Answers where the line behind a place begins. */
function findNextLine(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** Answers a line without its ending. */
function takeLine(text: string, start: number, next: number): string {
  if (text[next - 1] !== "\n") return text.slice(start, next);
  return text.slice(start, next - 2 >= start && text[next - 2] === "\r" ? next - 2 : next - 1);
}

/** Answers the start of the first line at or behind the start of one that may have a match; asked from left to right. */
type FindLine = (from: number) => number;

function* scanLines(text: string, from: number, search: Search & { readonly findLine: FindLine }): TextScan {
  const { engine, fuse, findLine } = search;
  for (let start = findLine(from); start < text.length; ) {
    const next = findNextLine(text, start);
    const match = engine.findFirst(takeLine(text, start, next), fuse);
    if (match === TIME_OVER) return { from: start, previousEnd: -1 };
    if (match !== null) yield* yieldTo({ start: start + match.start, end: start + match.end }, fuse);
    if (fuse.pass(next - start + LINE_COST)) yield* yieldTo(null, fuse);
    start = findLine(next);
  }
  return null;
}

function* yieldTo(match: TextRange | null, fuse: Fuse): Generator<TextRange | null, void, void> {
  yield match;
  fuse.resume();
}

/** Finds the next place at which one of some texts stands; asked from left to right. */
function createFinder(text: string, literals: readonly string[]): (from: number) => number {
  const next = literals.map(() => -1);
  return (from) => {
    for (const [index, literal] of literals.entries()) {
      if ((next[index] ?? 0) < from) next[index] = indexOrEnd(text, literal, from);
    }
    return Math.min(...next);
  };
}

function indexOrEnd(text: string, literal: string, from: number): number {
  const found = text.indexOf(literal, from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

function takeEveryLine(from: number): number {
  return from;
}

/** Passes over lines without any of the texts of which a match contains one. */
function createLineFinder(text: string, literals: readonly string[]): FindLine {
  const find = createFinder(text, literals);
  return (from) => {
    const at = find(from);
    if (at >= text.length) return text.length;
    return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  };
}

function isBehindLastLine(text: string, index: number): boolean {
  return index === text.length && (index === 0 || text[index - 1] === "\n");
}

/** An empty match right behind another match is none, as for ripgrep. */
function isRepeated(match: TextRange, { previousEnd }: ScanPlace): boolean {
  return match.start === match.end && match.start === previousEnd;
}

/** Answers where the search goes on behind a match: in the next line; `null` in the last one. */
function goOnBehind(text: string, match: TextRange, place: ScanPlace): ScanPlace | null {
  if (isRepeated(match, place)) return { from: match.start + 1, previousEnd: place.previousEnd };
  const lineFeed = text.indexOf("\n", match.start);
  return lineFeed < 0 ? null : { from: Math.max(match.end, lineFeed + 1), previousEnd: match.end };
}

function* scanMatches(text: string, first: ScanPlace, { engine, fuse }: Search): TextScan {
  const find = engine.createFinder(text, fuse);
  let place: ScanPlace | null = first;
  while (place !== null && place.from <= text.length) {
    const match = find(place.from);
    if (match === TIME_OVER) return place;
    if (match === null || isBehindLastLine(text, match.start)) return null;
    if (!isRepeated(match, place)) yield* yieldTo(match, fuse);
    else if (fuse.pass(LINE_COST)) yield* yieldTo(null, fuse);
    place = goOnBehind(text, match, place);
  }
  return null;
}

/**
 * Creates the search for a regular expression in one text: within its lines, or across them with `multiline`.
 * @throws {FsError} invalid_pattern – when the expression cannot be used; the hint says what to write instead
 */
export function createRegexScan(pattern: string, options: LineMatcherOptions): ScanText {
  const engine = new RegexEngine(pattern, options);
  if (options.multiline === true) {
    return (text, place, limits) => scanMatches(text, place, { engine, fuse: engine.createFuse(limits) });
  }
  const literals = options.ignoreCase === true ? null : findRequiredLiterals(pattern);
  return (text, { from }, limits) => {
    const findLine = literals === null ? takeEveryLine : createLineFinder(text, literals);
    return scanLines(text, from, { engine, fuse: engine.createFuse(limits), findLine });
  };
}
