// What it takes to search one text, and to go on elsewhere where that was broken off. Types only.

import type { TextRange } from "../text/cut-text.js";
import type { FuseLimits } from "./fuse.js";

/** Where the search in a text goes on, in UTF-16 units. */
export interface ScanPlace {
  readonly from: number;
  /** Where the match before ends; -1 where there was none. */
  readonly previousEnd: number;
}

/**
 * Yields matches in UTF-16 units, and `null` where others may have their turn; returns the place at which its time was
 * over, `null` when the text has been searched.
 */
export type TextScan = Generator<TextRange | null, ScanPlace | null, void>;

/** Searches a text from a place on, for as long as it may. */
export type ScanText = (text: string, place: ScanPlace, limits: FuseLimits) => TextScan;
