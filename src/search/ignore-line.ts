// Reads one line of an ignore file, exactly as git does. Which rule of a file wins is told by ignore-rules.ts.

import { type GlobToken, tokenizeGlob } from "./glob-tokens.js";
import { createNameMatcher } from "./name-matcher.js";
import { normalizeSegments, type PathSegment } from "./path-matcher.js";

/** Holds one rule of an ignore file. */
export interface IgnoreRule {
  readonly decision: "ignored" | "included";
  /** The rule holds for directories only. */
  readonly directoriesOnly: boolean;
  /** The rule is matched against the last component, at any depth. */
  readonly anyDepth: boolean;
  /** Text that the path starts with, cut off before the components are matched. */
  readonly prefix: string;
  /** What the components are matched against; exactly one matcher with `anyDepth`. */
  readonly segments: readonly PathSegment[];
  /** Tokens other than literals: what a match may cost. */
  readonly wildcards: number;
}

/** Cuts blanks from the end of a line; a backslash keeps the blank behind it. */
function trimBlanks(line: string): string {
  let end = 0;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === " ") continue;
    if (line[index] === "\\") index += 1;
    end = index + 1;
  }
  return line.slice(0, end);
}

function isGlobstar(tokens: readonly GlobToken[]): boolean {
  const [first] = tokens;
  return tokens.length === 1 && first?.kind === "star" && first.count > 1;
}

/** To git, `**` before an escaped slash takes at least one component, not zero. */
function createGlobstar(end: GlobToken | undefined): readonly PathSegment[] {
  const takesOne = end?.kind === "slash" && end.isEscaped;
  return takesOne ? ["globstar", createNameMatcher([{ kind: "star", count: 1 }])] : ["globstar"];
}

function createSegments(tokens: readonly GlobToken[]): readonly PathSegment[] {
  const segments: PathSegment[] = [];
  let start = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    const end = tokens[index];
    if (end !== undefined && end.kind !== "slash") continue;
    const part = tokens.slice(start, index);
    segments.push(...(isGlobstar(part) ? createGlobstar(end) : [createNameMatcher(part)]));
    start = index + 1;
  }
  return normalizeSegments(segments);
}

/** git cuts the literal head off a path before it matches, so that `**` right behind it stands at the start. */
const HEAD_BEFORE_GLOBSTAR = /^([^*?[\\]*[^*?[\\/])\*{2,}(?=\\?\/|$)/;

/**
 * Parses one line without its ending.
 * Answers `null` for a comment, an empty line, and a pattern that can never match, such as one with an open bracket.
 */
export function parseIgnoreLine(line: string): IgnoreRule | null {
  if (line.startsWith("#")) return null;
  const trimmed = trimBlanks(line);
  const isNegated = trimmed.startsWith("!");
  const unsigned = isNegated ? trimmed.slice(1) : trimmed;
  const directoriesOnly = unsigned.endsWith("/");
  const body = directoriesOnly ? unsigned.slice(0, -1) : unsigned;
  const anyDepth = !body.includes("/");
  const anchored = body.startsWith("/") ? body.slice(1) : body;
  const prefix = anyDepth ? "" : (HEAD_BEFORE_GLOBSTAR.exec(anchored)?.[1] ?? "");
  const tokens = tokenizeGlob(anchored.slice(prefix.length), { brackets: "class" });
  if (tokens === null || tokens.length === 0) return null;
  return {
    decision: isNegated ? "included" : "ignored",
    directoriesOnly,
    anyDepth,
    prefix,
    segments: anyDepth ? [createNameMatcher(tokens)] : createSegments(tokens),
    wildcards: tokens.filter((token) => token.kind !== "literal" && token.kind !== "slash").length,
  };
}
