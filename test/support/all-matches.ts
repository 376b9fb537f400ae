// Takes everything that a scan yields, and does what it leaves to others, however long it takes.

import { type HardPart, isHardPart } from "../../src/search/hard-part.js";
import { searchPart } from "../../src/search/search-part.js";

/** Has a hard part searched to its end. */
export function answerHardPart(part: HardPart): void {
  const all = { budgetMs: Number.POSITIVE_INFINITY, maxMatches: Number.POSITIVE_INFINITY, wantsPlaces: true };
  part.answer = { ...searchPart(part, part.scan, all), unfinished: null };
}

/** Answers all that is found; turns of others are left out. */
export function allFound<Found extends object>(scan: Iterable<Found | HardPart | null>): Found[] {
  const found: Found[] = [];
  for (const next of scan) {
    if (next === null) continue;
    if (isHardPart(next)) answerHardPart(next);
    else found.push(next);
  }
  return found;
}
