// What a search asks for, with its defaults, and how its hits are collected. No I/O.

import { MAX_GREP_CONTEXT_LINES } from "../limits.js";
import { compileGlob } from "../search/glob-pattern.js";
import { assertUsablePattern } from "../search/line-matcher.js";
import { resolveWholeNumber } from "./call-arguments.js";
import type { GrepHit, GrepOptions, GrepResult, WorkspaceLimits } from "./workspace.js";

/** A search with every choice made. */
export interface GrepRequest {
  readonly pattern: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly includeIgnored: boolean;
  readonly context: number;
  readonly maxBytesPerLine: number;
  readonly offset: number;
  readonly limit: number;
  /** Tells whether a file below the searched directory is wanted. */
  readonly isWanted: (below: readonly string[]) => boolean;
  readonly signal: AbortSignal | undefined;
}

function createFilter(glob: string | undefined): GrepRequest["isWanted"] {
  if (glob === undefined || glob === "") return () => true;
  const pattern = compileGlob(glob, { matchBasename: true });
  return (below) => pattern.matches(below.join("/"));
}

/**
 * Reads the options of a search.
 * @throws {FsError} invalid_pattern – when the pattern or the glob is none
 * @throws {FsError} parse_error – when a count is no whole number
 */
export function resolveGrepRequest(pattern: string, options: GrepOptions, limits: WorkspaceLimits): GrepRequest {
  assertUsablePattern(pattern, options);
  return {
    pattern,
    regex: options.regex === true,
    ignoreCase: options.ignoreCase === true,
    multiline: options.multiline === true,
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
    isWanted: createFilter(options.glob),
    signal: options.signal,
  };
}

/** Takes hits in order until one more than the wanted page has been seen. */
export class HitCollector {
  readonly #hits: GrepHit[] = [];
  readonly #skipped: { path: string; reason: string }[] = [];
  readonly #request: GrepRequest;
  #seen = 0;

  constructor(request: GrepRequest) {
    this.#request = request;
  }

  /** Tells whether one more hit than the wanted page has been seen. */
  get isFull(): boolean {
    return this.#seen > this.#request.offset + this.#request.limit;
  }

  /** Tells whether the next hit is on the page, so that its text is worth reading. */
  get isNextWanted(): boolean {
    return this.#seen >= this.#request.offset && this.#seen < this.#request.offset + this.#request.limit;
  }

  add(hit: GrepHit): void {
    if (this.isNextWanted) this.#hits.push(hit);
    this.#seen += 1;
  }

  /** Counts a hit before or behind the page without its text. */
  pass(): void {
    this.#seen += 1;
  }

  skip(path: string, reason: string): void {
    this.#skipped.push({ path, reason });
  }

  finish(): GrepResult {
    const files = new Set(this.#hits.map((hit) => hit.path));
    return { hits: this.#hits, truncated: this.isFull, filesWithHits: files.size, skipped: this.#skipped };
  }
}
