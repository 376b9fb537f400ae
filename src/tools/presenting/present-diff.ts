// A diff as the model sees it: the first lines of it, and how much more there is. Pure.

import { MAX_SHOWN_DIFF_BYTES, MAX_SHOWN_DIFF_LINES } from "../../limits.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";

/** Cuts a diff to what is worth a model's tokens; the whole of it stays in the output. */
export function presentDiff(diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const shown = cutUtf8(lines.slice(0, MAX_SHOWN_DIFF_LINES).join("\n"), MAX_SHOWN_DIFF_BYTES);
  const whole = shown.endsWith("\n") ? shown : shown.slice(0, endOfWholeLine(shown, lines));
  const left = countLines(lines.slice(whole.split("\n").length));
  return left > 0 ? `${whole}\n… ${left} more diff lines` : whole;
}

/** Answers where the last line that is shown whole ends; a first line that is too long is shown cut. */
function endOfWholeLine(shown: string, lines: readonly string[]): number {
  const count = shown.split("\n").length;
  const isLastWhole = utf8Length(lines.slice(0, count).join("\n")) === utf8Length(shown);
  const end = shown.lastIndexOf("\n");
  return isLastWhole || end === -1 ? shown.length : end;
}

/** Counts lines of a diff, and those that are missing in it: a line that was cut is told among the missing ones. */
function countLines(lines: readonly string[]): number {
  return lines.reduce((sum, line, index) => {
    const missing = /^… (\d+) more diff lines?$/.exec(line);
    if (missing === null) return sum + 1;
    return sum + Number(missing[1]) - (lines[index - 1]?.endsWith("…") === true ? 1 : 0);
  }, 0);
}
