// Finds regular expressions in linear time through re2js; loaded only when one is asked for.

import { RE2JS, RE2JSException } from "re2js";
import type { TextRange } from "../text/cut-text.js";
import { assertFoldableRanges } from "./folded-ranges.js";
import type { LineMatcherOptions } from "./line-matcher-options.js";
import { createRegexError } from "./regex-error.js";
import { findRequiredLiterals } from "./required-literals.js";
import type { ScanText } from "./text-matcher.js";
import { translateRegex } from "./translate-regex.js";

function describeCompileFailure(message: string): string {
  const reason = message.replace(/^error parsing regexp: /, "");
  return /^invalid character class range: `\\[pP]/.test(reason)
    ? "unknown Unicode property"
    : reason.replace(/: `[^`]*`$/, "");
}

function compile(pattern: string, options: LineMatcherOptions): RE2JS {
  const translated = translateRegex(pattern, { multiline: options.multiline ?? false });
  assertFoldableRanges(translated);
  const flags = RE2JS.MULTILINE | (options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    return RE2JS.compile(translated, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw createRegexError(describeCompileFailure(error.message));
  }
}

function findFirst(expression: RE2JS, line: string): TextRange | null {
  if (!expression.test(line)) return null;
  const matcher = expression.matcher(line);
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
}

function* scanLines(text: string, expression: RE2JS): Generator<TextRange> {
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    const end = lineFeed > start && text[lineFeed - 1] === "\r" ? lineFeed - 1 : lineFeed;
    const match = findFirst(expression, text.slice(start, lineFeed < 0 ? text.length : end));
    if (match !== null) yield { start: start + match.start, end: start + match.end };
    start = next;
  }
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

/** Shows the engine only lines with one of the texts that a match contains. */
function* scanCandidates(text: string, expression: RE2JS, literals: readonly string[]): Generator<TextRange> {
  const find = createFinder(text, literals);
  for (let at = find(0); at < text.length; ) {
    const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
    const lineFeed = text.indexOf("\n", at);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    for (const match of scanLines(text.slice(start, next), expression)) {
      yield { start: start + match.start, end: start + match.end };
    }
    at = next < text.length ? find(next) : text.length;
  }
}

function isBehindLastLine(text: string, index: number): boolean {
  return index === text.length && (index === 0 || text[index - 1] === "\n");
}

/** Asks the fast automaton, which finds no place, before the slow one; only from the start of a line on. */
function hasMatchFrom(text: string, from: number, expression: RE2JS): boolean {
  const isLineStart = from === 0 || text[from - 1] === "\n";
  return !isLineStart || expression.test(text.slice(from));
}

/** Leaves out an empty match right behind another match, as ripgrep does. */
function* scanMatches(text: string, expression: RE2JS): Generator<TextRange> {
  const matcher = expression.matcher(text);
  let from = 0;
  let previousEnd = -1;
  while (from <= text.length && hasMatchFrom(text, from, expression) && matcher.find(from)) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (isBehindLastLine(text, start)) return;
    if (start === end && start === previousEnd) {
      from = start + 1;
      continue;
    }
    yield { start, end };
    const lineFeed = text.indexOf("\n", start);
    if (lineFeed < 0) return;
    from = Math.max(end, lineFeed + 1);
    previousEnd = end;
  }
}

/**
 * Creates the search for a regular expression in one text: within its lines, or across them with `multiline`.
 * @throws {FsError} invalid_pattern – when the expression cannot be used; the hint says what to write instead
 */
export function createRegexScan(pattern: string, options: LineMatcherOptions): ScanText {
  const expression = compile(pattern, options);
  if (options.multiline === true) return (text) => scanMatches(text, expression);
  const literals = options.ignoreCase === true ? null : findRequiredLiterals(pattern);
  return (text) => (literals === null ? scanLines(text, expression) : scanCandidates(text, expression, literals));
}
