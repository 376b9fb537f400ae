// How the indentation of new lines follows from lines whose indentation is known in both texts. Pure; refuses to guess.

import {
  type IndentationPair,
  type PartialMap,
  planCommonPrefix,
  planPrefixOfMost,
  planUnitChanges,
  type UnitChange,
} from "./indentation-candidates.js";
import { chooseReading, type OutlineLine } from "./indentation-readings.js";

/** Turns indentation as it was written into indentation as the file has it. */
export type IndentationMap = (indentation: string) => string;

/** Carries what the indentation of new lines is planned from. */
export interface IndentationTask {
  readonly pairs: readonly IndentationPair[];
  /** Those of the pairs whose lines the new ones replace. */
  readonly removed: readonly IndentationPair[];
  /** The indentations of the new lines, as they were written. */
  readonly wanted: readonly string[];
  /** Answers one level of indentation in the file; `null` when the file does not tell. */
  readonly detectUnit: () => string | null;
  /** The new lines with text, in their order. Absent: nothing but the indentations is known. */
  readonly outline?: readonly OutlineLine[];
}

/**
 * Plans the map for the indentations that are wanted; `null` when the pairs do not say what they become. In turn: what
 * one slip of the pen explains, what all pairs agree on, what the same indentation became elsewhere, what most agree on.
 */
export function planIndentation(task: IndentationTask): IndentationMap | null {
  const { pairs, wanted, outline } = task;
  if (pairs.every((pair) => pair.old === pair.file)) return identity;
  const planned = planFromPairs(task);
  const [anchor, ...others] = pairs;
  if (outline === undefined || anchor === undefined || wanted.length === 0) return planned;
  // With one depth quoted, nothing but the lines themselves tells how much of the new indentation is there already.
  const isOneDepth = others.every(({ old, file }) => old === anchor.old && file === anchor.file);
  const isSure = others.length > 0 && planned !== null && wanted.every((each) => isOfOneKind(planned(each)));
  return isOneDepth && !isSure ? chooseReading(planned, { anchor, outline, unit: task.detectUnit() }) : planned;
}

function planFromPairs(task: IndentationTask): IndentationMap | null {
  const { pairs, wanted } = task;
  if (isSlip(pairs)) return leavesMargin(pairs, wanted) ? null : identity;
  if (isIndentedAlready(pairs, wanted) || isWrittenAsFile(pairs, wanted)) return identity;
  if (isInPartAsFile(pairs, wanted)) return identity;
  const agreed = planAgreed(task);
  if (agreed === null && isOneOff(pairs, wanted)) return identity;
  const planned = agreed ?? planForAll(planPrefixOfMost(pairs), wanted);
  return planKnown(pairs, wanted, planned) ?? planKnown(task.removed, wanted, null);
}

// The same indentation becomes what it became elsewhere; any other what was planned.
function planKnown(
  pairs: readonly IndentationPair[],
  wanted: readonly string[],
  planned: PartialMap | null,
): IndentationMap | null {
  const known = collectKnown(pairs);
  if (planned === null && !wanted.every((indentation) => known.has(indentation))) return null;
  const map = (indentation: string): string => known.get(indentation) ?? planned?.(indentation) ?? indentation;
  return keepsOrder(map, wanted) ? map : null;
}

// Lines that are deeper than others do not end beside them, or further left.
function keepsOrder(map: IndentationMap, wanted: readonly string[]): boolean {
  return wanted.every((each) =>
    wanted.every((deeper) => each === deeper || !deeper.startsWith(each) || !map(each).startsWith(map(deeper))),
  );
}

// The first line lacks its indentation, and a new line would stand further left than every line of the file there: newText
// may lack it throughout.
function leavesMargin(pairs: readonly IndentationPair[], wanted: readonly string[]): boolean {
  const [first] = pairs;
  if (first === undefined || first.old.length >= first.file.length) return false;
  return wanted.some((indentation) => pairs.every((pair) => indentation.length < pair.file.length));
}

/** Tells whether one line differs, with the same kind of blank, among lines whose indentation is right. */
export function isSlip(pairs: readonly IndentationPair[]): boolean {
  const [slip, ...others] = pairs.filter((pair) => pair.old !== pair.file);
  if (slip === undefined || others.length > 0 || new Set(slip.old + slip.file).size > 1) return false;
  return pairs.some((pair) => pair !== slip && (pair.old !== "" || slip.old === ""));
}

// The one line that is quoted lacks its indentation, and the new lines have it.
function isIndentedAlready([only, ...others]: readonly IndentationPair[], wanted: readonly string[]): boolean {
  if (only === undefined || others.length > 0 || only.old !== "" || only.file === "") return false;
  return wanted.every((indentation) => indentation.startsWith(only.file)) && wanted.includes(only.file);
}

// One line differs, and the new lines begin as lines of the file do.
function isOneOff(pairs: readonly IndentationPair[], wanted: readonly string[]): boolean {
  const inFile = new Set(pairs.map((pair) => pair.file));
  const [, ...others] = pairs.filter((pair) => pair.old !== pair.file);
  return pairs.length > 1 && others.length === 0 && wanted.every((indentation) => inFile.has(indentation));
}

// The new lines have the blanks of the file, of which the quoted lines have none.
function isWrittenAsFile(pairs: readonly IndentationPair[], wanted: readonly string[]): boolean {
  const old = blanksOf(pairs.map((pair) => pair.old));
  const file = blanksOf(pairs.map((pair) => pair.file));
  return old.length === 1 && file.length === 1 && file !== old && file === blanksOf(wanted);
}

// Some lines are quoted with other blanks than the file has, and the new ones are written as the rest.
function isInPartAsFile(pairs: readonly IndentationPair[], wanted: readonly string[]): boolean {
  const file = blanksOf(pairs.map((pair) => pair.file));
  const others = pairs.filter(({ old }) => !isOf(old, file));
  const right = pairs.filter((pair) => !others.includes(pair) && pair.old !== "");
  const isRight = others.length > 0 && right.length > 0 && right.every((pair) => pair.old === pair.file);
  return file.length === 1 && isRight && wanted.every((indentation) => isOf(indentation, file));
}

function isOf(indentation: string, blanks: string): boolean {
  return blanksOf([indentation]) === "" || blanksOf([indentation]) === blanks;
}

function blanksOf(indentations: readonly string[]): string {
  return [...new Set(indentations.join(""))].join("");
}

function isOfOneKind(indentation: string): boolean {
  return new Set(indentation).size < 2;
}

function identity(indentation: string): string {
  return indentation;
}

// An indentation that became two things says nothing, and none does when a deeper one did not stay deeper.
function collectKnown(pairs: readonly IndentationPair[]): ReadonlyMap<string, string> {
  const sorted = [...pairs].sort((left, right) => left.old.length - right.old.length);
  const known = new Map<string, string>();
  let last: IndentationPair | undefined;
  for (const pair of sorted) {
    const isSame = last?.old === pair.old && last.file === pair.file;
    if (last !== undefined && !isSame && pair.file.length <= last.file.length) return new Map();
    if (last !== undefined && !isSame && pair.old.length === last.old.length) return new Map();
    known.set(pair.old, pair.file);
    last = pair;
  }
  return known;
}

// A prefix or another unit that explains every pair; where both do, the unit of the file decides.
function planAgreed(task: IndentationTask): PartialMap | null {
  const { pairs, wanted } = task;
  const prefix = planForAll(planCommonPrefix(pairs), wanted);
  const written = [...wanted, ...pairs.map((pair) => pair.old)];
  const possible = planUnitChanges(pairs).filter(({ map }) => planForAll(map, wanted) !== null);
  const changes = simplest(possible, [
    ({ deeper }) => deeper === 0,
    ({ old }) => written.every((indentation) => isWhole(indentation, old)),
  ]);
  const [change, ...others] = changes;
  if (change === undefined) return prefix;
  const isAgreed = others.every((other) => isSameFor(wanted, change.map, other.map));
  if (prefix === null) return isAgreed && (isTold(task, change) || hasUnit(task, changes)) ? change.map : null;
  if (!isAgreed || change.deeper !== 0 || isSameFor(wanted, change.map, prefix)) return prefix;
  const step = smallestStep(written);
  const fitting = changes.filter(({ old }) => old.length === step);
  return hasUnit(task, fitting) ? change.map : prefix;
}

function hasUnit({ detectUnit }: IndentationTask, changes: readonly UnitChange[]): boolean {
  const unit = detectUnit();
  return changes.some(({ file }) => file === unit);
}

// Answers what passes each test in turn, unless nothing would be left.
function simplest(changes: readonly UnitChange[], tests: readonly UnitTest[]): readonly UnitChange[] {
  return tests.reduce((left, test) => {
    const passing = left.filter(test);
    return passing.length > 0 ? passing : left;
  }, changes);
}

type UnitTest = (change: UnitChange) => boolean;

function planForAll(map: PartialMap | null, wanted: readonly string[]): PartialMap | null {
  return map !== null && wanted.every((indentation) => map(indentation) !== null) ? map : null;
}

// The same blank in another number could be a slip as well, unless two depths tell, or a new line is as deep as a quoted.
function isTold({ pairs, wanted }: IndentationTask, { old, file }: UnitChange): boolean {
  const depths = new Set(pairs.map((pair) => pair.old).filter((each) => each !== ""));
  return old[0] !== file[0] || depths.size > 1 || wanted.some((indentation) => depths.has(indentation));
}

function isWhole(indentation: string, unit: string): boolean {
  return indentation === unit.repeat(Math.floor(indentation.length / unit.length));
}

function isSameFor(wanted: readonly string[], left: PartialMap, right: PartialMap): boolean {
  return wanted.every((indentation) => left(indentation) === right(indentation));
}

// The least by which two indentations differ, 0 when all are the same.
function smallestStep(indentations: readonly string[]): number {
  const lengths = [...new Set(indentations.map((indentation) => indentation.length))].sort((a, b) => a - b);
  const steps = lengths.slice(1).map((length, index) => length - (lengths[index] ?? 0));
  return steps.length === 0 ? 0 : Math.min(...steps);
}
