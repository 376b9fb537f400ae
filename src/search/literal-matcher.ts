// Finds literal text. Native search is used, which no pattern of plain characters can slow down.

import type { TextRange } from "../text/cut-text.js";
import type { LineMatcher, LineMatcherOptions } from "./line-matcher-options.js";

type Find = (text: string, from: number) => TextRange | null;

function createFind(pattern: string, ignoreCase: boolean): Find {
  if (!ignoreCase) {
    return (text, from) => {
      const start = text.indexOf(pattern, from);
      return start < 0 ? null : { start, end: start + pattern.length };
    };
  }
  const expression = new RegExp(pattern.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return (text, from) => {
    expression.lastIndex = from;
    const found = expression.exec(text);
    return found && { start: found.index, end: expression.lastIndex };
  };
}

function* scan(text: string, find: Find): Generator<TextRange> {
  for (let match = find(text, 0); match !== null; ) {
    yield match;
    const lineFeed = text.indexOf("\n", match.start);
    match = lineFeed < 0 ? null : find(text, Math.max(match.end, lineFeed + 1));
  }
}

/** Creates the matcher of literal text that is not empty; it runs across lines if it holds a line feed. */
export function createLiteralMatcher(pattern: string, options: LineMatcherOptions): LineMatcher {
  const find = createFind(pattern, options.ignoreCase ?? false);
  return { scan: (text) => scan(text, find) };
}
