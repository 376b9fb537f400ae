// Keeps long synchronous work from holding up everything else in the process.

import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds that a walk may keep the event loop to itself. */
const MAX_TURN_MS = 20;

/** Makes a function that gives the event loop its turn when it has been kept for too long. */
export function createTurnKeeper(): () => Promise<void> {
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < MAX_TURN_MS) return;
    await nextTurn();
    startedMs = performance.now();
  };
}
