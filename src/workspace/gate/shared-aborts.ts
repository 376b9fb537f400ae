// Lets many wait under one signal with one listener: a process warns of a leak where a signal has more than ten.

interface Waiters {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

/** Who waits under each signal. */
export class SharedAborts {
  readonly #waiting = new Map<AbortSignal, Waiters>();

  /** Calls back once the signal is aborted; answers what ends the waiting. */
  listen(signal: AbortSignal, callback: () => void): () => void {
    const { callbacks, callAll } = this.#waiting.get(signal) ?? this.#listenTo(signal);
    callbacks.add(callback);
    return () => {
      if (!callbacks.delete(callback) || callbacks.size > 0) return;
      this.#waiting.delete(signal);
      signal.removeEventListener("abort", callAll);
    };
  }

  #listenTo(signal: AbortSignal): Waiters {
    const callbacks = new Set<() => void>();
    const callAll = (): void => {
      for (const call of callbacks) call();
    };
    signal.addEventListener("abort", callAll);
    const waiters = { callbacks, callAll };
    this.#waiting.set(signal, waiters);
    return waiters;
  }
}
