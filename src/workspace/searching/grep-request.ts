// What a search asks for, with its defaults. No I/O.

import { FsError } from "../../errors.js";
import { MAX_GREP_CONTEXT_LINES, MAX_SKIPPED_FILES } from "../../limits.js";
import { compileGlob } from "../../search/glob-pattern.js";
import type { SearchMode } from "../../search/grep-result.js";
import type { PageOptions } from "../../search/hit-page.js";
import { assertUsablePattern } from "../../search/line-matcher.js";
import { toRipgrepGlobs } from "../../search/ripgrep-globs.js";
import { resolveWholeNumber } from "../gate/call-arguments.js";
import type { GrepOptions, WorkspaceLimits } from "../interfaces/workspace.js";

/** A search with every choice made. */
export interface GrepRequest {
  readonly pattern: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly mode: SearchMode;
  readonly includeIgnored: boolean;
  readonly context: number;
  readonly maxBytesPerLine: number;
  readonly offset: number;
  readonly limit: number;
  /** Names between the searched directory and a file at most, its own among them; what lies deeper is named. */
  readonly maxDepth: number;
  /** When the search is to end, on the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** Pattern of the wanted files; empty for all. */
  readonly glob: string;
  /** Globs for ripgrep, one of which every wanted file matches; empty where it searches them all. */
  readonly ripgrepGlobs: readonly string[];
  /** Tells whether a file below the searched directory is wanted. */
  readonly isWanted: (below: readonly string[]) => boolean;
  readonly signal: AbortSignal | undefined;
}

function createFilter(glob: string | undefined): GrepRequest["isWanted"] {
  if (glob === undefined || glob === "") return () => true;
  const pattern = compileGlob(glob, { matchBasename: true });
  return (below) => pattern.matches(below.join("/"));
}

function resolveMode(mode: SearchMode | undefined): SearchMode {
  if (mode === undefined || mode === "content" || mode === "files" || mode === "count") return mode ?? "content";
  throw new FsError("parse_error", `mode: ${String(mode)} is none`, { hint: "Use content, files or count." });
}

/**
 * Reads the options of a search.
 * @throws {FsError} invalid_pattern – when the pattern or the glob is none
 * @throws {FsError} parse_error – when a count is no whole number, or the mode is none
 */
export function resolveGrepRequest(pattern: string, options: GrepOptions, limits: WorkspaceLimits): GrepRequest {
  assertUsablePattern(pattern, options);
  return {
    pattern,
    regex: options.regex === true,
    ignoreCase: options.ignoreCase === true,
    multiline: options.multiline === true,
    mode: resolveMode(options.mode),
    includeIgnored: options.includeIgnored === true,
    context: Math.min(
      resolveWholeNumber({ name: "context", value: options.context, least: 0 }, 0),
      MAX_GREP_CONTEXT_LINES,
    ),
    maxBytesPerLine: resolveWholeNumber(
      { name: "maxBytesPerLine", value: options.maxBytesPerLine, least: 0 },
      limits.maxGrepLineBytes,
    ),
    offset: resolveWholeNumber({ name: "offset", value: options.offset, least: 0 }, 0),
    limit: resolveWholeNumber({ name: "limit", value: options.limit, least: 0 }, limits.maxGrepHits),
    maxDepth: limits.maxWalkDepth + 1,
    deadlineMs: performance.now() + limits.grepTimeoutMs,
    glob: options.glob ?? "",
    ripgrepGlobs: toRipgrepGlobs(options.glob ?? ""),
    isWanted: createFilter(options.glob),
    signal: options.signal,
  };
}

/** Answers which page a search wants. */
export function resolvePageOptions({ mode, offset, limit }: GrepRequest): PageOptions {
  return { mode, offset, limit, maxSkipped: MAX_SKIPPED_FILES };
}
