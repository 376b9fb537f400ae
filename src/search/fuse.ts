// Breaks off a search in the middle of a text when its time is over: the engine is told so when it asks for a character.

/** What is answered in place of a result when time was over first. */
export const TIME_OVER: unique symbol = Symbol("time over");

/** How long a search may go on. */
export interface FuseLimits {
  /** Milliseconds between two turns of others. */
  readonly turnMs: number;
  /** Milliseconds of all of its turns together. */
  readonly allMs: number;
}

/** Milliseconds after which others are to have their turn. */
const DUE_MS = 2;

class TimeOverError extends Error {}

/** Keeps the time of one search by the characters that it reads, since a look at the clock costs more than most of them. */
export class Fuse {
  readonly #limits: FuseLimits;
  readonly #unitsPerLook: number;
  #unitsLeft: number;
  #turnStartedMs: number = performance.now();
  #lookedMs: number = this.#turnStartedMs;
  #spentMs = 0;

  /** @param unitsPerLook characters that may be read between two looks at the clock */
  constructor(limits: FuseLimits, unitsPerLook: number) {
    this.#limits = limits;
    this.#unitsPerLook = unitsPerLook;
    this.#unitsLeft = unitsPerLook;
  }

  /** Tells whether the time of all turns is over. */
  get isSpent(): boolean {
    return this.#spentMs >= this.#limits.allMs;
  }

  /** Counts characters that were read; answers whether others are to have their turn. */
  pass(units: number): boolean {
    this.#unitsLeft -= units;
    return this.#unitsLeft <= 0 && this.#look() >= DUE_MS;
  }

  /** Counts characters that are read, in work that `run` does. */
  readUnits(count: number): void {
    this.#unitsLeft -= count;
    if (this.#unitsLeft <= 0 && this.#look() >= this.#limits.turnMs) throw new TimeOverError();
  }

  /** Is told when the search goes on behind something that it yielded, since others may have had their turn. */
  resume(): void {
    this.#turnStartedMs = performance.now();
    this.#lookedMs = this.#turnStartedMs;
  }

  /** Answers what some work answers that reads guarded texts, or that its time was over. */
  run<Result>(work: () => Result): Result | typeof TIME_OVER {
    if (this.isSpent) return TIME_OVER;
    try {
      return work();
    } catch (error) {
      if (error instanceof TimeOverError) return TIME_OVER;
      throw error;
    }
  }

  /** Answers the milliseconds of this turn; no end of them when all turns are over. */
  #look(): number {
    const nowMs = performance.now();
    this.#spentMs += nowMs - this.#lookedMs;
    this.#lookedMs = nowMs;
    this.#unitsLeft = this.#unitsPerLook;
    return this.isSpent ? Number.POSITIVE_INFINITY : nowMs - this.#turnStartedMs;
  }
}

/** Characters up to which a text that is sought is found fast, however often it nearly stands there. */
const MAX_SOUGHT_UNITS = 64;

/** Characters in which a longer text is sought before time is looked at: some 10 ms at worst. */
const SOUGHT_IN_UNITS: number = 16 * 1024;

/**
 * A text that lets nobody read on once time is over. It has what the engine asks of a text and is told from none by its tag:
 * a class that extends String would make every text of the process be read at half the speed.
 */
export class GuardedText {
  readonly [Symbol.toStringTag] = "String";
  readonly length: number;
  readonly #text: string;
  readonly #fuse: Fuse;

  constructor(text: string, fuse: Fuse) {
    this.length = text.length;
    this.#text = text;
    this.#fuse = fuse;
  }

  toString(): string {
    return this.#text;
  }

  charCodeAt(index: number): number {
    this.#fuse.readUnits(1);
    return this.#text.charCodeAt(index);
  }

  indexOf(sought: string, from = 0): number {
    if (sought.length <= MAX_SOUGHT_UNITS) return this.#text.indexOf(sought, from);
    for (let start = from; start < this.#text.length; start += SOUGHT_IN_UNITS) {
      const found = this.#text.slice(start, start + SOUGHT_IN_UNITS + sought.length - 1).indexOf(sought);
      if (found >= 0) return start + found;
      this.#fuse.readUnits(SOUGHT_IN_UNITS);
    }
    return -1;
  }
}
