// Substring search whose cost stays linear for hostile texts. Nothing here knows about edits or lines.

import type { SourceText } from "../text/source-text.js";

/** Says how many occurrences are wanted. */
export interface OccurrenceOptions {
  /** Occurrences at most; default without limit. */
  readonly limit?: number | undefined;
  /** `true` also finds occurrences that share characters. Default `false`. */
  readonly overlapping?: boolean | undefined;
  /** Leaves out occurrences at offsets it answers `false` for; they count neither for `limit` nor as overlapped. */
  readonly accept?: ((offset: number) => boolean) | undefined;
  /** Finds the head of the text at an offset or behind it, -1 for nowhere; default through the whole text. */
  readonly seek?: ((head: string, offset: number) => number) | undefined;
}

// Characters that are searched for by the engine's own search; the rest is compared at each place found.
const PROBE_LENGTH = 64;

// How much more of the needle each comparison takes, as a multiple of what agreed before.
const GROWTH = 4;

// Compared characters, as a multiple of the haystack, after which the search with a guaranteed cost takes over.
const COMPARE_BUDGET = 4;

/** Finds the offsets of a text in another, ascending. An empty needle is found nowhere. */
export function findOccurrences(
  haystack: SourceText,
  needle: string,
  options: OccurrenceOptions = {},
): readonly number[] {
  if (needle === "" || needle.length > haystack.length) return [];
  const rules: OccurrenceRules = {
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    overlapping: options.overlapping ?? false,
    accept: options.accept ?? (() => true),
    seek: options.seek ?? ((head, offset) => haystack.indexOf(head, offset)),
  };
  return findByProbe(haystack, needle, rules) ?? findByPrefixTable(haystack, needle, rules);
}

/** Tells whether a text occurs in another; unlike `String.includes`, at a cost that no needle can blow up. */
export function occursIn(haystack: SourceText, needle: string): boolean {
  return needle === "" || findOccurrences(haystack, needle, { limit: 1 }).length > 0;
}

interface OccurrenceRules {
  readonly limit: number;
  readonly overlapping: boolean;
  readonly accept: (offset: number) => boolean;
  readonly seek: (head: string, offset: number) => number;
}

function findByProbe(haystack: SourceText, needle: string, rules: OccurrenceRules): readonly number[] | null {
  const probe = needle.slice(0, PROBE_LENGTH);
  const found: number[] = [];
  let budget = needle === probe ? Number.POSITIVE_INFINITY : haystack.length * COMPARE_BUDGET;
  let offset = rules.seek(probe, 0);
  while (offset !== -1 && found.length < rules.limit) {
    const compared = compareBehindProbe(haystack, needle, offset);
    const isFound = compared === needle.length && rules.accept(offset);
    if (isFound) found.push(offset);
    const step = isFound && !rules.overlapping ? needle.length : 1;
    budget -= compared / step;
    if (budget < 0) return null;
    offset = rules.seek(probe, offset + step);
  }
  return found;
}

/** Compares a needle whose probe was found, in growing pieces; answers how many characters were compared and agree. */
function compareBehindProbe(haystack: SourceText, needle: string, offset: number): number {
  let compared = PROBE_LENGTH;
  while (compared < needle.length) {
    const piece = needle.slice(compared, compared * GROWTH);
    if (!haystack.startsWith(piece, offset + compared)) return compared;
    compared += piece.length;
  }
  return needle.length;
}

// Knuth, Morris and Pratt: never looks back in the haystack, however much the needle repeats itself.
function findByPrefixTable(haystack: SourceText, needle: string, rules: OccurrenceRules): readonly number[] {
  const borders = borderLengths(needle);
  const found: number[] = [];
  let matched = 0;
  for (let index = 0; index < haystack.length && found.length < rules.limit; index += 1) {
    matched = extendMatch({ needle, borders, matched, unit: haystack.charCodeAt(index) });
    if (matched < needle.length) continue;
    const start = index - needle.length + 1;
    const isFound = rules.accept(start);
    if (isFound) found.push(start);
    matched = isFound && !rules.overlapping ? 0 : (borders[matched - 1] ?? 0);
  }
  return found;
}

function borderLengths(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let matched = 0;
  for (let index = 1; index < needle.length; index += 1) {
    matched = extendMatch({ needle, borders, matched, unit: needle.charCodeAt(index) });
    borders[index] = matched;
  }
  return borders;
}

interface MatchState {
  readonly needle: string;
  readonly borders: Int32Array;
  readonly matched: number;
  readonly unit: number;
}

function extendMatch({ needle, borders, matched, unit }: MatchState): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return needle.charCodeAt(length) === unit ? length + 1 : length;
}
