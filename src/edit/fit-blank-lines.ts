// Gives both texts of an edit the blank lines that the file has between the lines of the old text. Pure.

import { alignLines } from "./align-lines.js";
import { trimTrailingBlanks } from "./fold-characters.js";
import { type ChangedRun, type KeptLines, planGap } from "./plan-gap.js";
import { type PreparedEdit, withTexts } from "./prepare-edit.js";
import { joinSpaced, type SpacedLines, splitSpaced } from "./spaced-lines.js";

/**
 * Answers the edit with as many blank lines between its old lines as `fileGaps` says, one number for every two lines
 * with text that follow each other; `null` when it cannot be told what becomes of those that differ.
 */
export function fitBlankLines(edit: PreparedEdit, fileGaps: readonly number[]): PreparedEdit | null {
  const trimmed = trimBlankEnds(edit);
  if (trimmed === null) return null;
  const old = splitSpaced(trimmed.oldText);
  const next = splitSpaced(trimmed.newText);
  const kept = planKept(old, next);
  const oldCounts = new Map<number, number>();
  const newCounts = new Map<number, number>();
  for (const [oldLine, wanted] of fileGaps.entries()) {
    const quoted = old.gaps[oldLine + 1]?.length ?? 0;
    if (quoted === wanted) continue;
    const gaps = planGap({ oldLine, quoted, wanted }, kept);
    if (gaps === null) return null;
    oldCounts.set(oldLine + 1, wanted);
    for (const gap of gaps) newCounts.set(gap, wanted);
  }
  return withTexts(trimmed, { oldText: joinSpaced(old, oldCounts), newText: joinSpaced(next, newCounts) });
}

function planKept(old: SpacedLines, next: SpacedLines): KeptLines {
  const pairs = alignLines(old.filled.map(trimTrailingBlanks), next.filled.map(trimTrailingBlanks));
  const newLines = new Map(pairs);
  const keptLines = new Set(newLines.values());
  const runs: ChangedRun[] = [];
  let [oldEnd, newEnd] = [0, 0];
  for (const [oldLine, newLine] of [...pairs, [old.filled.length, next.filled.length] as const]) {
    const run = { oldCount: oldLine - oldEnd, newStart: newEnd, newEnd: newLine };
    for (let line = oldEnd; line < oldLine; line += 1) runs[line] = run;
    [oldEnd, newEnd] = [oldLine + 1, newLine + 1];
  }
  return {
    oldLines: old.filled,
    next,
    newLineOf: (oldLine) => newLines.get(oldLine),
    isKept: (newLine) => keptLines.has(newLine),
    changeAt: (oldLine) => runs[oldLine] ?? { oldCount: 0, newStart: 0, newEnd: 0 },
  };
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
