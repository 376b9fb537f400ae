// Refuses expressions that every engine crawls through, or takes long to read: their counted repetitions multiply to too
// many states, or they name large sets of characters too often.

import { createRegexError } from "./regex-error.js";

/** Characters that an expression may stand for when its repetitions are written out; ten times as many take seconds. */
const MAX_STATES = 5000;

/** Sets of hundreds of ranges, such as that of all letters, with repetitions written out; ripgrep takes about 250. */
const MAX_LARGE_SETS = 300;

const LARGE_SET = /\\[wWpP]/g;

/** How many times as long as another large set this one takes, since inside brackets its ranges are spelt out. */
const SPELT_OUT_COST = 6;

const ESCAPE = /\\(?:[xuU]\{[^}]*\}|[pP]\{[^}]*\}|.)/;
const CLASS = /\[\^?\]?(?:\\.|\[:\^?[a-z]+:\]|[^\]\\])*(?:\]|$)/;
const COUNT = /\{\s*(?<least>\d+)\s*(?:,\s*(?<most>\d*)\s*)?\}/;
const MARK = /(?<mark>[()*+?|^$])/;

/** An escape, a class, a count, a group's bracket, a mark that adds nothing, or any other character. */
const TOKENS = new RegExp([ESCAPE, CLASS, COUNT, MARK, /./].map(({ source }) => source).join("|"), "gsu");

interface Level {
  /** What is counted in the open group so far. */
  sum: number;
  /** What a count would repeat. */
  last: number;
}

/** Answers what one token adds to what is counted. */
type Weigh = (token: string) => number;

function add(level: Level, sum: number): void {
  level.sum += sum;
  level.last = sum;
}

function readToken(levels: Level[], { 0: token, groups = {} }: RegExpExecArray, weigh: Weigh): void {
  const level = levels.at(-1);
  if (level === undefined) return;
  const { least, most, mark } = groups;
  if (least !== undefined) {
    const added = level.last * (Math.max(Number(most || least), 1) - 1);
    level.sum += added;
    level.last += added;
  } else if (mark === "(") {
    levels.push({ sum: 0, last: 0 });
  } else if (mark === ")") {
    const outer = levels.at(-2);
    if (outer !== undefined) add(outer, levels.pop()?.sum ?? 0);
  } else if (mark === undefined) add(level, weigh(token));
}

/** Adds up what the tokens of an expression weigh when its counted repetitions are written out. */
function countWrittenOut(pattern: string, weigh: Weigh): number {
  const levels: Level[] = [{ sum: 0, last: 0 }];
  for (const token of pattern.matchAll(TOKENS)) readToken(levels, token, weigh);
  return levels.reduce((total, { sum }) => total + sum, 0);
}

function countLargeSets(token: string): number {
  const sets = token.match(LARGE_SET) ?? [];
  return sets.reduce((count, set) => count + (set === "\\W" && token.startsWith("[") ? SPELT_OUT_COST : 1), 0);
}

/**
 * @throws {FsError} invalid_pattern – when counts of repetitions multiply to too much, as in `(a{500}){500}`, or large sets
 *   such as `\w` and `\p{L}` are named too often
 */
export function assertSmallCounts(pattern: string): void {
  if (countWrittenOut(pattern, () => 1) > Math.max(MAX_STATES, pattern.length)) {
    throw createRegexError("its repeat counts multiply to more than can be searched");
  }
  if (countWrittenOut(pattern, countLargeSets) > MAX_LARGE_SETS) {
    throw createRegexError("it names large sets of characters too often");
  }
}
