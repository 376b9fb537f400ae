// What becomes of blank lines that the file has between two lines and oldText does not, or the other way round. Pure.

import { countVisible } from "./prepare-edit.js";
import type { SpacedLines } from "./spaced-lines.js";

// Old lines with text, or visible characters in two, that are enough to be sure of the place when a line next to the gap
// changes.
const MIN_LINES = 3;
const MIN_CHARACTERS = 32;

/** Says what a text keeps of the old lines with text; both are numbered from 0. */
export interface KeptLines {
  /** The old lines with text. */
  readonly oldLines: readonly string[];
  /** The new lines, spaced. */
  readonly next: SpacedLines;
  /** Answers the new line that an old one is kept as. */
  readonly newLineOf: (oldLine: number) => number | undefined;
  /** Tells whether a new line is kept from an old one. */
  readonly isKept: (newLine: number) => boolean;
  /** Answers the changed lines around an old line that is not kept: how many old ones, and which new ones. */
  readonly changeAt: (oldLine: number) => ChangedRun;
}

/** Counts old lines that follow each other and are not kept, and names the new lines in their place, `end` exclusive. */
export interface ChangedRun {
  readonly oldCount: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Counts blank lines behind an old line: in the old text, and in the file. */
export interface GapDrift {
  readonly oldLine: number;
  readonly quoted: number;
  readonly wanted: number;
}

/**
 * Plans which gaps of the new text get as many blank lines as the file has; `null` when that cannot be told. Blank lines
 * next to a line that is kept are kept; among changed lines they are what newText says.
 */
export function planGap(drift: GapDrift, kept: KeptLines): readonly number[] | null {
  const above = kept.newLineOf(drift.oldLine);
  const below = kept.newLineOf(drift.oldLine + 1);
  if (above !== undefined && below === above + 1) return planSame(drift, kept, below);
  if (!isEnough(kept.oldLines)) return null;
  if (above === undefined && below === undefined) return planChanged(drift, kept);
  if (above !== undefined && below !== undefined) return planInsertion(drift, kept, [above + 1, below]);
  const gap = above === undefined ? (below ?? 0) : above + 1;
  return isRemoval(kept, gap, above) ? planRemoval(drift, kept, gap) : planSame(drift, kept, gap);
}

function isEnough(lines: readonly string[]): boolean {
  return lines.length >= MIN_LINES || countVisible(lines.join(""), MIN_CHARACTERS) >= MIN_CHARACTERS;
}

// Nothing takes the place of the changed lines, so that on both sides of the gap are kept lines, or the end.
function isRemoval({ next, isKept }: KeptLines, gap: number, above: number | undefined): boolean {
  return above === undefined ? gap === 0 || isKept(gap - 1) : gap === next.filled.length || isKept(gap);
}

// newText has the blank lines that oldText has, or those of the file already.
function planSame({ quoted, wanted }: GapDrift, { next }: KeptLines, gap: number): readonly number[] | null {
  const count = countBlanks(next, gap);
  if (count === quoted) return [gap];
  return count === wanted ? [] : null;
}

// Lines were taken away, so that blank lines from above and below them meet, which newText may have left out on purpose.
function planRemoval({ quoted, wanted }: GapDrift, { next }: KeptLines, gap: number): readonly number[] | null {
  const count = countBlanks(next, gap);
  return count === wanted || (count > wanted && wanted > quoted) ? [] : null;
}

// Lines were added in the gap: on one side of them are the blank lines of oldText, on the other those they came with.
function planInsertion(
  { quoted, wanted }: GapDrift,
  { next }: KeptLines,
  [first, last]: readonly [number, number],
): readonly number[] | null {
  const [lead, tail] = [countBlanks(next, first), countBlanks(next, last)];
  if (lead === wanted && tail === wanted && wanted > quoted) return [];
  if (lead === quoted && tail === wanted) return [first];
  return tail === quoted && lead === wanted ? [last] : null;
}

// Whoever writes as many lines as there were, or blank lines among them, may have meant each for its own.
function planChanged({ oldLine, quoted, wanted }: GapDrift, { next, changeAt }: KeptLines): readonly number[] | null {
  const { oldCount, newStart, newEnd } = changeAt(oldLine);
  if (wanted > quoted) return oldCount === newEnd - newStart ? null : [];
  const inner = next.gaps.slice(newStart + 1, newEnd);
  return inner.some((gap) => gap.length > 0) ? null : [];
}

function countBlanks({ gaps }: SpacedLines, gap: number): number {
  return gaps[gap]?.length ?? 0;
}
