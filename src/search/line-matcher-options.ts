// What a line matcher is asked and what it answers. Types only.

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
   * Tells at once that a file has no match, from its bytes in any encoding that writes ASCII as it is. Absent where that
   * takes as long as a search.
   */
  isAbsentFrom?(bytes: Buffer): boolean;
  /**
   * Yields the first match that begins in each line of a text in UTF-8, in order; across lines, the search goes on behind
   * the match before. A line ends before LF or CRLF, and behind the last line ending there is no empty line.
   * `null` says that a part of the text went by, so that others may have their turn.
   */
  scan(content: Buffer): Iterable<ByteRange | null>;
}
