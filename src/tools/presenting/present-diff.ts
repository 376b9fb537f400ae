// A diff as the model sees it: the first lines of it, and how much more there is. Pure.

import { MAX_SHOWN_DIFF_BYTES, MAX_SHOWN_DIFF_LINES } from "../../limits.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";
import { type ShownText, showText, stillShown } from "../../text/visible-text.js";

/** Cuts a diff to what is worth a model's tokens; the whole of it stays in the output. */
export function presentDiff(diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const count = countFitting(lines);
  // A first line that is too long is shown cut.
  const shown = count === 0 ? [cutUtf8(lines[0] ?? "", MAX_SHOWN_DIFF_BYTES)] : lines.slice(0, count);
  const left = countLines(lines.slice(shown.length));
  return [...shown, ...(left > 0 ? [`… ${left} more diff lines`] : [])].join("\n");
}

/** Shows words, and below them a diff that was cut, whose line endings are judged without the words. */
export function showAboveDiff(words: readonly string[], diff: string | undefined): ShownText {
  const shown = showText(words.join("\n"));
  return diff === undefined ? shown : stillShown(`${shown}\n${showText(`${diff}\n`).slice(0, -1)}`);
}

/** Answers how many lines fit whole. */
function countFitting(lines: readonly string[]): number {
  let bytes = -1;
  const end = lines.slice(0, MAX_SHOWN_DIFF_LINES).findIndex((line) => {
    bytes += utf8Length(line) + 1;
    return bytes > MAX_SHOWN_DIFF_BYTES;
  });
  return end === -1 ? Math.min(lines.length, MAX_SHOWN_DIFF_LINES) : end;
}

/** Counts lines of a diff, and those that are missing in it: a line that was cut is told among the missing ones. */
function countLines(lines: readonly string[]): number {
  return lines.reduce((sum, line, index) => {
    const missing = /^… (\d+) more diff lines?$/.exec(line);
    if (missing === null) return sum + 1;
    return sum + Number(missing[1]) - (lines[index - 1]?.endsWith("…") === true ? 1 : 0);
  }, 0);
}
