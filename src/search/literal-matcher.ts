// Finds literal text. Native search is used, which no pattern of plain characters can slow down.

import { Buffer } from "node:buffer";
import type { TextRange } from "../text/cut-text.js";
import { escapeRegex } from "./escape-regex.js";
import type { ByteRange, LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";
import { planSieve } from "./line-sieve.js";
import { type CasedText, LiteralSearch } from "./literal-search.js";
import type { ScanText, TextScan } from "./scan-text.js";
import { createTextMatcher } from "./text-matcher.js";

const LINE_FEED = 0x0a;

/** Characters of a literal that an expression is asked to fold at most. */
const MAX_FOLDED_LENGTH = 64;

/** Letters beyond ASCII that fold to an ASCII letter. */
const FOLDS_TO: Readonly<Record<string, string>> = { k: "\u212a", s: "\u017f" };

function nextLine(content: Buffer, match: ByteRange): number {
  const lineFeed = content.indexOf(LINE_FEED, match.start);
  return lineFeed < 0 ? content.length : Math.max(match.end, lineFeed + 1);
}

/** Matches that are found before others may have their turn: some 0.1 ms. */
const MATCHES_PER_TURN = 1024;

function* scanBytes(content: Buffer, literal: CasedText, from: number): Generator<ByteRange | null> {
  const search = new LiteralSearch(content, literal);
  let count = 0;
  for (let start = search.find(from); start >= 0; ) {
    if (!search.isSure) {
      yield null;
      start = search.find(start);
      continue;
    }
    const match = { start, end: start + literal.lower.length };
    yield match;
    count += 1;
    if (count % MATCHES_PER_TURN === 0) yield null;
    const next = nextLine(content, match);
    start = next < content.length ? search.find(next) : -1;
  }
}

type Find = (from: number) => TextRange | null;

function* scanText(text: string, find: Find): TextScan {
  for (let match = find(0); match !== null; ) {
    yield match;
    const lineFeed = text.indexOf("\n", match.start);
    match = lineFeed < 0 ? null : find(Math.max(match.end, lineFeed + 1));
  }
  return null;
}

/**
 * Folds ASCII letters, and the two letters beyond ASCII that fold to one, without moving any character: the only one
 * that grows in lower case is taken out first.
 */
function foldAscii(text: string): string {
  return text.replaceAll("\u0130", "\0").toLowerCase().replaceAll("\u017f", "s");
}

function createAsciiScan(pattern: string): ScanText {
  const literal = foldAscii(pattern);
  return (text) => {
    const folded = foldAscii(text);
    return scanText(text, (from) => {
      const start = folded.indexOf(literal, from);
      return start < 0 ? null : { start, end: start + literal.length };
    });
  };
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const upper = character.toUpperCase();
  return lower === upper ? escapeRegex(character) : `[${lower}${upper}${FOLDS_TO[lower] ?? ""}]`;
}

/** Spells the case of ASCII letters out, which is searched several times as fast as what the flag `i` makes of it. */
function createFoldedExpression(pattern: string): RegExp {
  if (!isAscii(pattern)) return new RegExp(escapeRegex(pattern), "giu");
  return new RegExp(Array.from(pattern, foldCharacter).join(""), "g");
}

function createExpressionScan(expression: RegExp): ScanText {
  return (text) =>
    scanText(text, (from) => {
      expression.lastIndex = from;
      const found = expression.exec(text);
      return found && { start: found.index, end: expression.lastIndex };
    });
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Tells whether native search could take too long for a pattern: it goes back for each character of a text it folds. */
export function needsLinearEngine(pattern: string, options: LineMatcherOptions): boolean {
  return options.ignoreCase === true && pattern.length > MAX_FOLDED_LENGTH && !isAscii(pattern);
}

/** Creates the matcher of literal text that is not empty; it runs across lines if it holds a line feed. */
export function createLiteralMatcher(pattern: string, options: LineMatcherOptions): LineMatcher {
  const sieve = planSieve(pattern, options);
  if (options.ignoreCase !== true) {
    const bytes = Buffer.from(pattern);
    const literal = { lower: bytes, upper: bytes };
    return { ...sieve, scan: (content, from = 0) => scanBytes(content, literal, from) };
  }
  const isShort = pattern.length <= MAX_FOLDED_LENGTH;
  const scan = isShort ? createExpressionScan(createFoldedExpression(pattern)) : createAsciiScan(pattern);
  return createTextMatcher(scan, { crossesLines: pattern.includes("\n"), ...sieve });
}
