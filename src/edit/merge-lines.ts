// Two changes of one text put together line by line, as long as they concern different lines. Pure.

import { findGaps, type LineGap } from "./align-lines.js";
import { splitKeepingEndings } from "./line-changes.js";

/** Selects lines of a text: 1-based, both inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Holds what became of a merge. */
export interface MergeOutcome {
  /** `null`: both changes concern the same lines, or lines next to each other. */
  readonly text: string | null;
  /** The lines of `theirs` that stand in the way. */
  readonly conflicts: readonly LineRange[];
}

interface Side {
  readonly lines: readonly string[];
  readonly gaps: readonly LineGap[];
}

function touches(one: LineGap, other: LineGap): boolean {
  return one.oldStart <= other.oldEnd && other.oldStart <= one.oldEnd;
}

function replacementOf({ lines }: Side, gap: LineGap): string {
  return lines.slice(gap.newStart, gap.newEnd).join("");
}

function isSameChange(ours: Side, one: LineGap, { theirs, other }: { theirs: Side; other: LineGap }): boolean {
  const isSameRange = one.oldStart === other.oldStart && one.oldEnd === other.oldEnd;
  return isSameRange && replacementOf(ours, one) === replacementOf(theirs, other);
}

function applyBoth(
  base: readonly string[],
  changes: readonly { readonly side: Side; readonly gap: LineGap }[],
): string {
  let text = "";
  let line = 0;
  for (const { gap, side } of changes.toSorted((a, b) => a.gap.oldStart - b.gap.oldStart)) {
    text += base.slice(line, gap.oldStart).join("") + replacementOf(side, gap);
    line = gap.oldEnd;
  }
  return text + base.slice(line).join("");
}

/** Merges what `ours` and `theirs` made of `base`; the same change on both sides counts once. */
export function mergeLines(base: string, ours: string, theirs: string): MergeOutcome {
  const baseLines = splitKeepingEndings(base);
  const toSide = (text: string): Side => {
    const lines = splitKeepingEndings(text);
    return { lines, gaps: findGaps(baseLines, lines) };
  };
  const [mine, other] = [toSide(ours), toSide(theirs)];
  const isShared = (gap: LineGap): boolean =>
    other.gaps.some((theirGap) => isSameChange(mine, gap, { theirs: other, other: theirGap }));
  const own = mine.gaps.filter((gap) => !isShared(gap));
  const inTheWay = other.gaps.filter((gap) => own.some((ownGap) => touches(ownGap, gap)));
  if (inTheWay.length > 0) {
    const conflicts = inTheWay.map(({ newEnd, newStart }) => ({
      startLine: newStart + 1,
      endLine: Math.max(newStart + 1, newEnd),
    }));
    return { text: null, conflicts };
  }
  const changes = [...own.map((gap) => ({ side: mine, gap })), ...other.gaps.map((gap) => ({ side: other, gap }))];
  return { text: applyBoth(baseLines, changes), conflicts: [] };
}
