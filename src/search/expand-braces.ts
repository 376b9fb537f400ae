// Expands {a,b} in a glob into the globs it stands for, within a budget. What a glob matches is not known here.

import { MAX_PATTERN_LENGTH } from "../limits.js";
import { createInvalidPatternError } from "./invalid-pattern.js";

/** Globs that one pattern may stand for at most. */
const MAX_ALTERNATIVES = 64;

/** Characters of all these globs together at most; it bounds what one match can cost. */
const MAX_EXPANDED_LENGTH: number = 4 * MAX_PATTERN_LENGTH;

interface BraceGroup {
  readonly startIndex: number;
  /** 0-based index behind the closing brace. */
  readonly endIndex: number;
  readonly items: readonly string[];
}

function enforceBudget(alternatives: readonly string[]): void {
  const length = alternatives.reduce((sum, alternative) => sum + alternative.length, 0);
  if (alternatives.length <= MAX_ALTERNATIVES && length <= MAX_EXPANDED_LENGTH) return;
  throw createInvalidPatternError(
    `The braces of the pattern stand for more than ${MAX_ALTERNATIVES} patterns, or for very long ones`,
    "Use * instead of long lists in braces, or split the search into several.",
  );
}

function depthStep(character: string | undefined): number {
  if (character === "{") return 1;
  return character === "}" ? -1 : 0;
}

/** Answers the group that opens at `startIndex`, or `null` if it is never closed. */
function groupAt(pattern: string, startIndex: number): BraceGroup | null {
  const items: string[] = [];
  let depth = 0;
  let itemStart = startIndex + 1;
  for (let index = startIndex; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === "\\") index += 1;
    depth += depthStep(character);
    if (depth > 1 || (depth === 1 && character !== ",")) continue;
    items.push(pattern.slice(itemStart, index));
    itemStart = index + 1;
    if (depth === 0) return { startIndex, endIndex: index + 1, items };
  }
  return null;
}

function findGroup(pattern: string): BraceGroup | null {
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === "\\") index += 1;
    const group = character === "{" ? groupAt(pattern, index) : null;
    if (group !== null) return group;
  }
  return null;
}

/** A group of one is both its content and, as in a shell, a name with braces in it. */
function planReplacements(group: BraceGroup): readonly string[] {
  const [only = ""] = group.items;
  return group.items.length > 1 ? group.items : [only, `\\{${only}\\}`];
}

/** A character that means itself, or a class, in which a brace is one. */
const WITHOUT_BRACES = /\\.|\[[!^]?\]?[^\]]*\]/gsu;

function assertClosed(alternatives: readonly string[]): void {
  if (!alternatives.some((alternative) => alternative.replace(WITHOUT_BRACES, "").includes("{"))) return;
  throw createInvalidPatternError(
    "A brace of the pattern is never closed",
    "Close it, as in *.{ts,tsx}, or write \\{ for a brace in a name.",
  );
}

/**
 * Expands every brace group of a glob.
 * @throws {FsError} invalid_pattern – when a brace is never closed, or more than 64 globs or very long ones would come out
 */
export function expandBraces(pattern: string): readonly string[] {
  let pending: readonly string[] = [pattern];
  for (;;) {
    let hasGroup = false;
    const next = pending.flatMap((alternative) => {
      const group = findGroup(alternative);
      if (group === null) return [alternative];
      hasGroup = true;
      const head = alternative.slice(0, group.startIndex);
      const tail = alternative.slice(group.endIndex);
      return planReplacements(group).map((item) => head + item + tail);
    });
    enforceBudget(next);
    if (!hasGroup) {
      assertClosed(next);
      return next;
    }
    pending = next;
  }
}
