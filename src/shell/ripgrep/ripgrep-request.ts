// What a search by ripgrep is asked and what it answers. Nothing is run here.

/**
 * Selects the files that ripgrep looks at. It reads no ignore file, since one may be a pipe or endless: what is hidden is
 * named by `excludeGlobs`. `.git` is always left out.
 */
export interface RipgrepScope {
  /** Path of the program, from `resolveRipgrep`. */
  readonly program: string;
  /** Directory that paths are relative to, as a path that the child can enter; `/proc/self/fd/N` will do. */
  readonly cwd: string;
  /** Files and directories below `cwd`, relative; default `cwd` itself. A link in one is followed: resolve it before. */
  readonly paths?: readonly string[] | undefined;
  /** Globs in ripgrep's syntax, one of which a file has to match; default any file. */
  readonly includeGlobs?: readonly string[] | undefined;
  /** Globs in ripgrep's syntax of what is left out, without a leading `!`. */
  readonly excludeGlobs?: readonly string[] | undefined;
  /**
   * Globs of files that are not searched but named at the end, each that the search comes across. They cost 2 % more, and
   * 0.5 ms for each file; a search that comes across more than some 25 ends there.
   */
  readonly unsearchedGlobs?: readonly string[] | undefined;
  /**
   * `path` (the default) answers in the order of path components, which ripgrep finds on one thread; `any` uses all
   * threads, and answers all of a file together, the files in an order that differs from run to run.
   */
  readonly order?: "path" | "any" | undefined;
  /** Milliseconds after which the search ends with what it has found; default never. */
  readonly timeoutMs?: number | undefined;
  /** Ends the search in the same way as soon as it takes longer than what can be answered at once: some 25 ms. */
  readonly trial?: RipgrepTrial | undefined;
  /** Stops the search; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A search that is ended early unless it is worth going on. */
export interface RipgrepTrial {
  /** Asked when some 25 ms are over, and again each time when as much more is; `false` ends the search. */
  isGoingWell(): boolean;
}

/** Says what to search for. */
export interface RipgrepPattern {
  /** Not empty. */
  readonly pattern: string;
  /** Reads the pattern as a regular expression; default literal text. */
  readonly regex?: boolean | undefined;
  /** Compares by Unicode simple case folding. */
  readonly ignoreCase?: boolean | undefined;
}

/** Asks for the lines that match. */
export interface RipgrepSearch extends RipgrepScope, RipgrepPattern {
  /** Lines of one file at most, at least 1; default all. */
  readonly maxHitsPerFile?: number | undefined;
}

/** Says what a file must contain. */
export interface ContainedPattern extends RipgrepPattern {
  /** Lets a match run across lines. */
  readonly multiline?: boolean | undefined;
  /** Takes every file for text, and looks into none that has more bytes; default text files of any size. */
  readonly maxBytesAsText?: number | undefined;
}

/** Asks for matches in text that is handed over, in UTF-8 and without a NUL. */
export interface RipgrepTextSearch
  extends RipgrepPattern,
    Pick<RipgrepScope, "program" | "cwd" | "timeoutMs" | "signal"> {
  /** Lets a match run across lines. */
  readonly multiline?: boolean | undefined;
  /** Answers the text from its start; a piece holds good until the next one is asked for. */
  readonly text: () => AsyncIterable<Uint8Array>;
}

/** Says where a match begins in a text. */
export type RipgrepPlace = Pick<RipgrepHit, "line" | "column" | "byteOffset">;

/** Asks for files: those that contain a pattern, or all of them. */
export interface RipgrepListing extends RipgrepScope {
  /** Pattern that a file must contain. */
  readonly containing?: ContainedPattern | undefined;
}

/** Says where a line matches; the text of the line never leaves ripgrep. */
export interface RipgrepHit {
  /** Relative to `cwd`, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based position of the first match in the line, in bytes of UTF-8; may be `COLUMN_AT_LINE_END`. */
  readonly column: number;
  /**
   * 0-based position of the start of the line, in bytes. A byte order mark does not count, and in a file of UTF-16 these
   * are the bytes of its text in UTF-8.
   */
  readonly byteOffset: number;
}

/** Names a file or directory that could not be searched. */
export interface RipgrepSkip {
  /** Relative to `cwd`, with `/`. */
  readonly path: string;
  readonly reason: string;
}

/** Says how a search ended. */
export interface RipgrepEnd {
  readonly skipped: readonly RipgrepSkip[];
  /** The time was over before everything was looked at. */
  readonly isTimedOut: boolean;
  /**
   * Files that the scope names as not to be searched, as paths relative to `cwd`; `null` when they cannot be told, or were
   * so many that the search was ended.
   */
  readonly unsearched: readonly string[] | null;
}

/** Says that there is nothing to say about the end of a search. */
export const NO_END: RipgrepEnd = { skipped: [], isTimedOut: false, unsearched: [] };
