// Keeps the time of one search: others get their turn, an abort ends it, and so does its deadline.

import type { SearchClock } from "../../search/scan-file.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";

/** Creates the clock of a search; `deadlineMs` is on the clock of `performance.now()`. */
export function createSearchClock(search: {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}): SearchClock {
  return {
    isDue: isTurnDue,
    async tick() {
      if (isTurnDue()) await takeTurn(search.signal);
      search.signal?.throwIfAborted();
      return performance.now() < search.deadlineMs;
    },
  };
}
