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
   * Yields the first match that begins in each line, in order, in UTF-16 units; across lines, the search goes on behind
   * the match before. A line ends before LF or CRLF, and behind the last line ending there is no empty line.
   */
  scan(text: string): Iterable<TextRange>;
}
