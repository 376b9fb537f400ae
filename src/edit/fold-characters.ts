// Characters that look alike, folded to one form with a way back to the columns of the original line. Pure strings.

import { lastAtMost } from "./line-index.js";

/** Folds one line, without its ending, to the form in which lines are compared. */
export type LineFold = (line: string) => string;

// Spaces of other widths: no-break, en and em and their parts, narrow no-break, mathematical, ideographic.
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

// Quotes, primes, dashes, the minus sign and the full-width forms of ASCII.
const CONFUSABLES = /[\u2018-\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\uff01-\uff5e]/g;

// Nothing to see: soft hyphen, zero-width spaces and joiners, marks of direction, word joiner, byte order mark, variation
// selectors.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\p{Variation_Selector}/gu;
const HAS_INVISIBLE = new RegExp(INVISIBLE.source, "u");

// A character with the marks, Hangul vowels and Hangul finals that may compose with it, and signs with a canonical twin;
// then what cannot be seen alone.
const CLUSTERS = /[^\p{Mark}\p{Cf}\u1160-\u11ff]?[\p{Mark}\p{Cf}\u1160-\u11ff]+|[\u2126\u212a\u212b]/gu;

const NON_ASCII = /[^\0-\x7f]/;

const FULL_WIDTH_START = 0xff01;
const FULL_WIDTH_SHIFT = 0xfee0;

/** Tells whether a text has a character outside ASCII. */
export function hasNonAscii(text: string): boolean {
  return NON_ASCII.test(text);
}

/** Tells whether a text has characters that cannot be seen and take no room. */
export function hasInvisible(text: string): boolean {
  return HAS_INVISIBLE.test(text);
}

/** Cuts blanks (spaces and tabs) off the end of a line. */
export function trimTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Folds what cannot be seen: zero-width characters, composed and decomposed forms, widths of spaces, blanks at the end. */
export function foldInvisible(line: string): string {
  return trimTrailingBlanks(hasNonAscii(line) ? compose(line).replace(SPACES, " ") : line);
}

/** Folds what {@link foldInvisible} folds, and quotes, dashes and full-width forms to their ASCII look-alikes. */
export function foldLookAlikes(line: string): string {
  if (!hasNonAscii(line)) return trimTrailingBlanks(line);
  return trimTrailingBlanks(compose(line).replace(SPACES, " ").replace(CONFUSABLES, toAscii));
}

/** Folds what {@link foldLookAlikes} folds, and leaves out the indentation. */
export function foldIndentation(line: string): string {
  const folded = foldLookAlikes(line);
  let start = 0;
  while (start < folded.length && isBlank(folded.charCodeAt(start))) start += 1;
  return folded.slice(start);
}

/** Folds what {@link foldIndentation} folds, and every run of blanks to one space. */
export function foldBlankRuns(line: string): string {
  return foldIndentation(line).replace(/[ \t]{2,}|\t/g, " ");
}

/** Maps a boundary between characters of a folded line to the original line; -1 inside a character composed by folding. */
export type FoldedBoundary = (column: number) => number;

/** Plans the way back from a line folded by either fold; `null` means that every column maps to itself. */
export function planFoldedBoundaries(line: string): FoldedBoundary | null {
  const composed = findComposed(line);
  if (composed.length === 0) return null;
  const foldedStarts = Int32Array.from(composed, (cluster) => cluster.foldedStart);
  return (column) => {
    const cluster = composed[lastAtMost(foldedStarts, column)];
    if (cluster === undefined || column === cluster.foldedStart) return cluster?.start ?? column;
    return column < cluster.foldedEnd ? -1 : cluster.end + column - cluster.foldedEnd;
  };
}

/** Plans the way from a line to its folded form; -1 inside a character composed by folding. */
export function planFoldedColumns(line: string): FoldedBoundary {
  const composed = findComposed(line);
  const starts = Int32Array.from(composed, (cluster) => cluster.start);
  return (column) => {
    const cluster = composed[lastAtMost(starts, column)];
    if (cluster === undefined || column === cluster.start) return cluster?.foldedStart ?? column;
    return column < cluster.end ? -1 : cluster.foldedEnd + column - cluster.end;
  };
}

/** Marks a cluster that composing changes: columns of the line and of the folded line, ends exclusive. */
interface ComposedCluster {
  readonly start: number;
  readonly end: number;
  readonly foldedStart: number;
  readonly foldedEnd: number;
}

function findComposed(line: string): readonly ComposedCluster[] {
  const composed: ComposedCluster[] = [];
  let shift = 0;
  for (const { 0: cluster, index: start } of isComposed(line) ? [] : line.matchAll(CLUSTERS)) {
    const folded = composeCluster(cluster);
    const foldedStart = start - shift;
    const range = { start, end: start + cluster.length, foldedStart, foldedEnd: foldedStart + folded.length };
    if (folded !== cluster) composed.push(range);
    shift += cluster.length - folded.length;
  }
  return composed;
}

function compose(line: string): string {
  return isComposed(line) ? line : line.replace(CLUSTERS, composeCluster);
}

function composeCluster(cluster: string): string {
  return cluster.replace(INVISIBLE, "").normalize("NFC");
}

// Every part of a text in NFC is in NFC, so that composing its clusters changes nothing.
function isComposed(line: string): boolean {
  return !hasInvisible(line) && line.normalize("NFC") === line;
}

function toAscii(character: string): string {
  const unit = character.charCodeAt(0);
  if (unit >= FULL_WIDTH_START) return String.fromCharCode(unit - FULL_WIDTH_SHIFT);
  if (unit <= 0x2015 || unit === 0x2212) return "-";
  return unit <= 0x201b || unit === 0x2032 ? "'" : '"';
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
