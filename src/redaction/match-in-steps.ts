// Finds the matches of an expression in a long text part by part, so that no expression keeps the process for long.

import type { Steps } from "../text/steps.js";

// Characters at which matches begin that are looked for in one step. Source: 20 ms of the slowest expression.
const PART_LENGTH = 131_072;

// Characters that are looked at in front of a match.
const MAX_BEHIND = 1024;

// Characters behind a part in which its matches may end, and those of them that one must leave to count as whole: more than
// any bounded repetition takes at once.
const AHEAD = 32_768;
const MAX_ROOM = AHEAD / 2;

/**
 * Visits the matches of an expression as `matchAll` does, with the offset that their indexes are counted from. The
 * expression has the flag `g`, looks at most {@link MAX_BEHIND} characters back, matches at least one character, and takes
 * at most {@link AHEAD} before it repeats, without a bound, what it ends with.
 */
export function* matchInSteps(
  text: string,
  pattern: RegExp,
  visit: (match: RegExpExecArray, offset: number) => void,
): Steps<void> {
  let ahead = AHEAD;
  for (let next = 0; next < text.length; yield) {
    const offset = Math.max(0, next - MAX_BEHIND);
    const part = text.slice(offset, next + PART_LENGTH + ahead);
    const found = visitWhole(
      { pattern, part, from: next - offset, isLast: offset + part.length === text.length },
      (match) => visit(match, offset),
    );
    // What reaches too near to the end is looked at again, with more behind it.
    ahead = found.isCut ? ahead * 2 : AHEAD;
    next = offset + found.end;
  }
}

interface Part {
  readonly pattern: RegExp;
  readonly part: string;
  /** Where matches begin at the earliest. */
  readonly from: number;
  readonly isLast: boolean;
}

/** Visits the matches of one part; answers where the next one begins, which is a match that is cut or what nobody looked at. */
function visitWhole(
  { pattern, part, from, isLast }: Part,
  visit: (match: RegExpExecArray) => void,
): { readonly end: number; readonly isCut: boolean } {
  const end = from + PART_LENGTH;
  pattern.lastIndex = from;
  let reach = end;
  for (let match = pattern.exec(part); match !== null && match.index < end; match = pattern.exec(part)) {
    if (!isLast && pattern.lastIndex > part.length - MAX_ROOM) return { end: match.index, isCut: true };
    visit(match);
    reach = Math.max(reach, pattern.lastIndex);
  }
  return { end: reach, isCut: false };
}
