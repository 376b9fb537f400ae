// Which lines of two texts stay the same, in order, within a fixed budget. Nothing here knows about files or hunks.

import { diffArrays } from "diff/lib/diff/array.js";
import { trimTrailingBlanks } from "./fold-characters.js";

/** Pairs a line of the old list with the equal line of the new list, both 0-based. */
export type LinePair = readonly [oldLine: number, newLine: number];

// Inserted and deleted lines that the comparison looks through; its cost grows with their square.
const MAX_EDIT_LENGTH = 1000;

// Far above what the edit length allows, so that results do not depend on the speed of the machine.
const TIMEOUT_MS = 5000;

/** Selects lines that are not paired: 0-based, ends exclusive; one side may be empty. */
export interface LineGap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Pairs the lines that two lists have in common, ascending on both sides. Over the budget, the lines between the common
 * ends are not paired at all.
 */
export function alignLines(oldLines: readonly string[], newLines: readonly string[]): readonly LinePair[] {
  const head = countCommonHead(oldLines, newLines);
  const tail = countCommonTail(oldLines, newLines, head);
  const middle = alignShared(numberMiddle(oldLines, { head, tail }), numberMiddle(newLines, { head, tail }));
  return [
    ...Array.from({ length: head }, (_, line): LinePair => [line, line]),
    ...middle,
    ...Array.from(
      { length: tail },
      (_, line): LinePair => [oldLines.length - tail + line, newLines.length - tail + line],
    ),
  ];
}

/** Finds the gaps between the pairs of two lists, ascending. */
export function findGaps(oldLines: readonly string[], newLines: readonly string[]): readonly LineGap[] {
  const gaps: LineGap[] = [];
  let oldStart = 0;
  let newStart = 0;
  for (const [oldEnd, newEnd] of [...alignLines(oldLines, newLines), [oldLines.length, newLines.length] as const]) {
    if (oldEnd > oldStart || newEnd > newStart) gaps.push({ oldStart, oldEnd, newStart, newEnd });
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return gaps;
}

/**
 * Finds the gaps between the lines of two texts, whatever blanks they end with. The end behind a final line ending pairs
 * with nothing but the same end, since it is no blank line.
 */
export function findTextGaps(oldLines: readonly string[], newLines: readonly string[]): readonly LineGap[] {
  return findGaps(toComparable(oldLines), toComparable(newLines));
}

function toComparable(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => (line === "" && index === lines.length - 1 ? "\n" : trimTrailingBlanks(line)));
}

interface CommonEnds {
  readonly head: number;
  readonly tail: number;
}

function countCommonHead(oldLines: readonly string[], newLines: readonly string[]): number {
  const most = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < most && oldLines[head] === newLines[head]) head += 1;
  return head;
}

function countCommonTail(oldLines: readonly string[], newLines: readonly string[], head: number): number {
  const most = Math.min(oldLines.length, newLines.length) - head;
  let tail = 0;
  while (tail < most && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;
  return tail;
}

interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

function numberMiddle(lines: readonly string[], { head, tail }: CommonEnds): readonly NumberedLine[] {
  return lines.slice(head, lines.length - tail).map((text, index) => ({ line: head + index, text }));
}

// Lines that the other side does not have cannot be paired; leaving them out makes a rewrite cheap.
function alignShared(oldLines: readonly NumberedLine[], newLines: readonly NumberedLine[]): readonly LinePair[] {
  const oldShared = keepKnown(oldLines, newLines);
  return oldShared.length === 0 ? [] : alignMiddle(oldShared, keepKnown(newLines, oldShared));
}

function keepKnown(lines: readonly NumberedLine[], others: readonly NumberedLine[]): readonly NumberedLine[] {
  const known = new Set(others.map(({ text }) => text));
  return lines.filter(({ text }) => known.has(text));
}

function alignMiddle(oldLines: readonly NumberedLine[], newLines: readonly NumberedLine[]): readonly LinePair[] {
  const changes = diffArrays([...oldLines], [...newLines], {
    comparator: (left, right) => left.text === right.text,
    maxEditLength: MAX_EDIT_LENGTH,
    timeout: TIMEOUT_MS,
  });
  const pairs: LinePair[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  for (const change of changes ?? []) {
    const count = change.count;
    for (let step = 0; step < count && !change.added && !change.removed; step += 1) {
      pairs.push([oldLines[oldIndex + step]?.line ?? 0, newLines[newIndex + step]?.line ?? 0]);
    }
    oldIndex += change.added ? 0 : count;
    newIndex += change.removed ? 0 : count;
  }
  return pairs;
}
