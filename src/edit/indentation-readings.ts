// Which of several readings of the indentation of new lines makes sense next to the lines that stay. Pure.

import type { IndentationPair } from "./indentation-candidates.js";

/** Holds one line with text of the new text: what it says, and its indentation as it was written. */
export interface OutlineLine {
  readonly body: string;
  readonly written: string;
  /** Its indentation in the file; absent for a line whose place has to be planned. */
  readonly known?: string | undefined;
}

/** Turns indentation as it was written into indentation as the file has it. */
export type Reading = (indentation: string) => string;

/** Carries what a reading is chosen from. */
export interface ReadingTask {
  /** The indentation of the quoted lines, and what it is in the file. */
  readonly anchor: IndentationPair;
  readonly outline: readonly OutlineLine[];
  /** One level of indentation in the file; `null` when the file does not tell. */
  readonly unit: string | null;
}

// A line that ends so, or begins so and stands open, has lines below it that are deeper; the second kind only may have.
const OPENER =
  /[{([]$|\b(?:do|then|else|begin)$|^(?:async |export )?(?:def|class|if|elif|else|for|while|with|try|except|finally|match|case|switch|function|unless|until|ensure|rescue|elsif|module|loop)\b(?:.*[:)]|[^;})]*)$/;
const POSSIBLE_OPENER = /[:,=>|&+\\-]$|^(?:[-*+]|\d+\.) |^[\w./$()%-]+\s*:(?!=)/;
// The same in templates.
const TEMPLATE_OPENER = /^\{(?:#(?=[a-z])|:|\{#|%-? *(?:if|for|else|elif|block|macro|with|while|unless|case|when)\b)/;
const COMMENT = /^(?:\/\/|#[ !]|--|%|;|\*(?: |$|\/)|\/\*|<!--)/;

const OPEN_TAG = /^<[A-Za-z][^>]*$/;

// A line that begins so closes what a line above it opened, or goes on with it.
const CLOSER =
  /^(?:[})\]]|<\/|\{(?:\/(?!\*)|:|\{\/|%-? *(?:end|el))|(?:end|fi|done|esac|else|elif|elsif|except|finally|catch|rescue|ensure)\b)/;
const CONTINUATION = /^(?:[.?:+*/=]|&&|\|\||and\b|or\b)/;

// A mapping that is an item of a list: what belongs to it stands deeper, and the next item does not.
const MAPPING_ITEM = /^- [\w"'.$-]+:/;

// An item of a list, or a name with a colon behind it; and one whose value ends on its line.
const ENTRY = /^(?:- |["'\w./$()%-][^({[]*:(?: |$))/;
const ENTRY_WITH_VALUE = /^[^({[]*: +[^|>&!\s].*[^,:({[|>&+\\=-]$/;

// Levels as they may have been written, the likeliest first.
const UNITS = ["    ", "\t", "  ", "        ", "   "];

// What speaks against a reading: a line at a wrong depth, blanks of two kinds, a depth that is rare.
const MAX_USUAL_WIDTH = 4;

const WRONG = 4;
const MIXED = 3;
const UNUSUAL = 1;
const RARE = 0.5;
const LESS_LIKELY = 0.1;

/**
 * Answers the reading that fits best; `planned` where none fits better, or where several do that differ.
 */
export function chooseReading(planned: Reading | null, task: ReadingTask): Reading | null {
  const wanted = task.outline.filter(({ known }) => known === undefined).map(({ written }) => written);
  let best = planned;
  let bestCost = planned === null ? UNUSUAL : costOf(planned, task);
  let isTold = true;
  for (const { map, prior } of listReadings(task, wanted)) {
    const cost = prior + costOf(map, task);
    if (cost > bestCost) continue;
    if (cost < bestCost) [best, bestCost, isTold] = [map, cost, true];
    else if (best !== planned && best !== null && !isSame(wanted, best, map)) isTold = false;
  }
  return isTold ? best : planned;
}

function isSame(wanted: readonly string[], left: Reading, right: Reading): boolean {
  return wanted.every((indentation) => left(indentation) === right(indentation));
}

interface PossibleReading {
  readonly map: Reading;
  readonly prior: number;
}

function listReadings(task: ReadingTask, wanted: readonly string[]): readonly PossibleReading[] {
  const { old, file } = task.anchor;
  const shifted = shiftOf(task.anchor, wanted);
  const readings: PossibleReading[] = shifted === null ? [] : [{ map: shifted, prior: 0 }];
  // Whoever quotes a line too deep writes the others too deep; one that is indented at all is seldom indented alone.
  const isShallower = old.length < file.length || !file.startsWith(old.slice(0, 1));
  if (isShallower) readings.push({ map: (indentation) => indentation, prior: old === "" ? RARE + LESS_LIKELY : WRONG });
  return [...readings, ...listConverted(task, wanted)];
}

function shiftOf({ old, file }: IndentationPair, wanted: readonly string[]): Reading | null {
  if (file.endsWith(old)) return (indentation) => file.slice(0, file.length - old.length) + indentation;
  const removed = old.slice(0, old.length - file.length);
  const canShift = old.endsWith(file) && wanted.every((indentation) => indentation.startsWith(removed));
  return canShift ? (indentation) => indentation.slice(removed.length) : null;
}

// The new lines in another unit than the file's: relative to the quoted line, or from the margin.
function listConverted({ anchor, unit }: ReadingTask, wanted: readonly string[]): readonly PossibleReading[] {
  const fileUnit = unit ?? (anchor.file.startsWith("\t") ? "\t" : null);
  const fileLevels = fileUnit === null ? null : levelsOf(anchor.file, fileUnit);
  if (fileUnit === null || fileLevels === null) return [];
  return UNITS.flatMap((written, index): readonly PossibleReading[] => {
    const oldLevels = levelsOf(anchor.old, written);
    const isWhole = wanted.every((indentation) => levelsOf(indentation, written) !== null);
    if (oldLevels === null || !isWhole || written === fileUnit) return [];
    const prior = (index + 1) * LESS_LIKELY + (written[0] === fileUnit[0] ? UNUSUAL : 0);
    const toLevel = (shift: number): Reading => {
      return (indentation) => fileUnit.repeat(Math.max(0, (levelsOf(indentation, written) ?? 0) + shift));
    };
    const relative = { map: toLevel(fileLevels - oldLevels), prior };
    return oldLevels > 0 ? [relative] : [relative, { map: toLevel(0), prior: prior + LESS_LIKELY }];
  });
}

function levelsOf(indentation: string, unit: string): number | null {
  const levels = indentation.length / unit.length;
  return indentation === unit.repeat(Math.floor(levels)) ? levels : null;
}

function costOf(reading: Reading, { anchor, outline, unit }: ReadingTask): number {
  const kind = anchor.file[0] ?? unit?.[0];
  let cost = 0;
  let last: { readonly line: OutlineLine; readonly depth: string } | undefined;
  for (const line of outline) {
    const depth = line.known ?? reading(line.written);
    const isPlanned = line.known === undefined;
    if (isPlanned && kind !== undefined && depth !== kind.repeat(depth.length)) cost += MIXED;
    if (last !== undefined && isPlanned !== (last.line.known === undefined)) {
      cost += stepCost(last.line.body, line.body, { from: last.depth, to: depth, unit });
    }
    last = { line, depth };
  }
  return cost;
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly unit: string | null;
}

function stepCost(body: string, next: string, step: Step): number {
  const isDeeper = step.to.length > step.from.length;
  if (MAPPING_ITEM.test(body)) return mappingItemCost(next, step);
  if (COMMENT.test(body)) return isDeeper ? WRONG : 0;
  if (COMMENT.test(next)) return isDeeper ? commentCost(body, step) : Number(TEMPLATE_OPENER.test(body)) * UNUSUAL;
  if (CLOSER.test(next)) return closingCost(body, step);
  return isOpener(body) ? openingCost(step) : otherCost(body, next, step);
}

function isOpener(body: string): boolean {
  return OPENER.test(body) || TEMPLATE_OPENER.test(body);
}

function commentCost(body: string, step: Step): number {
  return isOpener(body) || ENTRY.test(body) || OPEN_TAG.test(body) ? deeperCost(step) : 0;
}

function openingCost(step: Step): number {
  return step.to.length > step.from.length ? deeperCost(step) : WRONG;
}

function otherCost(body: string, next: string, step: Step): number {
  const isDeeper = step.to.length > step.from.length;
  if (isDeeper && ENTRY.test(body)) return entryCost(body, step);
  if (isDeeper && OPEN_TAG.test(body)) return deeperCost(step);
  return mayOpen(body, next) ? 0 : closedCost(body, step);
}

// What belongs to an item stands deeper, the next item beside it, and what comes after the list further left.
function mappingItemCost(next: string, { from, to }: Step): number {
  if (next.startsWith("- ")) return to.length > from.length ? WRONG : 0;
  return to.length === from.length ? WRONG : 0;
}

// What an entry opens is one level deeper, and one that has its value opens nothing but a recipe.
function entryCost(body: string, step: Step): number {
  const isRecipe = step.unit === "\t";
  return deeperCost(step) + (ENTRY_WITH_VALUE.test(body) && !isRecipe ? UNUSUAL : 0);
}

function closingCost(body: string, { from, to }: Step): number {
  return to.length > from.length || (!isOpener(body) && to.length === from.length) ? UNUSUAL : 0;
}

// By one level; where the file does not tell what that is, the less the likelier.
function deeperCost({ from, to, unit }: Step): number {
  const more = to.length - from.length;
  const isUsual = unit === null ? more <= MAX_USUAL_WIDTH : more === unit.length;
  return isUsual ? 0 : UNUSUAL;
}

function closedCost(body: string, { from, to }: Step): number {
  if (body.endsWith(",")) return to.length > from.length ? UNUSUAL : 0;
  if (to.length > from.length) return WRONG;
  return to.length < from.length ? RARE : 0;
}

function mayOpen(body: string, next: string): boolean {
  const isUnclosed = body.replaceAll(/[^([{]/g, "").length > body.replaceAll(/[^)\]}]/g, "").length;
  return (
    isUnclosed || CONTINUATION.test(next) || OPEN_TAG.test(body) || (POSSIBLE_OPENER.test(body) && !body.endsWith(","))
  );
}
