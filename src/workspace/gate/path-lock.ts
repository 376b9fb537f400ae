// Turns for one key: whoever asks later waits until everybody before is done. Within one process only.

import { listenForAbort } from "../../shell/shared-aborts.js";

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

async function waitForTurn(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (signal === undefined) return turn;
  await new Promise<void>((resolve) => {
    const stop = listenForAbort(signal, () => goOn());
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
  return {
    run: async (key, signal, operation) => {
      const turn = tails.get(key) ?? Promise.resolve();
      const result = waitForTurn(turn, signal).then(operation);
      const tail = turn.then(() => settled(result));
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
  };
}
