// Which lines of two texts stay the same, in order, within a fixed budget. Nothing here knows about files or hunks.

import { runAtOnce, type Steps, visitRange } from "../text/steps.js";
import { trimTrailingBlanks } from "./fold-characters.js";

/** Pairs a line of the old list with the equal line of the new list, both 0-based. */
export type LinePair = readonly [oldLine: number, newLine: number];

// Inserted and deleted lines that the comparison looks through; its cost grows with their square.
const MAX_EDIT_LENGTH = 1000;

// Lines that it compares at most, some 30 ms: texts of few different lines have long runs in common everywhere. Counted, so
// that results do not depend on the speed of the machine.
const MAX_COMPARISONS = 16_000_000;

const COMPARISONS_PER_STEP = 100_000;

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
  const pairs = Array.from({ length: head }, (_, line): LinePair => [line, line]);
  runAtOnce(visitMiddle({ oldLines, newLines, ends }, (oldLine, newLine) => pairs.push([oldLine, newLine])));
  for (let left = tail; left > 0; left -= 1) pairs.push([oldLines.length - left, newLines.length - left]);
  return pairs;
}

/** Finds the gaps between the pairs of two lists, ascending. */
export function findGaps(oldLines: readonly string[], newLines: readonly string[]): readonly LineGap[] {
  return runAtOnce(findGapsInSteps(oldLines, newLines));
}

/** Finds the same in steps. */
export function* findGapsInSteps(oldLines: readonly string[], newLines: readonly string[]): Steps<readonly LineGap[]> {
  const gaps: LineGap[] = [];
  const ends = findCommonEnds(oldLines, newLines);
  let oldStart = ends.head;
  let newStart = ends.head;
  const endGap = (oldEnd: number, newEnd: number): void => {
    if (oldEnd > oldStart || newEnd > newStart) gaps.push({ oldStart, oldEnd, newStart, newEnd });
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  };
  yield* visitMiddle({ oldLines, newLines, ends }, endGap);
  endGap(oldLines.length - ends.tail, newLines.length - ends.tail);
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
  const [oldLast, newLast] = [oldLines.length - 1, newLines.length - 1];
  while (tail < most - head && oldLines[oldLast - tail] === newLines[newLast - tail]) tail += 1;
  return { head, tail };
}

/** Two lists of lines, and what they have in common at both ends. */
interface Sides {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  readonly ends: CommonEnds;
}

/** Lines of one list that the other has too: where each stands, and a number that equal lines share. */
interface SharedLines {
  readonly positions: readonly number[];
  readonly numbers: readonly number[];
}

/** Stands for a line that the other side does not have. */
const UNSHARED = -1;

function* selectShared(
  lines: readonly string[],
  { head, tail }: CommonEnds,
  numberOf: (line: string) => number,
): Steps<SharedLines> {
  const positions: number[] = [];
  const numbers: number[] = [];
  yield* visitRange(head, lines.length - tail, (position) => {
    const number = numberOf(lines[position] ?? "");
    if (number === UNSHARED) return;
    positions.push(position);
    numbers.push(number);
  });
  return { positions, numbers };
}

// Lines that the other side does not have cannot be paired; leaving them out makes a rewrite cheap.
function* visitMiddle(
  { oldLines, newLines, ends }: Sides,
  visit: (oldLine: number, newLine: number) => void,
): Steps<void> {
  const oldEnd = oldLines.length - ends.tail;
  if (oldEnd === ends.head || newLines.length - ends.tail === ends.head) return;
  const numbers = new Map<string, number>();
  yield* visitRange(ends.head, oldEnd, (line) => numbers.set(oldLines[line] ?? "", UNSHARED));
  let sharedCount = 0;
  const theirs = yield* selectShared(newLines, ends, (line) => {
    const number = numbers.get(line);
    if (number !== UNSHARED) return number ?? UNSHARED;
    sharedCount += 1;
    numbers.set(line, sharedCount);
    return sharedCount;
  });
  if (sharedCount === 0) return;
  const ours = yield* selectShared(oldLines, ends, (line) => numbers.get(line) ?? UNSHARED);
  const runs = yield* new EditGraph(ours.numbers, theirs.numbers).findRuns();
  for (const { oldEnd: oldIndex, newEnd: newIndex, count } of runs) {
    yield* visitRange(-count, 0, (line) =>
      visit(ours.positions[oldIndex + line] ?? 0, theirs.positions[newIndex + line] ?? 0),
    );
  }
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

  /** Answers the lines in common, as positions in both lists, ascending; none over the budget. */
  *findRuns(): Steps<readonly Run[]> {
    let end = this.#extend(0, 0, null);
    let pauseBelow = this.#comparisonsLeft;
    for (let length = 1; end === null && length <= this.#maxLength && this.#comparisonsLeft > 0; length += 1) {
      if (this.#comparisonsLeft < pauseBelow) {
        pauseBelow = this.#comparisonsLeft - COMPARISONS_PER_STEP;
        yield;
      }
      end = this.#lengthen(length);
    }
    const runs: Run[] = [];
    for (let run = end; run !== null; run = run.before) runs.push(run);
    return runs.reverse();
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
