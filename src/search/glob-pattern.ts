// Compiles a glob that a model or a person wrote. Walking directories is the caller's business.

import { MAX_PATTERN_LENGTH } from "../limits.js";
import { parseShownName } from "../text/shown-name.js";
import { expandBraces } from "./expand-braces.js";
import { type GlobToken, tokenizeGlob } from "./glob-tokens.js";
import { createInvalidPatternError } from "./invalid-pattern.js";
import { createNameMatcher, type NameMatcher } from "./name-matcher.js";
import { couldMatchBelow, matchesSegments, normalizeSegments, type PathSegment } from "./path-matcher.js";

/** Tells which paths a glob takes; paths are relative, with `/` and without `.` or `..` components. */
export interface GlobPattern {
  matches(path: string): boolean;
  /** Tells whether anything below a directory could match; `""` is the directory that the glob starts from. */
  couldMatchBelow(directory: string): boolean;
}

/** Says how a glob is read. */
export interface GlobOptions {
  readonly ignoreCase?: boolean | undefined;
  /**
   * Reads the pattern as ripgrep reads `--glob`: one without `/` is matched against the last component at any depth,
   * and a leading `!` takes everything else, leaving out whole directories too.
   */
  readonly matchBasename?: boolean | undefined;
}

const EVERYTHING_HINT = "Give a pattern relative to the directory, such as **/*.ts or src/**.";

function assertUsableGlob(pattern: string): void {
  if (pattern === "") throw createInvalidPatternError("The pattern is empty", EVERYTHING_HINT);
  if (pattern.includes("\0")) throw createInvalidPatternError("The pattern contains a NUL character", "Leave it out.");
  if (pattern.length <= MAX_PATTERN_LENGTH) return;
  throw createInvalidPatternError(
    `The pattern is longer than ${MAX_PATTERN_LENGTH} characters`,
    "Use a shorter pattern, with * for the parts that vary.",
  );
}

/** A backslash that nobody writes in a glob: the segment is the name of a file, as results show it. */
const ESCAPES_NOTHING = /(?<!\\)\\[\w ]/;

function tokenizeSegment(segment: string, brackets: "class" | "literal"): readonly GlobToken[] {
  const tokens = tokenizeGlob(segment, { brackets });
  if (tokens !== null) return tokens;
  const asText = tokenizeGlob(segment, { brackets: "literal" });
  if (asText !== null && ESCAPES_NOTHING.test(segment)) return asText;
  if (asText !== null) {
    throw createInvalidPatternError(
      "A bracket of the pattern is never closed, or holds an unknown class",
      "Close it, as in [a-z]*.ts, or write \\[ for a bracket in a name.",
    );
  }
  throw createInvalidPatternError(
    "A part of the pattern ends with a backslash, which escapes nothing",
    "Separate directories with /, and write \\\\ for a backslash in a name.",
  );
}

function compileName(segment: string, options: GlobOptions): NameMatcher {
  const shown = parseShownName(segment);
  if (shown !== null) return createNameMatcher([{ kind: "literal", text: shown }]);
  const asClass = createNameMatcher(tokenizeSegment(segment, "class"), options);
  if (!segment.includes("[")) return asClass;
  const asText = createNameMatcher(tokenizeSegment(segment, "literal"), options);
  return { matches: (name) => asClass.matches(name) || asText.matches(name) };
}

/** Answers the name that a segment without wildcards stands for. */
function unescapeSegment(segment: string): string {
  return segment.replace(/\\(.)/gsu, "$1");
}

function splitGlob(pattern: string): readonly string[] {
  if (pattern.startsWith("/")) {
    throw createInvalidPatternError("The pattern is absolute", "Leave out the leading /; patterns are relative.");
  }
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.some((part) => unescapeSegment(part) === "..")) {
    throw createInvalidPatternError("The pattern leaves the directory with ..", "Search from a directory further up.");
  }
  if (parts.length === 0) throw createInvalidPatternError("The pattern names nothing", EVERYTHING_HINT);
  return parts;
}

function compileAlternative(pattern: string, options: GlobOptions): GlobPattern {
  const parts = splitGlob(pattern);
  const isBasename = options.matchBasename === true && parts.length === 1 && !pattern.startsWith("./");
  const padded = [...(isBasename ? ["**"] : []), ...parts, ...(pattern.endsWith("/") ? ["**"] : [])];
  const segments = normalizeSegments(
    padded.map((part): PathSegment => (part === "**" ? "globstar" : compileName(part, options))),
  );
  const last = segments.at(-1);
  const isLastAnywhere = segments.length === 2 && segments[0] === "globstar";
  return {
    matches: (path) => {
      if (last === undefined || last === "globstar") return false;
      const isLastTaken =
        last.suffix === undefined ? last.matches(path.slice(path.lastIndexOf("/") + 1)) : path.endsWith(last.suffix);
      if (!isLastTaken) return false;
      return isLastAnywhere || matchesSegments(segments, path.split("/"));
    },
    couldMatchBelow: (directory) =>
      directory === "" || segments[0] === "globstar" || couldMatchBelow(segments, directory.split("/")),
  };
}

/** Answers a pattern's own text as a path, which a file may have as its name whatever the pattern means otherwise. */
function compileLiteral(pattern: string): GlobPattern {
  const names = splitGlob(pattern).map((part) => parseShownName(part) ?? part);
  const path = names.join("/");
  return { matches: (other) => other === path, couldMatchBelow: (directory) => path.startsWith(`${directory}/`) };
}

function isOrLiesBelow(pattern: GlobPattern, path: string): boolean {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    if (pattern.matches(path.slice(0, end))) return true;
  }
  return pattern.matches(path);
}

function invert(pattern: GlobPattern): GlobPattern {
  return {
    matches: (path) => !isOrLiesBelow(pattern, path),
    couldMatchBelow: (directory) => directory === "" || !isOrLiesBelow(pattern, directory),
  };
}

function foldPaths(pattern: GlobPattern): GlobPattern {
  return {
    matches: (path) => pattern.matches(path.toLowerCase()),
    couldMatchBelow: (directory) => pattern.couldMatchBelow(directory.toLowerCase()),
  };
}

function compilePositive(pattern: string, options: GlobOptions): GlobPattern {
  const folded = options.ignoreCase === true ? pattern.toLowerCase() : pattern;
  const alternatives = expandBraces(folded).map((alternative) => compileAlternative(alternative, options));
  if (/[{\\]/.test(folded)) alternatives.push(compileLiteral(folded));
  const [only] = alternatives;
  const union: GlobPattern = {
    matches: (path) => alternatives.some((alternative) => alternative.matches(path)),
    couldMatchBelow: (directory) => alternatives.some((alternative) => alternative.couldMatchBelow(directory)),
  };
  const compiled = alternatives.length === 1 && only !== undefined ? only : union;
  return options.ignoreCase === true ? foldPaths(compiled) : compiled;
}

/**
 * Compiles a glob: `*`, `?`, `[a-z]`, `[!x]`, `**` as a whole component, `{a,b}`, and `\` before a special character.
 * Names that start with a dot match like any other, `dir/` stands for everything below `dir`, and a pattern that is
 * the path of a file also finds that file, as `app/[slug]/page.tsx` does. A name may stand in its quoted form. Matching never takes more steps than the
 * length of the path times that of the expanded pattern.
 * @throws {FsError} invalid_pattern – empty, too long, absolute, with `..`, with a brace or bracket that is never closed, or with braces that stand for too much
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): GlobPattern {
  assertUsableGlob(pattern);
  const isNegated = options.matchBasename === true && pattern.startsWith("!");
  return isNegated ? invert(compilePositive(pattern.slice(1), options)) : compilePositive(pattern, options);
}
