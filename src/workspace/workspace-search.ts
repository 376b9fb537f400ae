// The public shapes of what shows many files at once: list, glob and grep. Types only.

import type { CallOptions } from "./workspace-files.js";

/** Selects entries of a directory. */
export interface ListOptions extends CallOptions {
  readonly includeIgnored?: boolean | undefined;
  /** Entries to skip. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Describes one entry of a directory. */
export interface ListEntry {
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  readonly size: number;
  readonly mtime: number;
  readonly ignored?: true;
}

/** Holds one page of a directory: directories first, then by name. */
export interface ListResult {
  readonly entries: readonly ListEntry[];
  /** Entries of the directory that the rules let through. */
  readonly total: number;
  readonly truncated: boolean;
}

/** Selects files by pattern. */
export interface GlobOptions extends CallOptions {
  /** Directory that the pattern starts from; default the focus. */
  readonly cwd?: string | undefined;
  readonly includeIgnored?: boolean | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** `mtime` (the default) answers newest first. */
  readonly sort?: "mtime" | "path" | undefined;
}

/** Holds the paths that a pattern matched. */
export interface GlobResult {
  readonly paths: readonly string[];
  readonly truncated: boolean;
}

/** Says what to search for; the pattern is literal text unless `regex` is set. */
export interface GrepOptions extends CallOptions {
  /** File or directory; default the focus. */
  readonly path?: string | undefined;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly glob?: string | undefined;
  readonly context?: number | undefined;
  readonly multiline?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly includeIgnored?: boolean | undefined;
  readonly maxBytesPerLine?: number | undefined;
}

/** Describes one line that matched. */
export interface GrepHit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points, of the first match in the line. */
  readonly column: number;
  /** The line without its ending, cut around the match to the byte limit. */
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Holds the hits of a search in the order of paths and lines. */
export interface GrepResult {
  readonly hits: readonly GrepHit[];
  readonly truncated: boolean;
  /** Files among the returned hits. */
  readonly filesWithHits: number;
  /** Files that could not be searched, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}
