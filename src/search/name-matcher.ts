// Matches one path component against the tokens of one glob segment, in at most name length x token count steps.

import type { CodePointTest } from "./character-class.js";
import type { GlobToken } from "./glob-tokens.js";

/** Bounds what matching may cost: each matcher takes off the steps that it made. */
export interface StepBudget {
  stepsLeft: number;
}

/** Matches one name; the optional fields let callers replace the call by a table. */
export interface NameMatcher {
  matches(name: string, budget?: StepBudget): boolean;
  /** The only name that matches. */
  readonly literal?: string;
  /** What a matching name ends with, and all that is asked of it. */
  readonly suffix?: string;
}

/** Answers how many UTF-16 units a step takes at `index`; 0 means that it does not match there. */
type Step = (name: string, index: number) => number;

type Program = readonly (Step | "star")[];

function widthAt(name: string, index: number): number {
  return (name.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

/** Asks a class about each code point once, since it may have hundreds of parts. */
function rememberAnswers(test: CodePointTest): CodePointTest {
  const answers = new Map<number, boolean>();
  return (codePoint) => {
    const known = answers.get(codePoint);
    if (known !== undefined) return known;
    const answer = test(codePoint);
    answers.set(codePoint, answer);
    return answer;
  };
}

function createClassStep(test: CodePointTest, ignoreCase: boolean): Step {
  const accepts = rememberAnswers((codePoint) => {
    if (test(codePoint)) return true;
    const upper = ignoreCase ? String.fromCodePoint(codePoint).toUpperCase() : "";
    return upper !== "" && test(upper.codePointAt(0) ?? 0);
  });
  return (name, index) => (accepts(name.codePointAt(index) ?? 0) ? widthAt(name, index) : 0);
}

function createStep(token: GlobToken, ignoreCase: boolean): Step | "star" {
  switch (token.kind) {
    case "star":
      return "star";
    case "any":
      return widthAt;
    case "class":
      return createClassStep(token.test, ignoreCase);
    case "slash":
      return () => 0;
    case "literal": {
      const { text } = token;
      return (name, index) => (name.startsWith(text, index) ? text.length : 0);
    }
  }
}

/** Remembers the last star only: if the rest fails, giving more to an earlier star cannot help. */
function runProgram(program: Program, name: string, budget: StepBudget): boolean {
  let next = 0;
  let index = 0;
  let starNext = -1;
  let starIndex = 0;
  while (index < name.length) {
    budget.stepsLeft -= 1;
    const step = program[next];
    if (step === "star") {
      next += 1;
      starNext = next;
      starIndex = index;
      continue;
    }
    const width = step === undefined ? 0 : step(name, index);
    if (width > 0) {
      index += width;
      next += 1;
    } else if (starNext < 0) {
      return false;
    } else {
      starIndex += widthAt(name, starIndex);
      index = starIndex;
      next = starNext;
    }
  }
  return program.slice(next).every((step) => step === "star");
}

function literalOf(token: GlobToken | undefined): string | null {
  return token?.kind === "literal" ? token.text : null;
}

function createAffixMatcher(prefix: string, suffix: string): NameMatcher {
  const minimum = prefix.length + suffix.length;
  if (prefix === "") return { suffix, matches: (name) => name.endsWith(suffix) };
  return { matches: (name) => name.length >= minimum && name.startsWith(prefix) && name.endsWith(suffix) };
}

function planSimpleMatcher(tokens: readonly GlobToken[]): NameMatcher | null {
  const literal = tokens.length === 0 ? "" : literalOf(tokens[0]);
  if (tokens.length <= 1 && literal !== null) return { literal, matches: (name) => name === literal };
  const stars = tokens.filter((token) => token.kind === "star");
  if (stars.length !== 1 || tokens.some((token) => token.kind !== "star" && token.kind !== "literal")) return null;
  return createAffixMatcher(literalOf(tokens[0]) ?? "", literalOf(tokens.at(-1)) ?? "");
}

/** Puts the free characters of a run such as `*??*?` before one star: same meaning, and nothing to backtrack over. */
function normalizeRuns(tokens: readonly GlobToken[]): readonly GlobToken[] {
  const normalized: GlobToken[] = [];
  for (const token of tokens) {
    const hasStarBefore = normalized.at(-1)?.kind === "star";
    if (hasStarBefore && token.kind === "star") continue;
    if (hasStarBefore && token.kind === "any") normalized.splice(-1, 0, token);
    else normalized.push(token);
  }
  return normalized;
}

/** Says how names are compared. */
export interface NameMatcherOptions {
  /** The tokens are lower case already, and so are the names that will be asked. */
  readonly ignoreCase?: boolean | undefined;
}

/** Creates the matcher of one segment; `tokens` holds no separator. An empty list matches the empty name only. */
export function createNameMatcher(tokens: readonly GlobToken[], options: NameMatcherOptions = {}): NameMatcher {
  const normalized = normalizeRuns(tokens);
  const simple = planSimpleMatcher(normalized);
  if (simple !== null) return simple;
  const program = normalized.map((token) => createStep(token, options.ignoreCase ?? false));
  return { matches: (name, budget = { stepsLeft: 0 }) => runProgram(program, name, budget) };
}
