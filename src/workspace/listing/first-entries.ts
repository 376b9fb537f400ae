// Keeps those of many entries that come first, in memory that does not grow with their number. No I/O.

import type { NodeEntry } from "../directories/directory.js";
import { LazySort } from "./lazy-sort.js";

/** Entries that are held beyond the wanted ones before the last are let go. */
const SLACK = 4096;

type Compare = (a: NodeEntry, b: NodeEntry) => number;

/** Collects entries, counts them, and answers some of those that come first. */
export class FirstEntries {
  readonly #wanted: number;
  readonly #compare: Compare;
  #held: NodeEntry[] = [];
  /** What comes behind this cannot be in the answer. */
  #last: NodeEntry | undefined;
  #total = 0;

  /** @param wanted entries that are answered at most, those that are skipped included */
  constructor(wanted: number, compare: Compare) {
    this.#wanted = wanted;
    this.#compare = compare;
  }

  /** Entries that were added. */
  get total(): number {
    return this.#total;
  }

  /** Tells that it is time to let some go. */
  get isFull(): boolean {
    return this.#held.length >= 2 * this.#wanted + SLACK;
  }

  add(entry: NodeEntry): void {
    this.#total += 1;
    if (this.#last === undefined || this.#compare(entry, this.#last) < 0) this.#held.push(entry);
  }

  /** Lets go what cannot be in the answer; yields `pause` between two steps of a few milliseconds. */
  *letGo<Pause>(pause: Pause): Generator<Pause, void, void> {
    const to = Math.max(this.#wanted, 1);
    if (this.#held.length <= to) return;
    yield* new LazySort(this.#held, this.#compare).sort({ from: to - 1, to }, pause);
    this.#held = this.#held.slice(0, to);
    this.#last = this.#held.at(-1);
  }

  /** Answers the wanted entries from `offset` (0-based) on, in order; yields `pause` as `letGo` does. */
  *finish<Pause>(offset: number, pause: Pause): Generator<Pause, readonly NodeEntry[], void> {
    const range = { from: offset, to: this.#wanted };
    yield* new LazySort(this.#held, this.#compare).sort(range, pause);
    return this.#held.slice(range.from, range.to);
  }
}
