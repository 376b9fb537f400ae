// Lets a few pieces of work run at once and the rest wait: a thousand reads begun together hold a thousand files open,
// and keep in memory what one after another would have let go.

import { setTimeout as wait } from "node:timers/promises";
import { createPathLock } from "../workspace/path-lock.js";

/** Runs pieces of work side by side, each lane one after another. */
export interface Lanes {
  /** Runs the work when its lane is free; an abort while waiting rejects with the signal's reason. */
  run<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Says how long a lane is kept. */
export interface LanesOptions {
  /** Milliseconds after which the next work of a lane no longer waits: what runs may be waiting for it. Default 2000. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 2000;

/** Resolves when the work has ended in any way, or has taken too long to be waited for. */
async function waitForEnd(work: Promise<unknown>, patienceMs: number): Promise<void> {
  const ended = new AbortController();
  const patience = wait(patienceMs, undefined, { ref: false, signal: ended.signal });
  await Promise.allSettled([Promise.race([work, patience])]);
  ended.abort();
  await Promise.allSettled([patience]);
}

/** Makes a number of lanes; work takes the one where the fewest wait. */
export function createLanes(count: number, { patienceMs = PATIENCE_MS }: LanesOptions = {}): Lanes {
  const turns = createPathLock();
  const lengths = Array.from({ length: count }, () => 0);
  return {
    run: async (signal, work) => {
      const lane = lengths.indexOf(Math.min(...lengths));
      lengths[lane] = (lengths[lane] ?? 0) + 1;
      try {
        const begun = await turns.run(String(lane), signal, async () => {
          const result = work();
          await waitForEnd(result, patienceMs);
          return { result };
        });
        return await begun.result;
      } finally {
        lengths[lane] = (lengths[lane] ?? 1) - 1;
      }
    },
  };
}
