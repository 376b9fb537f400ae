// Ways in which all indentations of a quoted text may differ from those in the file. Pure; each is checked, none is chosen.

/** Holds the indentation of one line as it was quoted and as it is in the file. */
export interface IndentationPair {
  readonly old: string;
  readonly file: string;
}

/** Turns indentation as it was written into indentation as the file has it; `null` when it cannot. */
export type PartialMap = (indentation: string) => string | null;

/** Names a level of indentation on each side, which the map takes for each other, and the levels that the file has more. */
export interface UnitChange {
  readonly old: string;
  readonly file: string;
  readonly deeper: number;
  readonly map: PartialMap;
}

// Widths of a level of indentation, in spaces.
const SPACE_UNITS = [2, 4, 8, 3];
const UNITS: readonly string[] = ["\t", ...SPACE_UNITS.map((width) => " ".repeat(width))];

/** Plans the map that puts one text in front of every indentation, or takes one away; `null` when the pairs differ in it. */
export function planCommonPrefix(pairs: readonly IndentationPair[]): PartialMap | null {
  const [first] = pairs;
  const change = first === undefined ? null : prefixChangeOf(first);
  if (change === null) return null;
  const map = createPrefixMap(change);
  return pairs.every(({ old, file }) => map(old) === file) ? map : null;
}

/** Plans such a map from what more than half of the pairs, and at least two, agree on. */
export function planPrefixOfMost(pairs: readonly IndentationPair[]): PartialMap | null {
  const votes = new Map<string, { readonly change: PrefixChange; count: number }>();
  for (const change of pairs.map(prefixChangeOf)) {
    if (change === null) continue;
    const key = JSON.stringify(change);
    const vote = votes.get(key) ?? { change, count: 0 };
    vote.count += 1;
    votes.set(key, vote);
  }
  for (const { change, count } of votes.values()) {
    if (count >= 2 && count * 2 > pairs.length) return createPrefixMap(change);
  }
  return null;
}

/** Takes one text away from the front of an indentation and puts another there; one of them is empty. */
interface PrefixChange {
  readonly removed: string;
  readonly added: string;
}

function prefixChangeOf({ old, file }: IndentationPair): PrefixChange | null {
  if (file.endsWith(old)) return { removed: "", added: file.slice(0, file.length - old.length) };
  return old.endsWith(file) ? { removed: old.slice(0, old.length - file.length), added: "" } : null;
}

function createPrefixMap({ removed, added }: PrefixChange): PartialMap {
  return (indentation) => (indentation.startsWith(removed) ? added + indentation.slice(removed.length) : null);
}

/**
 * Plans the maps that take another unit for each level and keep spaces that are less than a level, as far as each pair is
 * explained in one direction at least: spaces behind the tabs of a file may have been quoted as if they were levels.
 */
export function planUnitChanges(pairs: readonly IndentationPair[]): readonly UnitChange[] {
  const [base] = [...pairs].sort((left, right) => left.file.length - right.file.length);
  if (base === undefined) return [];
  const isTelling = new Set(pairs.map((pair) => pair.old)).size > 1;
  return UNITS.flatMap((old) =>
    UNITS.flatMap((file): readonly UnitChange[] => {
      const deeper = countLevels(base.file, file) - countLevels(base.old, old);
      // One depth alone says nothing about the unit unless the levels agree.
      if (old === file || Number.isNaN(deeper) || (deeper !== 0 && !isTelling)) return [];
      const map = createUnitMap({ old, file, deeper }, file.length);
      const back = createUnitMap({ old: file, file: old, deeper: -deeper }, Number.POSITIVE_INFINITY);
      const isExplained = (pair: IndentationPair): boolean =>
        map(pair.old) === pair.file || (pair.file.startsWith(file) && back(pair.file) === pair.old);
      return pairs.every(isExplained) ? [{ old, file, deeper, map }] : [];
    }),
  );
}

// Spaces behind the levels are kept up to a number that is no level itself.
function createUnitMap({ old, file, deeper }: Omit<UnitChange, "map">, spacesBelow: number): PartialMap {
  return (indentation) => {
    const levels = countLevels(indentation, old);
    const rest = indentation.slice(old.length * levels);
    const isPartOfLevel = file === "\t" || rest.length < spacesBelow;
    return levels + deeper >= 0 && isPartOfLevel ? file.repeat(levels + deeper) + rest : null;
  };
}

// Answers the whole levels in front; `NaN` when anything but spaces is behind them.
function countLevels(indentation: string, unit: string): number {
  let levels = 0;
  while (indentation.startsWith(unit, levels * unit.length)) levels += 1;
  return /^ *$/.test(indentation.slice(levels * unit.length)) ? levels : Number.NaN;
}
