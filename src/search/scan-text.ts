// Turns the matches in a text into hits: line, column, the line itself, and the lines around it.

import { cutAround, type TextRange } from "../text/cut-text.js";
import type { LineMatcher } from "./line-matcher-options.js";

/** Describes one line in which a match begins. */
export interface ScanHit {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points, of the first match that begins in the line. */
  readonly column: number;
  /** The line without its ending, cut around the match. */
  readonly text: string;
  /** Lines before the hit, first to last; only when context is asked for. */
  readonly before?: readonly string[];
  /** Lines after the hit, first to last; only when context is asked for. */
  readonly after?: readonly string[];
}

/** Says what of the hits is wanted. */
export interface ScanOptions {
  /** Lines before and after each hit. */
  readonly context: number;
  /** Hits after which the scan stops. */
  readonly maxHits: number;
  /** Bytes of UTF-8 that each line is cut to. */
  readonly maxBytesPerLine: number;
}

/** Holds a line of a text by its place; `end` leaves out the LF or CRLF. */
interface LineRange extends TextRange {
  /** Index behind the line ending, or -1 behind the last line. */
  readonly next: number;
}

function lineAt(text: string, start: number): LineRange {
  const lineFeed = text.indexOf("\n", start);
  if (lineFeed < 0) return { start, end: text.length, next: -1 };
  const hasReturn = lineFeed > start && text[lineFeed - 1] === "\r";
  const next = lineFeed + 1 < text.length ? lineFeed + 1 : -1;
  return { start, end: hasReturn ? lineFeed - 1 : lineFeed, next };
}

function countCodePoints(text: string, range: TextRange): number {
  let count = range.end - range.start;
  for (let index = range.start + 1; index < range.end; index += 1) {
    if ((text.codePointAt(index - 1) ?? 0) > 0xffff) count -= 1;
  }
  return count;
}

function countLineFeeds(text: string, range: TextRange): number {
  let count = 0;
  for (let at = text.indexOf("\n", range.start); at >= 0 && at < range.end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function showLine(text: string, line: TextRange, options: ScanOptions): string {
  return cutAround(text.slice(line.start, line.end), { start: 0, end: 0 }, options.maxBytesPerLine);
}

function linesBefore(text: string, start: number, options: ScanOptions): readonly string[] {
  const lines: string[] = [];
  let lineStart = start;
  while (lines.length < options.context && lineStart > 0) {
    lineStart = lineStart < 2 ? 0 : text.lastIndexOf("\n", lineStart - 2) + 1;
    lines.push(showLine(text, lineAt(text, lineStart), options));
  }
  return lines.reverse();
}

function linesAfter(text: string, line: LineRange, options: ScanOptions): readonly string[] {
  const lines: string[] = [];
  let { next } = line;
  while (lines.length < options.context && next >= 0) {
    const following = lineAt(text, next);
    lines.push(showLine(text, following, options));
    next = following.next;
  }
  return lines;
}

interface LocatedMatch {
  readonly text: string;
  readonly line: LineRange;
  readonly lineNumber: number;
  readonly match: TextRange;
}

function describeHit({ text, line, lineNumber, match }: LocatedMatch, options: ScanOptions): ScanHit {
  const content = text.slice(line.start, line.end);
  const start = Math.min(match.start - line.start, content.length);
  const shown = { start, end: Math.max(start, Math.min(match.end - line.start, content.length)) };
  const hit = {
    line: lineNumber,
    column: countCodePoints(text, { start: line.start, end: match.start }) + 1,
    text: cutAround(content, shown, options.maxBytesPerLine),
  };
  if (options.context <= 0) return hit;
  return { ...hit, before: linesBefore(text, line.start, options), after: linesAfter(text, line, options) };
}

/**
 * Yields one hit for each line in which a match begins, in order.
 * The text is decoded and without its byte order mark; nothing is read ahead of the hit that is asked for.
 */
export function* scanText(text: string, matcher: LineMatcher, options: ScanOptions): Generator<ScanHit, void, void> {
  let hits = 0;
  let lineNumber = 1;
  let counted = 0;
  if (options.maxHits <= 0) return;
  for (const match of matcher.scan(text)) {
    const lineStart = match.start === 0 ? 0 : text.lastIndexOf("\n", match.start - 1) + 1;
    lineNumber += countLineFeeds(text, { start: counted, end: lineStart });
    counted = lineStart;
    yield describeHit({ text, line: lineAt(text, lineStart), lineNumber, match }, options);
    hits += 1;
    if (hits >= options.maxHits) return;
  }
}
