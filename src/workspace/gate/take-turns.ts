// Keeps long synchronous work from holding up everything else in the process.

import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds that a walk may keep the event loop to itself: a turn costs some 20 microseconds, a server waits for it. */
const MAX_TURN_MS = 2;

/** Tells when work has kept the event loop for too long, and gives it its turn. */
export interface TurnKeeper {
  /** Is cheap enough to be asked at every small step. */
  isDue(): boolean;
  /** Waits for a turn of the event loop; rejects when the signal has been aborted meanwhile. */
  take(signal: AbortSignal | undefined): Promise<void>;
}

/** Makes a keeper of turns for one piece of work. */
export function createTurns(): TurnKeeper {
  let startedMs = performance.now();
  return {
    isDue: () => performance.now() - startedMs >= MAX_TURN_MS,
    take: async (signal) => {
      await nextTurn();
      signal?.throwIfAborted();
      startedMs = performance.now();
    },
  };
}

/** Makes a function that gives the event loop its turn when it has been kept for too long. */
export function createTurnKeeper(): () => Promise<void> {
  const turns = createTurns();
  return async () => {
    if (turns.isDue()) await turns.take(undefined);
  };
}
