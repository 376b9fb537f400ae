// Says whether a search in order fills its page fast enough to be left running. No I/O.

import type { HitPage } from "../../search/hit-page.js";
import type { RipgrepTrial } from "../../shell/ripgrep/ripgrep.js";

/** Periods of a trial in which a page has to be full at the pace of the last one. */
const MAX_PERIODS = 4;

/** Creates the trial of a page that takes so many hits or files. */
export function createPageTrial(page: HitPage, wanted: number): RipgrepTrial {
  let seenBefore = 0;
  return {
    isGoingWell() {
      const added = page.seenCount - seenBefore;
      seenBefore = page.seenCount;
      return added * MAX_PERIODS >= wanted;
    },
  };
}
