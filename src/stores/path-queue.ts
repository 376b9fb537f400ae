// Turns for writers of one path: first come, first served. Knows neither stores nor contents.

/** Waits for earlier work, or rejects with `signal.reason` as soon as the signal fires. `earlier` must not reject. */
async function waitForTurn(earlier: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return earlier;
  const waiting = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: waiting.signal });
  });
  try {
    await Promise.race([earlier, aborted]);
  } finally {
    waiting.abort();
  }
}

/** Folds spellings that some store may take for one file; two files that share a turn merely wait for each other. */
function queueKey(path: string): string {
  const names: string[] = [];
  for (const name of path.normalize("NFC").toLowerCase().split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
}

function ignoreOutcome(): void {}

/** Runs work on one path at a time; work on different paths runs side by side. Not re-entrant. */
export class PathQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Counts the paths with running or waiting work. */
  get size(): number {
    return this.#tails.size;
  }

  /**
   * Runs the work when all earlier work on the path is over, however that ended.
   * An abort while waiting rejects with `signal.reason` and the work never starts; running work is not interrupted.
   */
  async run<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const key = queueKey(path);
    const earlier = this.#tails.get(key) ?? Promise.resolve();
    const turn = earlier.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#append(key, turn.then(ignoreOutcome, ignoreOutcome));
    await waitForTurn(earlier, signal);
    return turn;
  }

  #append(key: string, tail: Promise<void>): void {
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
  }
}
