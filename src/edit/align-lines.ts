// Which lines of two texts stay the same, in order, within a fixed budget. Nothing here knows about files or hunks.

import { trimTrailingBlanks } from "./fold-characters.js";

/** Pairs a line of the old list with the equal line of the new list, both 0-based. */
export type LinePair = readonly [oldLine: number, newLine: number];

// Inserted and deleted lines that the comparison looks through; its cost grows with their square.
const MAX_EDIT_LENGTH = 1000;

// Lines that it compares at most, some 30 ms: texts of few different lines have long runs in common everywhere. Counted, so
// that results do not depend on the speed of the machine.
const MAX_COMPARISONS = 16_000_000;

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
  const ends = findCommonEnds(oldLines, newLines);
  const { head, tail } = ends;
  return [
    ...Array.from({ length: head }, (_, line): LinePair => [line, line]),
    ...alignMiddle(oldLines, newLines, ends),
    ...Array.from(
      { length: tail },
      (_, line): LinePair => [oldLines.length - tail + line, newLines.length - tail + line],
    ),
  ];
}

/** Finds the gaps between the pairs of two lists, ascending. */
export function findGaps(oldLines: readonly string[], newLines: readonly string[]): readonly LineGap[] {
  const gaps: LineGap[] = [];
  const ends = findCommonEnds(oldLines, newLines);
  let oldStart = ends.head;
  let newStart = ends.head;
  const end: LinePair = [oldLines.length - ends.tail, newLines.length - ends.tail];
  for (const [oldEnd, newEnd] of [...alignMiddle(oldLines, newLines, ends), end]) {
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

function findCommonEnds(oldLines: readonly string[], newLines: readonly string[]): CommonEnds {
  const most = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < most && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (tail < most - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;
  return { head, tail };
}

/** Lines of one list that the other has too: where each stands, and a number that equal lines share. */
interface SharedLines {
  readonly positions: readonly number[];
  readonly numbers: readonly number[];
}

function selectShared(
  lines: readonly string[],
  { head, tail }: CommonEnds,
  numberOf: (line: string) => number | undefined,
): SharedLines {
  const positions: number[] = [];
  const numbers: number[] = [];
  for (let position = head; position < lines.length - tail; position += 1) {
    const number = numberOf(lines[position] ?? "");
    if (number === undefined) continue;
    positions.push(position);
    numbers.push(number);
  }
  return { positions, numbers };
}

// Lines that the other side does not have cannot be paired; leaving them out makes a rewrite cheap.
function alignMiddle(oldLines: readonly string[], newLines: readonly string[], ends: CommonEnds): readonly LinePair[] {
  const known = new Set<string>();
  for (let line = ends.head; line < oldLines.length - ends.tail; line += 1) known.add(oldLines[line] ?? "");
  const numbers = new Map<string, number>();
  const theirs = selectShared(newLines, ends, (line) => {
    const number = numbers.get(line);
    if (number !== undefined || !known.has(line)) return number;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
  if (numbers.size === 0) return [];
  const ours = selectShared(oldLines, ends, (line) => numbers.get(line));
  return new EditGraph(ours.numbers, theirs.numbers)
    .findPairs()
    .map(([oldIndex, newIndex]) => [ours.positions[oldIndex] ?? 0, theirs.positions[newIndex] ?? 0]);
}

/** Lines in common behind one another, and what the path had in common before. */
interface Run {
  readonly oldEnd: number;
  readonly newEnd: number;
  readonly count: number;
  readonly before: Run | null;
}

/** Stands for a diagonal without a path. */
const NOWHERE = -1;

/** Finds the shortest way from one list to another. Source: E. Myers, An O(ND) Difference Algorithm, 1986. */
class EditGraph {
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  readonly #maxLength: number;
  /** How many old lines the best path of each diagonal has passed; the new ones are fewer by the diagonal. */
  readonly #passed: Int32Array;
  readonly #last: (Run | null)[];
  /** Where the diagonal 0 stands in these lists. */
  readonly #center: number;
  #comparisonsLeft = MAX_COMPARISONS;
  /** Diagonals beyond these have met an end of a list, behind which nothing is to be found. */
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;

  constructor(oldLines: readonly number[], newLines: readonly number[]) {
    this.#old = Int32Array.from(oldLines);
    this.#new = Int32Array.from(newLines);
    this.#maxLength = Math.min(oldLines.length + newLines.length, MAX_EDIT_LENGTH);
    this.#center = this.#maxLength + 1;
    this.#passed = new Int32Array(2 * this.#center + 1).fill(NOWHERE);
    this.#last = new Array<Run | null>(2 * this.#center + 1).fill(null);
  }

  /** Answers the lines in common, as positions in both lists; none over the budget. */
  findPairs(): readonly LinePair[] {
    let end = this.#extend(0, 0, null);
    for (let length = 1; end === null && length <= this.#maxLength && this.#comparisonsLeft > 0; length += 1) {
      end = this.#lengthen(length);
    }
    const pairs: LinePair[] = [];
    for (let run = end; run !== null; run = run.before) {
      for (let back = 1; back <= run.count; back += 1) pairs.push([run.oldEnd - back, run.newEnd - back]);
    }
    return pairs.reverse();
  }

  /** Takes one more step on every diagonal; answers what the path that has come to the end has in common. */
  #lengthen(length: number): Run | null {
    const from = Math.max(this.#lowest, -length);
    for (let diagonal = from; diagonal <= Math.min(this.#highest, length); diagonal += 2) {
      const end = this.#step(diagonal);
      if (end !== null) return end;
    }
    return null;
  }

  /** Passes a line of one list alone, on the way that has come further, and what follows in common. */
  #step(diagonal: number): Run | null {
    const at = this.#center + diagonal;
    const above = this.#passed[at - 1] ?? NOWHERE;
    const below = this.#passed[at + 1] ?? NOWHERE;
    const canInsert = below !== NOWHERE && below - diagonal > 0 && below - diagonal <= this.#new.length;
    const canDelete = above !== NOWHERE && above < this.#old.length;
    if (canDelete && !(canInsert && above < below)) {
      return this.#extend(diagonal, above + 1, this.#last[at - 1] ?? null);
    }
    if (canInsert) return this.#extend(diagonal, below, this.#last[at + 1] ?? null);
    this.#passed[at] = NOWHERE;
    return null;
  }

  /** Passes the lines in common that follow, and keeps the path; answers what it has in common when it has come to the end. */
  #extend(diagonal: number, passed: number, last: Run | null): Run | null {
    let oldEnd = passed;
    let newEnd = passed - diagonal;
    while (oldEnd < this.#old.length && newEnd < this.#new.length && this.#old[oldEnd] === this.#new[newEnd]) {
      oldEnd += 1;
      newEnd += 1;
    }
    const count = oldEnd - passed;
    this.#comparisonsLeft -= count + 1;
    const run = count === 0 ? last : { oldEnd, newEnd, count, before: last };
    this.#passed[this.#center + diagonal] = oldEnd;
    this.#last[this.#center + diagonal] = run;
    if (oldEnd === this.#old.length && newEnd === this.#new.length) return run;
    if (oldEnd === this.#old.length) this.#highest = Math.min(this.#highest, diagonal - 1);
    if (newEnd === this.#new.length) this.#lowest = Math.max(this.#lowest, diagonal + 1);
    return null;
  }
}
