// Characters that look alike, folded to one form with a way back to the columns of the original line. Pure strings.

/** Folds one line, without its ending, to the form in which lines are compared. */
export type LineFold = (line: string) => string;

/** Maps the columns of a folded line to columns of the original line; -1 where a column is not a boundary there. */
export interface FoldColumns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

// Spaces of other widths: no-break, en and em and their parts, narrow no-break, mathematical, ideographic.
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

// Quotes, primes, dashes, the minus sign and the full-width forms of ASCII.
const CONFUSABLES = /[\u2018-\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\uff01-\uff5e]/g;

// One character with everything that may compose with it: marks, and Hangul vowels and finals.
const CLUSTERS = /[^\p{Mark}\u1160-\u11ff][\p{Mark}\u1160-\u11ff]*|[\p{Mark}\u1160-\u11ff]+/gu;

const NON_ASCII = /[^\0-\x7f]/;

const FULL_WIDTH_START = 0xff01;
const FULL_WIDTH_SHIFT = 0xfee0;

/** Tells whether a text has a character outside ASCII. */
export function hasNonAscii(text: string): boolean {
  return NON_ASCII.test(text);
}

/** Cuts blanks (spaces and tabs) off the end of a line. */
export function trimTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Folds what cannot be seen: composed and decomposed forms, widths of spaces, blanks at the end. */
export function foldInvisible(line: string): string {
  return trimTrailingBlanks(hasNonAscii(line) ? compose(line).replace(SPACES, " ") : line);
}

/** Folds what {@link foldInvisible} folds, and quotes, dashes and full-width forms to their ASCII look-alikes. */
export function foldLookAlikes(line: string): string {
  if (!hasNonAscii(line)) return trimTrailingBlanks(line);
  return trimTrailingBlanks(compose(line).replace(SPACES, " ").replace(CONFUSABLES, toAscii));
}

/** Maps the columns of a line folded by either fold; `null` means that every column maps to itself. */
export function planFoldColumns(line: string): FoldColumns | null {
  if (!hasNonAscii(line) || isComposed(line)) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [start, cluster] of clustersOf(line)) {
    const composed = cluster.normalize("NFC");
    const inside = Array.from({ length: composed.length - 1 }, (_, unit) =>
      composed === cluster ? start + unit + 1 : -1,
    );
    starts.push(start, ...inside);
    ends.push(...inside, start + cluster.length);
  }
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

// Cluster by cluster rather than all at once, so that the columns above agree with it by construction.
function compose(line: string): string {
  if (isComposed(line)) return line;
  let composed = "";
  for (const [, cluster] of clustersOf(line)) composed += cluster.normalize("NFC");
  return composed;
}

function isComposed(line: string): boolean {
  return line.normalize("NFC") === line;
}

function* clustersOf(line: string): Generator<readonly [start: number, cluster: string]> {
  for (const match of line.matchAll(CLUSTERS)) yield [match.index, match[0]];
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
