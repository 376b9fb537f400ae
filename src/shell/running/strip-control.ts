// Turns what a program prints to a terminal into plain text. Knows no process and no budget.

/**
 * Every alternative consumes what it has looked at, so that one pass is linear. Strings that a terminal swallows
 * (titles, device control) end with their line at the latest, so that an unfinished one hides no further output.
 */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

const CONTROLS = /(?![\t\n])\p{Cc}/gu;

function lastStateOfLine(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return end === 0 ? "" : line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

function collapseCarriageReturns(text: string): string {
  return text.includes("\r") ? text.split("\n").map(lastStateOfLine).join("\n") : text;
}

/**
 * Removes terminal escapes and control characters other than tab and line feed, in linear time.
 * `\r\n` becomes `\n`; of a line that was overwritten after `\r`, the last state that is not empty stays.
 * Does NOT remove invisible or bidirectional characters, and does not interpret backspaces or cursor movements.
 */
export function stripControl(text: string): string {
  return collapseCarriageReturns(text.replace(ESCAPES, "")).replace(CONTROLS, "");
}
