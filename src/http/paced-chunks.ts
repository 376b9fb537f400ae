// Hands out the chunks of all streams one in a turn of the event loop: writing one takes as long as answering several
// small requests, and a turn in which fifty are ready would hold those up.

import { setImmediate as nextTurn } from "node:timers/promises";
import { createTurnstile } from "./turnstile.js";

/** Paces the chunks of one stream together with those of all others. */
export type PaceChunks = (chunks: AsyncIterator<Uint8Array>, signal: AbortSignal) => AsyncIterator<Uint8Array>;

class PacedChunks implements AsyncIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #waitForTurn: () => Promise<void>;

  constructor(source: AsyncIterator<Uint8Array>, waitForTurn: () => Promise<void>) {
    this.#source = source;
    this.#waitForTurn = waitForTurn;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    // Nothing is waited for while a turn is held, so that a slow file or reader takes none.
    const result = await this.#source.next();
    if (result.done === true) return result;
    try {
      await this.#waitForTurn();
      return result;
    } catch (error) {
      await this.#source.return?.();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}

/** Makes a pace that streams share. */
export function createPace(): PaceChunks {
  const turns = createTurnstile(1);
  return (chunks, signal) => new PacedChunks(chunks, () => turns.run(signal, () => nextTurn()));
}
