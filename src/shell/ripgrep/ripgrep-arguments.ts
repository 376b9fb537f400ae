// Plans the command line of ripgrep. Nothing is run here.

import type {
  RipgrepListing,
  RipgrepPattern,
  RipgrepScope,
  RipgrepSearch,
  RipgrepTextSearch,
} from "./ripgrep-request.js";

const ALWAYS: readonly string[] = [
  "--no-config",
  "--color=never",
  "--hidden",
  "--no-mmap",
  "--no-ignore",
  "--path-separator=/",
  "--null",
  "--glob=!.git",
];

/** Prints places, not lines: one column is too little for any line that is worth a secret. */
const PLACES_ONLY: readonly string[] = [
  "--with-filename",
  "--line-number",
  "--column",
  "--byte-offset",
  "--no-heading",
  "--max-columns=1",
];

/**
 * Lets ripgrep name files without searching them: it is to read them through a program that cannot exist, since its path
 * leads on behind a file, and says so of each. Nothing is ever started.
 */
function planUnsearched({ program, unsearchedGlobs = [] }: RipgrepScope): readonly string[] {
  if (unsearchedGlobs.length === 0) return [];
  return [`--pre=${program}/none`, ...unsearchedGlobs.map((glob) => `--pre-glob=${glob}`)];
}

/** The last glob that a file matches counts, so that these come first. Files that are to be named are let through. */
function planIncluded({ includeGlobs = [], unsearchedGlobs = [] }: RipgrepScope): readonly string[] {
  return includeGlobs.length === 0 ? [] : [...includeGlobs, ...unsearchedGlobs].map((glob) => `--glob=${glob}`);
}

function planScopeArguments(scope: RipgrepScope): readonly string[] {
  const excludes = (scope.excludeGlobs ?? []).map((glob) => `--glob=!${glob}`);
  return [
    ...planIncluded(scope),
    ...ALWAYS,
    ...(scope.order === "any" ? [] : ["--sort=path"]),
    ...excludes,
    ...planUnsearched(scope),
  ];
}

/** Bytes of a compiled expression at most, so that one with huge counts is refused within milliseconds. */
const MAX_COMPILED_BYTES: number = 10 * 1024 * 1024;

/** CRLF counts as a line ending wherever `$` is looked for, as it does when this package scans by itself. */
function planPatternArguments(pattern: RipgrepPattern): readonly string[] {
  const mode = pattern.regex === true ? ["--crlf", `--regex-size-limit=${MAX_COMPILED_BYTES}`] : ["--fixed-strings"];
  const folding = pattern.ignoreCase === true ? "--ignore-case" : "--case-sensitive";
  return [...mode, folding, `--regexp=${pattern.pattern}`];
}

function planPaths({ paths = [""] }: RipgrepScope): readonly string[] {
  return ["--", ...paths.map((path) => `./${path}`)];
}

/** Plans a search for lines. */
export function planSearchArguments(search: RipgrepSearch): readonly string[] {
  const maxCount = search.maxHitsPerFile === undefined ? [] : [`--max-count=${search.maxHitsPerFile}`];
  return [
    ...planScopeArguments(search),
    ...PLACES_ONLY,
    ...maxCount,
    ...planPatternArguments(search),
    ...planPaths(search),
  ];
}

/** What is given as input is text that somebody else has told from binary content. */
const TEXT_ONLY: readonly string[] = ["--no-config", "--color=never", "--text"];

/** Plans a search of the text that is given as input: for its first lines that match. */
export function planLineArguments(search: RipgrepTextSearch, maxLines: number): readonly string[] {
  return [
    ...TEXT_ONLY,
    "--null",
    ...PLACES_ONLY,
    `--max-count=${maxLines}`,
    ...planPatternArguments(search),
    "--",
    "-",
  ];
}

/** Plans a search of the text that is given as input: for the number of its lines that match, or for its matches. */
export function planTextArguments(search: RipgrepTextSearch, maxMatches: number): readonly string[] {
  const answer = search.multiline === true ? ["--json", "--multiline"] : ["--count"];
  const maxCount = Number.isFinite(maxMatches) ? [`--max-count=${maxMatches}`] : [];
  return [...TEXT_ONLY, ...answer, ...maxCount, ...planPatternArguments(search), "--", "-"];
}

function planSelection({ containing }: RipgrepListing): readonly string[] {
  if (containing === undefined) return ["--files"];
  const { multiline, maxBytesAsText } = containing;
  return [
    "--files-with-matches",
    ...(multiline === true ? ["--multiline"] : []),
    ...(maxBytesAsText === undefined ? [] : ["--text", `--max-filesize=${maxBytesAsText}`]),
    ...planPatternArguments(containing),
  ];
}

/** Plans a listing of files. */
export function planListingArguments(listing: RipgrepListing): readonly string[] {
  return [...planScopeArguments(listing), ...planSelection(listing), ...planPaths(listing)];
}
