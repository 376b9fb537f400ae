// Refuses expressions whose counted repetitions multiply to so many states that every engine crawls through them.

import { createRegexError } from "./regex-error.js";

/** Characters that an expression may stand for when its repetitions are written out; ten times as many take seconds. */
const MAX_STATES = 5000;

/** An escape, a class, a count, a group's bracket, a mark that adds nothing, or any other character. */
const TOKENS =
  /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\s*(?<least>\d+)\s*(?:,\s*(?<most>\d*)\s*)?\}|(?<mark>[()*+?|^$])|./gsu;

interface Level {
  /** States of the open group so far. */
  states: number;
  /** Those of them that a count would repeat. */
  last: number;
}

function add(level: Level, states: number): void {
  level.states += states;
  level.last = states;
}

function readToken(levels: Level[], { groups = {} }: RegExpExecArray): void {
  const level = levels.at(-1);
  if (level === undefined) return;
  const { least, most, mark } = groups;
  if (least !== undefined) {
    const added = level.last * (Math.max(Number(most || least), 1) - 1);
    level.states += added;
    level.last += added;
  } else if (mark === "(") {
    levels.push({ states: 0, last: 0 });
  } else if (mark === ")") {
    const outer = levels.at(-2);
    if (outer !== undefined) add(outer, levels.pop()?.states ?? 0);
  } else if (mark === undefined) add(level, 1);
}

/** Answers about how many characters an expression stands for when its counted repetitions are written out. */
function countStates(pattern: string): number {
  const levels: Level[] = [{ states: 0, last: 0 }];
  for (const token of pattern.matchAll(TOKENS)) readToken(levels, token);
  return levels.reduce((sum, { states }) => sum + states, 0);
}

/** @throws {FsError} invalid_pattern – when counts of repetitions multiply to too much, as in `(a{500}){500}` */
export function assertSmallCounts(pattern: string): void {
  if (countStates(pattern) <= Math.max(MAX_STATES, pattern.length)) return;
  throw createRegexError("its repeat counts multiply to more than can be searched");
}
