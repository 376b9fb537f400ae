// Which line of one text each line of another follows from. Pure.

import { findTextGaps, type LineGap } from "./align-lines.js";
import { indentationOf } from "./changed-line.js";

/** Names the old line that a new line follows: wholly if it is kept, otherwise in its indentation. */
export interface LineSource {
  readonly oldLine: number;
  readonly isKept: boolean;
}

/** Holds the source of every new line; `undefined` for a line that is added. */
export type LineSources = readonly (LineSource | undefined)[];

/** Plans the source of every new line. */
export function planSources(oldLines: readonly string[], newLines: readonly string[]): LineSources {
  const sources: (LineSource | undefined)[] = [];
  const gaps = findTextGaps(oldLines, newLines);
  const end = { oldStart: 0, oldEnd: 0, newStart: newLines.length, newEnd: newLines.length };
  let oldLine = 0;
  for (const gap of [...gaps, end]) {
    while (sources.length < gap.newStart) {
      sources.push({ oldLine, isKept: true });
      oldLine += 1;
    }
    for (let line = gap.newStart; line < gap.newEnd; line += 1) sources.push(pairLine(gap, line));
    oldLine = gap.oldEnd;
  }
  return sources;

  function pairLine(gap: LineGap, line: number): LineSource | undefined {
    const pair = gap.oldStart + line - gap.newStart;
    const isPaired = gap.oldEnd - gap.oldStart === gap.newEnd - gap.newStart;
    const isLevel = indentationOf(oldLines[pair] ?? "") === indentationOf(newLines[line] ?? "");
    return isPaired && isLevel && newLines[line]?.trim() !== "" ? { oldLine: pair, isKept: false } : undefined;
  }
}

/** Tells whether sources keep more of the new lines with text than others do, or as many in fewer pieces. */
export function isCloser(sources: LineSources, others: LineSources, newLines: readonly string[]): boolean {
  const kept = countKept(sources, newLines);
  const otherKept = countKept(others, newLines);
  if (kept !== otherKept) return kept > otherKept;
  return countPieces(sources) < countPieces(others);
}

function countKept(sources: LineSources, newLines: readonly string[]): number {
  return sources.filter((source, line) => source?.isKept === true && newLines[line]?.trim() !== "").length;
}

function countPieces(sources: LineSources): number {
  return sources.filter((source, line) => source?.isKept === true && sources[line - 1]?.isKept !== true).length;
}
