// Lets a few pieces of work run at once and the rest wait: a thousand reads begun together hold a thousand files open,
// and keep in memory what one after another would have let go.

import { createPathLock } from "../workspace/path-lock.js";

/** Runs pieces of work side by side, each lane one after another. */
export interface Lanes {
  /** Runs the work when its lane is free; an abort while waiting rejects with the signal's reason. */
  run<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Makes a number of lanes; work takes the one where the fewest wait. */
export function createLanes(count: number): Lanes {
  const turns = createPathLock();
  const lengths = Array.from({ length: count }, () => 0);
  return {
    run: async (signal, work) => {
      const lane = lengths.indexOf(Math.min(...lengths));
      lengths[lane] = (lengths[lane] ?? 0) + 1;
      try {
        return await turns.run(String(lane), signal, work);
      } finally {
        lengths[lane] = (lengths[lane] ?? 1) - 1;
      }
    },
  };
}
