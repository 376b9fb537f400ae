// What goes into the edit engine and what comes out. No behaviour lives here.

import type { LineChange } from "./line-changes.js";

/** Names the rung of the ladder that found an edit's text, from the strictest to the loosest. */
export type MatchRung = (typeof MATCH_RUNGS)[number];

/**
 * Lists the rungs, from the strictest to the loosest; `line_numbers` stands for any of those before it, `escapes` for the
 * first two.
 */
export const MATCH_RUNGS: readonly [
  "exact",
  "line_endings",
  "trailing_blanks",
  "look_alikes",
  "indentation",
  "blank_runs",
  "blank_lines",
  "line_numbers",
  "escapes",
] = [
  "exact",
  "line_endings",
  "trailing_blanks",
  "look_alikes",
  "indentation",
  "blank_runs",
  "blank_lines",
  "line_numbers",
  "escapes",
];

/** Asks for one text to be replaced by another. Both are literal; a byte order mark in front of either is ignored. */
export interface TextEdit {
  /** The text to find; must occur exactly once unless `replaceAll` is set. */
  readonly oldText: string;
  /** The text to put in its place; empty deletes. */
  readonly newText: string;
  /**
   * Replaces every occurrence that the strictest successful rung finds, from the start, without overlaps. Occurrences
   * that differ only in line endings count as found by the same rung. From `indentation` on, one occurrence is all that
   * is taken, and more are ambiguous.
   */
  readonly replaceAll?: boolean | undefined;
}

/** Tells where one replacement happened and how its text was found. */
export interface EditReplacement {
  /** Index of the edit in the call, 0-based. */
  readonly edit: number;
  /** First line of the match in the ORIGINAL text, 1-based. */
  readonly line: number;
  /** The rung that found it: anything but `exact` tolerated a difference. */
  readonly matchedBy: MatchRung;
}

/** Says what a call of the edit engine works on. */
export interface EditOptions {
  /** The name for the diff header and for errors; never opened. */
  readonly path: string;
  /** Lines of diff at most; default `MAX_DIFF_LINES`. */
  readonly maxDiffLines?: number | undefined;
  /** UTF-8 bytes of diff at most; default `MAX_DIFF_BYTES`. */
  readonly maxDiffBytes?: number | undefined;
  /** Each edit can only be for one place: no hint names `replaceAll`. */
  readonly isSingle?: boolean | undefined;
}

/** Holds the new content and what was done to get it. */
export interface EditOutcome {
  /** The new content; what stays may be parts of the memory of the original, which must not change any more. */
  readonly pieces: readonly Uint8Array[];
  /** Every replacement, by edit and then by line. */
  readonly replacements: readonly EditReplacement[];
  /** First line that differs, 1-based; the same number in the old and in the new text. */
  readonly firstChangedLine: number;
  /** Unified diff of the whole call, over the decoded text without its byte order mark. */
  readonly diff: string;
  /** The diff was cut; its last line then says how much is gone. */
  readonly diffTruncated: boolean;
  /** The lines that differ, in ascending order. */
  readonly lineChanges: readonly LineChange[];
}
