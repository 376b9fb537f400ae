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
  /** Told what was done besides going through the haystack once, as characters that take as long to go through. */
  readonly spend?: ((characters: number) => void) | undefined;
}

// Characters that are searched for by the engine's own search; the rest is compared at each place found.
const PROBE_LENGTH = 64;

// How much more of the needle each comparison takes, as a multiple of what agreed before.
const GROWTH = 4;

// Characters that could be gone through in the time of one stop, of comparing one, and of taking one by the prefix table.
const STOP_COST = 256;
const COMPARE_COST = 4;
const TABLE_COST = 8;

// Characters that are looked at one by one as a string, which is faster than as bytes.
const BLOCK_LENGTH = 65_536;

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
    spend: options.spend ?? (() => undefined),
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
  readonly spend: (characters: number) => void;
}

/** Answers `null` once the stops have cost as much as the search with a guaranteed cost, which then takes over. */
function findByProbe(haystack: SourceText, needle: string, rules: OccurrenceRules): readonly number[] | null {
  const probe = needle.slice(0, PROBE_LENGTH);
  const maxSpent = haystack.length * TABLE_COST;
  const found: number[] = [];
  let spent = 0;
  let offset = rules.seek(probe, 0);
  while (offset !== -1 && found.length < rules.limit && spent <= maxSpent) {
    const compared = compareBehindProbe(haystack, needle, offset);
    const isFound = compared === needle.length && rules.accept(offset);
    if (isFound) found.push(offset);
    spent += STOP_COST + COMPARE_COST * compared;
    offset = rules.seek(probe, offset + (isFound && !rules.overlapping ? needle.length : 1));
  }
  rules.spend(spent);
  return offset === -1 || found.length >= rules.limit ? found : null;
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
  const table = createPrefixTable(needle);
  const found: number[] = [];
  let matched = 0;
  let block = "";
  let blockStart = 0;
  let index = 0;
  for (; index < haystack.length && found.length < rules.limit; index += 1) {
    if (index === blockStart + block.length) {
      block = haystack.slice(index, index + BLOCK_LENGTH);
      blockStart = index;
    }
    matched = extendMatch(table, matched, block.charCodeAt(index - blockStart));
    if (matched < needle.length) continue;
    const start = index - needle.length + 1;
    const isFound = rules.accept(start);
    if (isFound) found.push(start);
    matched = isFound && !rules.overlapping ? 0 : (table.borders[matched - 1] ?? 0);
  }
  rules.spend((index + needle.length) * TABLE_COST);
  return found;
}

interface PrefixTable {
  readonly units: Uint16Array;
  /** For each head of the needle, how long its longest other head is that it also ends with. */
  readonly borders: Int32Array;
}

function createPrefixTable(needle: string): PrefixTable {
  const units = new Uint16Array(needle.length);
  for (let index = 0; index < needle.length; index += 1) units[index] = needle.charCodeAt(index);
  const table = { units, borders: new Int32Array(needle.length) };
  for (let index = 1; index < units.length; index += 1) {
    table.borders[index] = extendMatch(table, table.borders[index - 1] ?? 0, units[index] ?? 0);
  }
  return table;
}

function extendMatch({ units, borders }: PrefixTable, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && units[length] !== unit) length = borders[length - 1] ?? 0;
  return units[length] === unit ? length + 1 : length;
}
