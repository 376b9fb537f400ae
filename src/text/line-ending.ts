// How the lines of a text end. Nothing here changes a text.

/** Names how the lines of a text end; `none` stands for a text without any line ending. */
export type LineEnding = "lf" | "crlf" | "mixed" | "none";

/** Tells how the lines of a text end. A lone CR is text, not a line ending. */
export function detectLineEnding(text: string): LineEnding {
  let found: "lf" | "crlf" | "none" = "none";
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    const ending = text[index - 1] === "\r" ? "crlf" : "lf";
    if (found !== "none" && found !== ending) return "mixed";
    found = ending;
  }
  return found;
}
