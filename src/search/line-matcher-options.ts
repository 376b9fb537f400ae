// What a line matcher is asked and what it answers. Types only.

import type { TextRange } from "../text/cut-text.js";

/** Says how a search pattern is read. */
export interface LineMatcherOptions {
  /** Reads the pattern as a regular expression in the dialect of ripgrep; default literal text. */
  readonly regex?: boolean | undefined;
  /** Compares by Unicode simple case folding. */
  readonly ignoreCase?: boolean | undefined;
  /** Lets a match run across lines. */
  readonly multiline?: boolean | undefined;
}

/** Finds one pattern in any number of texts. */
export interface LineMatcher {
  /**
   * Yields matches from the first to the last, in UTF-16 units: the first match of each line, or, across lines, every
   * match. A line ends before LF or CRLF, and what follows the last line ending is a line only if it is not empty.
   */
  scan(text: string): Iterable<TextRange>;
}
