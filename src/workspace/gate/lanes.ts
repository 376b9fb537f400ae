// Lets a few pieces of work run at once and the rest wait: a thousand reads begun together hold a thousand files open,
// and keep in memory what one after another would have let go.

import { listenForAbort } from "../../shell/shared-aborts.js";

/** Runs so many pieces of work side by side, and the rest in the order in which they came. */
export interface Lanes {
  /** Runs the work when a lane is free; an abort while waiting rejects with the signal's reason. */
  run<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result>;
  /** Waits for a lane and keeps it until the answer is called, once; an abort while waiting rejects in the same way. */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
}

/** Says how long work waits for other work. */
export interface LanesOptions {
  /**
   * Milliseconds in which nothing has ended, after which as many again are let through: what runs may be waiting for
   * what waits. Default never.
   */
  readonly patienceMs?: number | undefined;
}

/** Milliseconds of patience where work may begin more of its kind. Source: far longer than a file takes. */
export const NESTED_PATIENCE_MS = 2000;

class WorkLanes implements Lanes {
  readonly #count: number;
  readonly #patienceMs: number | undefined;
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(count: number, patienceMs: number | undefined) {
    this.#count = count;
    this.#patienceMs = patienceMs;
  }

  async run<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#running >= this.#count) await this.#wait(signal);
    else this.#running += 1;
    return () => {
      this.#leave();
      this.#patience?.refresh();
    };
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    let hasLane = false;
    await new Promise<void>((resolve) => {
      const begin = (): void => {
        hasLane = true;
        stop();
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(begin);
        stop();
        resolve();
      };
      const stop = signal === undefined ? (): void => {} : listenForAbort(signal, giveUp);
      this.#waiting.add(begin);
      this.#patience ??= this.#startPatience();
    });
    this.#rest();
    // An abort that comes right behind the turn gives the lane back.
    if (hasLane && signal?.aborted === true) this.#leave();
    signal?.throwIfAborted();
  }

  #leave(): void {
    this.#running -= 1;
    this.#wakeUp();
  }

  #wakeUp(): void {
    for (const begin of this.#waiting) {
      if (this.#running >= this.#count) return;
      this.#begin(begin);
    }
  }

  #begin(begin: () => void): void {
    this.#waiting.delete(begin);
    this.#running += 1;
    begin();
  }

  #startPatience(): NodeJS.Timeout | undefined {
    return this.#patienceMs === undefined ? undefined : setTimeout(() => this.#loseHeart(), this.#patienceMs);
  }

  #loseHeart(): void {
    for (const begin of [...this.#waiting].slice(0, this.#count)) this.#begin(begin);
    this.#patience = this.#waiting.size === 0 ? undefined : this.#startPatience();
  }

  #rest(): void {
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }
}

/** Makes a number of lanes. */
export function createLanes(count: number, { patienceMs }: LanesOptions = {}): Lanes {
  return new WorkLanes(count, patienceMs);
}
