// Lets so many pieces of work run at once; the rest wait in the order in which they came.

/** Runs work when there is room for it. */
export interface Turnstile {
  /** Rejects with the signal's reason when it is aborted before it is the work's turn. Not re-entrant. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

class FirstComeFirstServed implements Turnstile {
  #freePlaces: number;
  readonly #waiting: Set<() => void> = new Set<() => void>();

  constructor(placeCount: number) {
    this.#freePlaces = placeCount;
  }

  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#freePlaces > 0) this.#freePlaces -= 1;
    else await this.#waitForPlace(signal);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #waitForPlace(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(enter);
    });
  }

  /** The place goes to whoever waits longest, or is free. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#freePlaces += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

/** Makes room for so many. */
export function createTurnstile(placeCount: number): Turnstile {
  return new FirstComeFirstServed(placeCount);
}
