// Turns for one key: whoever asks later waits until everybody before is done. Within one process only.

/** Lets one operation at a time run for each key. */
export interface PathLock {
  /** Runs the operation when its turn comes; an abort while waiting gives the turn up and rejects with its reason. */
  run<Result>(key: string, signal: AbortSignal | undefined, operation: () => Promise<Result>): Promise<Result>;
}

function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}

interface Waiters {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

/** Who waits under each signal: one listener serves all of them, since a process warns of a signal that has many. */
type Waiting = Map<AbortSignal, Waiters>;

function listenTo(signal: AbortSignal, waiting: Waiting): Waiters {
  const callbacks = new Set<() => void>();
  const callAll = (): void => {
    for (const call of callbacks) call();
  };
  signal.addEventListener("abort", callAll);
  const waiters = { callbacks, callAll };
  waiting.set(signal, waiters);
  return waiters;
}

/** Calls back once the signal is aborted; answers what ends the waiting. */
function onAbort(signal: AbortSignal, waiting: Waiting, callback: () => void): () => void {
  const { callbacks, callAll } = waiting.get(signal) ?? listenTo(signal, waiting);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", callAll);
  };
}

async function waitForTurn(turn: Promise<void>, signal: AbortSignal | undefined, waiting: Waiting): Promise<void> {
  signal?.throwIfAborted();
  if (signal === undefined) return turn;
  await new Promise<void>((resolve) => {
    const stop = onAbort(signal, waiting, () => goOn());
    const goOn = (): void => {
      stop();
      resolve();
    };
    void turn.then(goOn);
  });
  signal.throwIfAborted();
}

/** Makes a lock that nobody holds. */
export function createPathLock(): PathLock {
  const tails = new Map<string, Promise<void>>();
  const waiting: Waiting = new Map();
  return {
    run: async (key, signal, operation) => {
      const turn = tails.get(key) ?? Promise.resolve();
      const result = waitForTurn(turn, signal, waiting).then(operation);
      const tail = turn.then(() => settled(result));
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
  };
}
