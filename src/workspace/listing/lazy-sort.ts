// Sorts as much of many items as is asked for, in steps of a few milliseconds, so that a caller can do something else in
// between.

/** Items that are sorted, or compared with another, at one go. */
const STEP_ITEMS = 4096;

/** Items of which the middle one splits a range. They are taken at random, so that no order of names is a bad one. */
const SAMPLE_ITEMS = 31;

type Compare<Item> = (a: Item, b: Item) => number;

/** Places in an array, 0-based. */
interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Puts the items of an array into their places, the first ones first; equal ones in no particular order. */
export class LazySort<Item> {
  readonly #items: Item[];
  readonly #compare: Compare<Item>;
  /** Ends of ranges that are still to be sorted, the nearest last; each item of a range belongs into it. */
  readonly #ends: number[];
  #passed = 0;

  /** @param items are moved within their array, which nobody else changes meanwhile */
  constructor(items: Item[], compare: Compare<Item>) {
    this.#items = items;
    this.#compare = compare;
    this.#ends = [items.length];
  }

  /** Items from the start on that will not be moved any more. */
  get passed(): number {
    return this.#passed;
  }

  /**
   * Puts into place what belongs from `from` to `to`, and yields `pause` between two steps. What belongs in front of it
   * is passed over and keeps an order of its own.
   */
  *sort<Pause>({ from, to }: Range, pause: Pause): Generator<Pause, void, void> {
    for (let end = this.#ends.at(-1); end !== undefined && this.#passed < to; end = this.#ends.at(-1)) {
      const isPassedOver = end <= from;
      if (isPassedOver || end - this.#passed <= STEP_ITEMS) this.#pass(end, isPassedOver);
      else yield* this.#split(end, pause);
      if (this.#passed < to) yield pause;
    }
  }

  #pass(end: number, isPassedOver: boolean): void {
    if (!isPassedOver) {
      const sorted = this.#items.slice(this.#passed, end).sort(this.#compare);
      for (const [index, item] of sorted.entries()) this.#items[this.#passed + index] = item;
    }
    this.#passed = end;
    this.#ends.pop();
  }

  /** Splits the nearest range into what comes before one of its items, what equals it, and what comes behind. */
  *#split<Pause>(end: number, pause: Pause): Generator<Pause, void, void> {
    const pivot = this.#choosePivot(end);
    const start = this.#passed;
    let [equalStart, equalEnd] = [start, end];
    for (let index = start; index < equalEnd; ) {
      const order = this.#compare(this.#items[index] as Item, pivot);
      if (order > 0) this.#swap(index, --equalEnd);
      else {
        if (order < 0) this.#swap(index, equalStart++);
        index += 1;
      }
      if ((index - start + end - equalEnd) % STEP_ITEMS === 0) yield pause;
    }
    if (equalEnd < end) this.#ends.push(equalEnd);
    if (equalStart > start) this.#ends.push(equalStart);
    else this.#pass(equalEnd, true);
  }

  #choosePivot(end: number): Item {
    const choose = (): Item => this.#items[this.#passed + Math.floor(Math.random() * (end - this.#passed))] as Item;
    const sample = Array.from({ length: SAMPLE_ITEMS }, choose).sort(this.#compare);
    return sample[SAMPLE_ITEMS >> 1] as Item;
  }

  #swap(index: number, other: number): void {
    const item = this.#items[index] as Item;
    this.#items[index] = this.#items[other] as Item;
    this.#items[other] = item;
  }
}
