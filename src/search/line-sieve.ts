// Passes over lines that cannot match, by texts one of which every match contains. Only bytes are looked at, in any
// encoding that writes ASCII as it is.

import { Buffer } from "node:buffer";
import type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";
import { type CasedText, LiteralSearch } from "./literal-search.js";
import { findRequiredLiterals } from "./required-literals.js";

const LINE_FEED = 0x0a;

/** Letters beyond ASCII that fold to one of ASCII: the Kelvin sign and the long s. */
const FOREIGN_FOLDS: Readonly<Record<string, string>> = { k: "\u212a", s: "\u017f" };

const ASCII_RUN = /[\0-\x7f]+/g;
const FOLD_FREE_RUN = /[\0-JL-RT-jl-rt-\x7f]+/g;

function findLongestRun(text: string, run: RegExp): string {
  return (text.match(run) ?? []).reduce((longest, next) => (next.length > longest.length ? next : longest), "");
}

function toCasedText(text: string, ignoreCase: boolean): CasedText {
  return ignoreCase
    ? { lower: Buffer.from(text.toLowerCase()), upper: Buffer.from(text.toUpperCase()) }
    : { lower: Buffer.from(text), upper: Buffer.from(text) };
}

/** Answers the next place at which one of some texts may stand; asked from left to right. */
function createFinder(bytes: Buffer, texts: readonly CasedText[]): (from: number) => number {
  const searches = texts.map((text) => ({ search: new LiteralSearch(bytes, text), next: -1 }));
  return (from) => {
    for (const each of searches) {
      if (each.next >= from) continue;
      const found = each.search.find(from);
      each.next = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    const next = Math.min(...searches.map((each) => each.next));
    return next < bytes.length ? next : -1;
  };
}

/** Texts that matches contain: as much of it as holds in any bytes, and in those without letters that fold to ASCII. */
interface PlannedTexts {
  readonly everywhere: readonly CasedText[];
  readonly usually: readonly CasedText[];
  readonly foreignFolds: readonly Buffer[];
}

/** Answers `null` where a match may contain none of any use. */
function planTexts(pattern: string, { regex, ignoreCase = false }: LineMatcherOptions): PlannedTexts | null {
  const literals = (regex === true ? findRequiredLiterals(pattern) : [pattern]) ?? [];
  const runs = literals.map((literal) => findLongestRun(literal, ASCII_RUN));
  const shorter = ignoreCase ? runs.map((run) => findLongestRun(run, FOLD_FREE_RUN)) : runs;
  if (runs.length === 0 || shorter.includes("")) return null;
  const letters = ignoreCase ? runs.join("").toLowerCase() : "";
  return {
    everywhere: shorter.map((run) => toCasedText(run, ignoreCase)),
    usually: runs.map((run) => toCasedText(run, ignoreCase)),
    foreignFolds: Object.entries(FOREIGN_FOLDS).flatMap(([letter, fold]) =>
      letters.includes(letter) ? [Buffer.from(fold)] : [],
    ),
  };
}

/**
 * Plans how lines without a match of a pattern are passed over; nothing where their bytes do not tell.
 * Across lines a match may begin in front of every text it contains, so that only all of the lines are passed over.
 */
export function planSieve(pattern: string, options: LineMatcherOptions): Pick<LineMatcher, "sieve"> {
  const texts = planTexts(pattern, options);
  if (texts === null) return {};
  return {
    sieve(bytes) {
      const isUsual = !texts.foreignFolds.some((fold) => bytes.includes(fold));
      const find = createFinder(bytes, isUsual ? texts.usually : texts.everywhere);
      return (from) => {
        const place = find(from);
        if (place <= 0 || options.multiline === true) return place < 0 ? -1 : from;
        return Math.max(from, bytes.lastIndexOf(LINE_FEED, place - 1) + 1);
      };
    },
  };
}
