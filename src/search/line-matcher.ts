// Chooses how a search pattern is matched. Which lines are shown, and how, is told by scan-bytes.ts.

import { MAX_PATTERN_LENGTH } from "../limits.js";
import { escapeRegex } from "./escape-regex.js";
import { assertPatternIsText, createInvalidPatternError } from "./invalid-pattern.js";
import type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";
import { planSieve } from "./line-sieve.js";
import { createLiteralMatcher, needsLinearEngine } from "./literal-matcher.js";
import { assertSmallCounts } from "./repetition-counts.js";
import { createTextMatcher } from "./text-matcher.js";
import { hasWordBoundary } from "./word-boundary.js";

export type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";

/** Characters of a search pattern at most; a literal may be a few lines of code. */
const MAX_SEARCH_LENGTH: number = 8 * MAX_PATTERN_LENGTH;

/**
 * Refuses what no search can use, before anything is loaded or run.
 * @throws {FsError} invalid_pattern – empty, too long, with a NUL, a line break in literal text without `multiline`, or
 *   counts of repetitions that keep any engine busy
 */
export function assertUsablePattern(pattern: string, options: LineMatcherOptions): void {
  assertPatternIsText(pattern);
  if (pattern === "") {
    throw createInvalidPatternError(
      "The search pattern is empty",
      "Give the text to search for; use glob to list files.",
    );
  }
  if (pattern.includes("\0")) {
    throw createInvalidPatternError("The search pattern contains a NUL character", "Search for text next to it.");
  }
  if (pattern.length > MAX_SEARCH_LENGTH) {
    throw createInvalidPatternError(
      `The search pattern is longer than ${MAX_SEARCH_LENGTH} characters`,
      "Search for one distinctive line of it.",
    );
  }
  if (options.regex !== true && options.multiline !== true && pattern.includes("\n")) {
    throw createInvalidPatternError(
      "The search pattern contains a line break",
      "Set multiline: true to match across lines, or search for one of its lines.",
    );
  }
  if (options.regex === true) assertSmallCounts(pattern);
}

const WORD_CAVEAT = "\\b and \\B count only ASCII letters, digits and _ as parts of words here";

/**
 * Creates the matcher of a pattern; it answers what ripgrep answers, in bounded time whatever the pattern.
 * NOT guaranteed to agree with ripgrep: `\b` next to letters other than ASCII (the matcher's caveat says so), a lone CR
 * (which ends a line for `^`, `$` and `.` there), and bytes that are not valid UTF-8 (which no pattern takes there).
 * @throws {FsError} invalid_pattern – empty, too long, a line break without `multiline`, or an unusable expression
 */
export async function createLineMatcher(pattern: string, options: LineMatcherOptions = {}): Promise<LineMatcher> {
  assertUsablePattern(pattern, options);
  const isRegex = options.regex === true;
  if (!isRegex && !needsLinearEngine(pattern, options)) return createLiteralMatcher(pattern, options);
  const { createRegexScan } = await import("./regex-matcher.js");
  const { ignoreCase, multiline } = options;
  const expression = { pattern: isRegex ? pattern : escapeRegex(pattern), ignoreCase, multiline };
  const matcher = createTextMatcher(createRegexScan(expression.pattern, options), {
    crossesLines: multiline === true,
    expression,
    ...planSieve(pattern, options),
  });
  return isRegex && hasWordBoundary(pattern) ? { ...matcher, caveat: WORD_CAVEAT } : matcher;
}
