// How the indentation of new lines follows from lines whose indentation is known in both texts. Pure; refuses to guess.

/** Holds the indentation of one line as it was quoted and as it is in the file. */
export interface IndentationPair {
  readonly old: string;
  readonly file: string;
}

/** Turns indentation as it was written into indentation as the file has it. */
export type IndentationMap = (indentation: string) => string;

// Widths of a level of indentation, in spaces.
const SPACE_UNITS = [2, 4, 8, 3];

/**
 * Plans the map for the indentations that are wanted; `null` when the pairs do not say what they become. In turn: what
 * one slip of the pen explains, one shift for all lines, another unit for a level, a shift that most lines agree on.
 */
export function planIndentation(pairs: readonly IndentationPair[], wanted: readonly string[]): IndentationMap | null {
  if (wanted.length === 0 || pairs.every((pair) => pair.old === pair.file)) return identity;
  if (isSlip(pairs) || isIndentedAlready(pairs, wanted)) return identity;
  return planShift(pairs, wanted, isUnanimous) ?? planUnits(pairs, wanted) ?? planShift(pairs, wanted, isMajority);
}

// One line differs, with the same kind of blank, among lines whose indentation is right.
function isSlip(pairs: readonly IndentationPair[]): boolean {
  const [slip, ...others] = pairs.filter((pair) => pair.old !== pair.file);
  if (slip === undefined || others.length > 0 || singleBlank([slip.old, slip.file]) === null) return false;
  return pairs.some((pair) => pair !== slip && (pair.old !== "" || slip.old === ""));
}

// The one line that is quoted lacks its indentation, and the new lines have it.
function isIndentedAlready([only, ...others]: readonly IndentationPair[], wanted: readonly string[]): boolean {
  if (only === undefined || others.length > 0) return false;
  return wanted.every((indentation) => indentation.startsWith(only.file)) && wanted.includes(only.file);
}

function identity(indentation: string): string {
  return indentation;
}

type Agreement = (agreeing: number, all: number) => boolean;

function isUnanimous(agreeing: number, all: number): boolean {
  return agreeing === all;
}

function isMajority(agreeing: number, all: number): boolean {
  return agreeing >= 2 && agreeing * 2 > all;
}

function planShift(
  pairs: readonly IndentationPair[],
  wanted: readonly string[],
  isAgreed: Agreement,
): IndentationMap | null {
  const blank = singleBlank([...wanted, ...pairs.flatMap((pair) => [pair.old, pair.file])]);
  if (blank === null) return null;
  const votes = new Map<number, number>();
  for (const { old, file } of pairs)
    votes.set(file.length - old.length, (votes.get(file.length - old.length) ?? 0) + 1);
  const [shift, count] = [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best), [0, 0]);
  if (!isAgreed(count, pairs.length) || wanted.some((indentation) => indentation.length + shift < 0)) return null;
  return (indentation) => blank.repeat(indentation.length + shift);
}

// Answers the one blank that all the texts consist of; `null` when they mix tabs, spaces and others.
function singleBlank(indentations: readonly string[]): string | null {
  const blanks = new Set(indentations.join(""));
  if (blanks.size > 1) return null;
  return [...blanks][0] ?? " ";
}

/** Says what one level of indentation is on each side, and how many levels deeper the file is. */
interface UnitChange {
  readonly old: string;
  readonly file: string;
  readonly deeper: number;
}

// Every change of unit that fits all the pairs must lead to the same result.
function planUnits(pairs: readonly IndentationPair[], wanted: readonly string[]): IndentationMap | null {
  const changes = unitsOf([...pairs.map((pair) => pair.old), ...wanted]).flatMap((old) =>
    unitsOf(pairs.map((pair) => pair.file)).flatMap((file) => planUnitChange(pairs, old, file)),
  );
  const maps = changes.map((change) => createUnitMap(change));
  const results = new Set(maps.map((map) => wanted.map(map).join("\n")));
  const [map] = maps;
  return map !== undefined && results.size === 1 ? map : null;
}

// Answers the units that all the indentations are made of in whole numbers.
function unitsOf(indentations: readonly string[]): readonly string[] {
  const blank = singleBlank(indentations);
  if (blank === "\t") return ["\t"];
  if (blank !== " ") return [];
  const units = SPACE_UNITS.filter((width) => indentations.every((indentation) => indentation.length % width === 0));
  return units.map((width) => blank.repeat(width));
}

function planUnitChange(pairs: readonly IndentationPair[], old: string, file: string): readonly UnitChange[] {
  const depths = new Set(pairs.map((pair) => pair.file.length / file.length - pair.old.length / old.length));
  const [deeper] = depths;
  if (old === file || depths.size !== 1 || deeper === undefined) return [];
  // One depth alone, or the same blank on both sides, says nothing about the unit unless the levels agree.
  const isTelling = new Set(pairs.map((pair) => pair.old)).size > 1 && old[0] !== file[0];
  return isTelling || deeper === 0 ? [{ old, file, deeper }] : [];
}

function createUnitMap({ old, file, deeper }: UnitChange): IndentationMap {
  return (indentation) => file.repeat(Math.max(0, indentation.length / old.length + deeper));
}
