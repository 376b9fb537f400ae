// The public shapes of what a search answers, whoever searches. Types only.

/** What a search answers: the lines that match, the files that have some, or how many each of these has. */
export type SearchMode = "content" | "files" | "count";

/** Describes one line that matched. */
export interface GrepHit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points, of the first match in the line. */
  readonly column: number;
  /** The line without its ending, cut around the match to the byte limit. */
  readonly text: string;
  /** The lines in front of it, the nearest last; only where they were asked for. */
  readonly before?: readonly string[];
  /** The lines behind it. */
  readonly after?: readonly string[];
}

/** Describes one file that has hits. */
export interface GrepFile {
  readonly path: string;
  /** Lines in which a match begins; only in mode `count`. */
  readonly hits?: number;
}

/** Holds the hits of a search in the order of paths and lines. */
export interface GrepResult {
  /** Empty in the modes `files` and `count`. */
  readonly hits: readonly GrepHit[];
  /** Only in the modes `files` and `count`. */
  readonly files?: readonly GrepFile[];
  /** More hits, or files, exist than were returned. */
  readonly truncated: boolean;
  /** Files among the returned hits. */
  readonly filesWithHits: number;
  /**
   * The first files that could not be searched, or not all of them, with the reason. Binary files are named only when
   * they contain the pattern and nothing else does.
   */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Files that could not be searched; only when more than `skipped` names. */
  readonly skippedCount?: number;
  /** The time was over before everything was searched: what is missing may exist all the same. */
  readonly timedOut?: true;
  /** Sentences about how the search was done, such as that ripgrep is missing. */
  readonly notes?: readonly string[];
  /** Ignore files that go over a budget or cannot be read, so that some of what they name is searched all the same. */
  readonly partlyApplied?: readonly string[];
}
