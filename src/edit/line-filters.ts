// Which lines of a text a fold can change at all, at a fraction of what folding them costs.

import { isBlankAt, type SourceText } from "../text/source-text.js";
import type { LineFilter } from "./fold-lines.js";

function endsInBlank(text: SourceText, start: number, end: number): boolean {
  return end > start && isBlankAt(text, end - 1);
}

/** Creates the filter for lines that end in blanks. */
export function filterBlankEnds(text: SourceText): LineFilter {
  return (start, end) => endsInBlank(text, start, end);
}

/** Creates the filter for lines that end in blanks or have a character outside ASCII. */
export function filterUnusual(text: SourceText): LineFilter {
  if (typeof text !== "string") return filterBlankEnds(text);
  const nonAscii = /[^\0-\x7f]/g;
  let nextOffset = -1;
  return (start, end) => {
    if (nextOffset < start) {
      nonAscii.lastIndex = start;
      nextOffset = nonAscii.exec(text)?.index ?? text.length;
    }
    return nextOffset < end || endsInBlank(text, start, end);
  };
}
