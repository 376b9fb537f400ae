// A part of a text that takes too long to be searched at once. Types, and how they are told apart.

import type { ScanPlace, ScanText } from "./scan-text.js";

/** An expression, as a search elsewhere is told of it. */
export interface HardExpression {
  readonly pattern: string;
  readonly ignoreCase?: boolean | undefined;
  readonly multiline?: boolean | undefined;
}

/** What a search in a hard part is to answer. */
export interface WantedMatches {
  /** Matches after which the search ends. */
  readonly maxMatches: number;
  /** Whether it is asked where the matches are, or only how many. */
  readonly wantsPlaces: boolean;
}

/** What was found in a hard part. */
export interface PartAnswer {
  readonly count: number;
  /** Start and end of each match by turns, in bytes of the part; empty when they are not wanted. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** Time was over before all of the part was searched. */
  readonly isLate: boolean;
}

/** What is known of a hard part when its search is over; not all of it was searched if there is a reason why not. */
export interface HardAnswer extends Pick<PartAnswer, "count" | "places"> {
  readonly unfinished: string | null;
}

/** A part of a text, for whoever is given it to have it searched elsewhere and to put in the answer. */
export interface HardPart {
  /** In UTF-8. */
  readonly bytes: Buffer;
  /** Where the search begins in it. */
  readonly place: ScanPlace;
  readonly expression: HardExpression;
  /** The search as it is done here. */
  readonly scan: ScanText;
  answer: HardAnswer | null;
}

/** Searches hard parts without holding up this thread; rejects when the search is aborted. */
export interface HardPartSearch {
  find(part: HardPart, wanted: WantedMatches): Promise<HardAnswer>;
}

/** Tells what a matcher yields for a hard part from everything else. */
export function isHardPart<Other extends object>(found: Other | HardPart): found is HardPart {
  return "expression" in found;
}
