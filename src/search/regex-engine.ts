// Asks re2js for matches, and gets its answer or none in time: one question about a long text may take it for minutes.

import { RE2JS, RE2JSException } from "re2js";
import type { TextRange } from "../text/cut-text.js";
import { assertFoldableRanges } from "./folded-ranges.js";
import { Fuse, type FuseLimits, GuardedText, TIME_OVER } from "./fuse.js";
import type { LineMatcherOptions } from "./line-matcher-options.js";
import { createRegexError } from "./regex-error.js";
import { translateRegex } from "./translate-regex.js";

/** States of the engine times characters that take it eight milliseconds at worst: it may make each state anew. */
const WORK_PER_LOOK: number = 64 * 1024;

/** What a character costs besides its states, in states. */
const LEAST_STATES = 32;

function describeCompileFailure(message: string): string {
  const reason = message.replace(/^error parsing regexp: /, "");
  return /^invalid character class range: `\\[pP]/.test(reason)
    ? "unknown Unicode property"
    : reason.replace(/: `[^`]*`$/, "");
}

function compile(pattern: string, options: LineMatcherOptions): RE2JS {
  const translated = translateRegex(pattern, { multiline: options.multiline ?? false });
  assertFoldableRanges(translated);
  const flags = RE2JS.MULTILINE | (options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    return RE2JS.compile(translated, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw createRegexError(describeCompileFailure(error.message));
  }
}

/** Finds an expression in texts. */
export class RegexEngine {
  readonly #expression: RE2JS;
  /** Characters that are read in eight milliseconds at worst, in some ten microseconds as a rule. */
  readonly #unitsPerLook: number;

  /** @throws {FsError} invalid_pattern – when the expression cannot be used; the hint says what to write instead */
  constructor(pattern: string, options: LineMatcherOptions) {
    this.#expression = compile(pattern, options);
    this.#unitsPerLook = Math.ceil(WORK_PER_LOOK / (this.#expression.programSize() + LEAST_STATES));
  }

  createFuse(limits: FuseLimits): Fuse {
    return new Fuse(limits, this.#unitsPerLook);
  }

  /** Answers the first match in a text. */
  findFirst(text: string, fuse: Fuse): TextRange | null | typeof TIME_OVER {
    if (text.length <= this.#unitsPerLook) return fuse.isSpent ? TIME_OVER : this.#findFirst(text);
    return fuse.run(() => this.#findFirst(guard(text, fuse)));
  }

  /** Creates the search for matches in one text, each from a place on. */
  createFinder(text: string, fuse: Fuse): (from: number) => TextRange | null | typeof TIME_OVER {
    const matcher = this.#expression.matcher(guard(text, fuse));
    return (from) =>
      fuse.run(() =>
        this.#hasMatchFrom(text, from, fuse) && matcher.find(from)
          ? { start: matcher.start(), end: matcher.end() }
          : null,
      );
  }

  #findFirst(text: string): TextRange | null {
    if (!this.#expression.test(text)) return null;
    const matcher = this.#expression.matcher(text);
    return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
  }

  /** Asks the fast automaton, which finds no place, before the slow one; only from the start of a line on. */
  #hasMatchFrom(text: string, from: number, fuse: Fuse): boolean {
    const isLineStart = from === 0 || text[from - 1] === "\n";
    return !isLineStart || this.#expression.test(guard(text.slice(from), fuse));
  }
}

/** The engine takes objects of text like texts, but its types do not say so. */
function guard(text: string, fuse: Fuse): string {
  return new GuardedText(text, fuse) as unknown as string;
}
