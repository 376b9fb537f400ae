// Lets many wait under one signal with one listener: a process warns of a leak where a signal has more than ten.

interface Waiters {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

/** Who waits under each signal; one for all of the process, as signals are. */
const waiting = new Map<AbortSignal, Waiters>();

/** Calls back once a signal is aborted; answers what ends the waiting. */
export function listenForAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = waiting.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", callAll);
  };
}

function listenTo(signal: AbortSignal): Waiters {
  const callbacks = new Set<() => void>();
  const callAll = (): void => {
    for (const call of callbacks) call();
  };
  signal.addEventListener("abort", callAll);
  const waiters = { callbacks, callAll };
  waiting.set(signal, waiters);
  return waiters;
}
