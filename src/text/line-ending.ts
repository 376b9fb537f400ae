// How the lines of a text end. Nothing here changes a text.

import type { SourceText } from "./source-text.js";

const CARRIAGE_RETURN = 0x0d;

/** Names how the lines of a text end; `none` stands for a text without any line ending. */
export type LineEnding = "lf" | "crlf" | "mixed" | "none";

/** Tells how the lines of a text end. A lone CR is text, not a line ending. */
export function detectLineEnding(text: SourceText): LineEnding {
  if (text.indexOf("\r\n") === -1) return text.indexOf("\n") === -1 ? "none" : "lf";
  let found: "lf" | "crlf" | "none" = "none";
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    const ending = text.charCodeAt(index - 1) === CARRIAGE_RETURN ? "crlf" : "lf";
    if (found !== "none" && found !== ending) return "mixed";
    found = ending;
  }
  return found;
}
