// The public shapes of what shows many files at once: list, glob and grep. Types only.

import type { SearchMode } from "../../search/grep-result.js";
import type { CallOptions } from "./workspace-files.js";

export type { GrepFile, GrepHit, GrepResult } from "../../search/grep-result.js";

/** Selects entries of a directory. */
export interface ListOptions extends CallOptions {
  readonly includeIgnored?: boolean | undefined;
  /** Patterns in the manner of gitignore of what is left out besides. */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Levels of directories that are shown, default 1; those that ignore rules hide are not entered. However deep the tree,
   * an answer is one page of it, and nothing is entered deeper than `limits.maxWalkDepth`.
   */
  readonly depth?: number | undefined;
  /** Entries to skip. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Describes one entry of a directory. */
export interface ListEntry {
  /** With more than one level the path from the listed directory; quoted where it could mislead. */
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  /** What something of the type `other` is, such as `a named pipe`, where the platform says so. */
  readonly special?: string;
  readonly size: number;
  readonly mtime: number;
  readonly ignored?: true;
}

/** Holds one page of a directory: directories first, then by name, each followed by what is in it. */
export interface ListResult {
  readonly entries: readonly ListEntry[];
  /** Entries that the rules let through; of a tree that is larger than 20 000 entries, those that were counted. */
  readonly total: number;
  readonly truncated: boolean;
  /** Ignore files that go over a budget or cannot be read, so that some of what they name is shown all the same. */
  readonly partlyApplied?: readonly string[];
  /** The first directories that could not be looked into, with the reason: what is in them is missing. */
  readonly skipped?: readonly { readonly path: string; readonly reason: string }[];
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
  /** Ignore files that go over a budget or cannot be read, so that some of what they name is found all the same. */
  readonly partlyApplied?: readonly string[];
  /** The first directories that could not be looked into, with the reason: what is in them is missing. */
  readonly skipped?: readonly { readonly path: string; readonly reason: string }[];
}

/** Says what to search for; the pattern is literal text unless `regex` is set. */
export interface GrepOptions extends CallOptions {
  /** File or directory; default the focus. */
  readonly path?: string | undefined;
  /** Reads the pattern as a regular expression in the syntax of Rust's `regex`. */
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Files to search, by name or by path below `path`; a leading `!` excludes. */
  readonly glob?: string | undefined;
  /** Lines before and after each hit. */
  readonly context?: number | undefined;
  /** Lets a match run across lines. */
  readonly multiline?: boolean | undefined;
  /** `content` (the default) answers hits, `files` the files that have some, `count` how many each of these has. */
  readonly mode?: SearchMode | undefined;
  /** Hits at most, or files in the modes `files` and `count`. */
  readonly limit?: number | undefined;
  /** Hits, or files, to skip. */
  readonly offset?: number | undefined;
  readonly includeIgnored?: boolean | undefined;
  readonly maxBytesPerLine?: number | undefined;
}
