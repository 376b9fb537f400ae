// A text with one symbol for each distinct line, so that runs of whole lines are found as a substring is. Pure.

import { findOccurrences } from "../edit/find-occurrences.js";
import type { LineIndex } from "../edit/line-index.js";
import { type Steps, visitRange } from "../text/steps.js";

// Two UTF-16 units a line: more distinct lines than one unit can tell apart fit into a file. The one that differs comes
// first, since a search looks for the first unit.
const UNITS = 2;
const UNIT_BITS = 16;

/** Says which places are wanted. */
export interface LineSearch {
  /** First line that is looked at, 0-based. */
  readonly fromLine: number;
  /** Places that are enough. */
  readonly limit: number;
  /** Leaves out places whose first line it answers `false` for. */
  readonly accept: (line: number) => boolean;
}

/** Finds runs of whole lines in one text. */
export class LineSymbols {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #text: string;

  private constructor(numbers: ReadonlyMap<string, number>, text: string) {
    this.#numbers = numbers;
    this.#text = text;
  }

  /** Reads every line once; line endings do not count. */
  static *read(lines: LineIndex): Steps<LineSymbols> {
    const numbers = new Map<string, number>();
    const units = new Uint16Array(lines.count * UNITS);
    yield* visitRange(0, lines.count, (line) => {
      const content = lines.contentOf(line);
      const number = numbers.get(content) ?? numbers.size;
      numbers.set(content, number);
      units[line * UNITS] = number;
      units[line * UNITS + 1] = number >>> UNIT_BITS;
    });
    return new LineSymbols(numbers, Buffer.from(units.buffer).toString("utf16le"));
  }

  /** What one search costs at most, in characters. */
  get searchCost(): number {
    return this.#text.length;
  }

  /** Finds the first lines of the places where the wanted lines stand in this order, ascending; they may overlap. */
  find(wanted: readonly string[], search: LineSearch): readonly number[] {
    const needle = this.#encode(wanted);
    if (needle === null) return [];
    const skipped = search.fromLine * UNITS;
    const found = findOccurrences(this.#text.slice(skipped), needle, {
      limit: search.limit,
      overlapping: true,
      accept: (offset) => offset % UNITS === 0 && search.accept((offset + skipped) / UNITS),
    });
    return found.map((offset) => (offset + skipped) / UNITS);
  }

  /** Tells whether the wanted lines stand at a line, 0-based. */
  hasAt(wanted: readonly string[], line: number): boolean {
    const needle = this.#encode(wanted);
    return line >= 0 && needle !== null && this.#text.startsWith(needle, line * UNITS);
  }

  #encode(wanted: readonly string[]): string | null {
    const numbers = wanted.map((content) => this.#numbers.get(content));
    const isKnown = (number: number | undefined): number is number => number !== undefined;
    if (!numbers.every(isKnown)) return null;
    return numbers.map((number) => String.fromCharCode(number & 0xffff, number >>> UNIT_BITS)).join("");
  }
}
