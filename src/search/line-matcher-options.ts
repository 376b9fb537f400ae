// What a line matcher is asked and what it answers. Types only.

import type { HardPart } from "./hard-part.js";

/** Says how a search pattern is read. */
export interface LineMatcherOptions {
  /** Reads the pattern as a regular expression in the dialect of ripgrep; default literal text. */
  readonly regex?: boolean | undefined;
  /** Compares by Unicode simple case folding. */
  readonly ignoreCase?: boolean | undefined;
  /** Lets a match run across lines. */
  readonly multiline?: boolean | undefined;
}

/** Selects a part of some bytes: 0-based, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Finds one pattern in any number of texts. */
export interface LineMatcher {
  /**
   * Passes over lines of a file that have no match, by its bytes in any encoding that writes ASCII as it is: answers, for
   * places that only move forward, one at or behind it in front of which no match begins, or -1 when there is none behind
   * it. Absent where only a search can tell.
   */
  sieve?(bytes: Buffer): (from: number) => number;
  /** Says in a sentence what it may get wrong in a text beyond ASCII; absent where it is right in any text. */
  readonly caveat?: string | undefined;
  /**
   * Yields the first match that begins in each line of a text in UTF-8, in order; across lines, the search goes on behind
   * the match before. A line ends before LF or CRLF, and behind the last line ending there is no empty line.
   * `null` says that a part of the text went by, so that others may have their turn. A hard part is to be searched
   * elsewhere and given its answer before the next one is asked for, or its matches are left out; the scan ends behind a
   * part that was not searched to its end.
   * @param from start of a line in front of which no match begins; default 0
   */
  scan(content: Buffer, from?: number): Iterable<ByteRange | HardPart | null>;
}
