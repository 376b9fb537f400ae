// Gives both texts of an edit the blank lines that the file has between the lines the edit keeps. Pure.

import { alignLines } from "./align-lines.js";
import { trimTrailingBlanks } from "./fold-characters.js";
import { type PreparedEdit, withTexts } from "./prepare-edit.js";

/**
 * Answers the edit with as many blank lines between its old lines as `fileGaps` says, one number for every two lines
 * with text that follow each other; `null` when a number differs next to a line that the edit changes.
 */
export function fitBlankLines(edit: PreparedEdit, fileGaps: readonly number[]): PreparedEdit | null {
  const trimmed = trimBlankEnds(edit);
  if (trimmed === null) return null;
  const oldLines = trimmed.oldText.split("\n");
  const newLines = trimmed.newText.split("\n");
  const pairs = new Map(alignLines(oldLines.map(trimTrailingBlanks), newLines.map(trimTrailingBlanks)));
  const filled = [...oldLines.keys()].filter((line) => oldLines[line]?.trim() !== "");
  const oldFits: BlankFit[] = [];
  const newFits: BlankFit[] = [];
  for (const [index, wanted] of fileGaps.entries()) {
    const [above, below] = [filled[index] ?? 0, filled[index + 1] ?? 0];
    const count = below - above - 1;
    if (count === wanted) continue;
    const [newAbove, newBelow] = [pairs.get(above), pairs.get(below)];
    if (newAbove === undefined || newBelow !== newAbove + count + 1) return null;
    oldFits.push({ above, count, wanted });
    newFits.push({ above: newAbove, count, wanted });
  }
  return withTexts(trimmed, { oldText: fitLines(oldLines, oldFits), newText: fitLines(newLines, newFits) });
}

/** Replaces the blank lines behind a line by another number of them. */
interface BlankFit {
  readonly above: number;
  readonly count: number;
  readonly wanted: number;
}

function fitLines(lines: readonly string[], fits: readonly BlankFit[]): string {
  const fitted: string[] = [];
  let next = 0;
  for (const { above, count, wanted } of fits) {
    for (const line of lines.slice(next, above + 1)) fitted.push(line);
    for (let line = 0; line < wanted; line += 1) fitted.push("");
    next = above + count + 1;
  }
  return [...fitted, ...lines.slice(next)].join("\n");
}

// Blank lines at both ends of the old text are no part of the match, so newText has to repeat them.
function trimBlankEnds(edit: PreparedEdit): PreparedEdit | null {
  const oldLines = edit.oldText.split("\n");
  const newLines = edit.newText.split("\n");
  const head = countBlankHead(oldLines);
  // Behind a final line ending there is no line, only the end of the text.
  const ending = edit.oldText.endsWith("\n") ? 1 : 0;
  const tail = countBlankHead(oldLines.toReversed()) - ending;
  if (head === 0 && tail === 0) return edit;
  const isRepeated = countBlankHead(newLines) >= head && countBlankHead(newLines.toReversed()) >= tail + ending;
  if (!isRepeated || newLines.length <= head + tail + ending) return null;
  const trim = (lines: readonly string[]): string => lines.slice(head, lines.length - tail).join("\n");
  return withTexts(edit, { oldText: trim(oldLines), newText: trim(newLines) });
}

function countBlankHead(lines: readonly string[]): number {
  const filled = lines.findIndex((line) => line.trim() !== "");
  return filled === -1 ? lines.length : filled;
}
