// Lets those who want to know the same thing at once share one look at it. Knows nothing of what is looked at.

import { listenForAbort } from "../../shell/shared-aborts.js";

/** Looks whose findings are kept for those who asked before. */
const MAX_KEPT = 16;

/** Says what is wanted, and since when. */
export interface Wanted {
  readonly key: string;
  /** From `mark`, at the moment of asking. */
  readonly mark: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for somebody else's look at most; default until it has ended. */
  readonly patienceMs?: number | undefined;
}

interface KeptLook<Found> {
  readonly number: number;
  readonly found: Promise<Found>;
}

/**
 * What was found lately. Whoever asks may use what a look found that began after the question, be it their own or that of
 * another: no change that was made before is missed. A look that fails, or finds `undefined`, is not shared.
 */
export class SharedLooks<Found> {
  readonly #kept = new Map<string, KeptLook<Found>>();
  #begun = 0;

  /** Answers a mark of this moment. */
  mark(): number {
    return this.#begun;
  }

  /** Answers what a look found that began after the mark. Throws what the look throws, or the reason of the signal. */
  async find(wanted: Wanted, look: () => Promise<Found>): Promise<Found> {
    const { key, mark, signal } = wanted;
    for (let kept = this.#kept.get(key); kept !== undefined && kept.number > mark; kept = this.#kept.get(key)) {
      const found = await this.#waitFor(kept, wanted);
      signal?.throwIfAborted();
      if (found !== undefined) return found;
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    }
    return this.#begin(key, look);
  }

  /** Answers `undefined` where the look failed or takes too long. */
  async #waitFor({ found }: KeptLook<Found>, { patienceMs, signal }: Wanted): Promise<Found | undefined> {
    let stop = (): void => {};
    const isOver = new Promise<undefined>((resolve) => {
      const end = (): void => resolve(undefined);
      const timer = patienceMs === undefined ? undefined : setTimeout(end, patienceMs);
      const unlisten = signal === undefined ? undefined : listenForAbort(signal, end);
      stop = () => {
        clearTimeout(timer);
        unlisten?.();
      };
    });
    try {
      return await Promise.race([found.catch(() => undefined), isOver]);
    } finally {
      stop();
    }
  }

  #begin(key: string, look: () => Promise<Found>): Promise<Found> {
    this.#begun += 1;
    const found = look();
    this.#kept.delete(key);
    this.#kept.set(key, { number: this.#begun, found });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return found;
  }
}
