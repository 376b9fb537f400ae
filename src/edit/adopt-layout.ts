// Rewrites an edit in the layout of the lines that its old text stands for, so that what both agree on stays the file's.

import { findGaps, type LineGap } from "./align-lines.js";
import { indentationOf } from "./changed-line.js";
import { trimTrailingBlanks } from "./fold-characters.js";
import type { IndentationPair } from "./indentation-candidates.js";
import { planIndentation } from "./plan-indentation.js";
import { type PreparedEdit, withTexts } from "./prepare-edit.js";

/** Holds the lines that stand for the old lines of an edit one by one, and what else their file tells. */
export interface FileLayout {
  readonly fileLines: readonly string[];
  /** Answers one level of indentation in the file; `null` when the file does not tell. */
  readonly detectUnit: () => string | null;
}

/**
 * Answers the edit with the file's lines for the ones that newText keeps, and the file's indentation for the others;
 * `null` when the indentation of a new line cannot be told.
 */
export function adoptLayout(edit: PreparedEdit, { fileLines, detectUnit }: FileLayout): PreparedEdit | null {
  const oldLines = edit.oldText.split("\n");
  const newLines = edit.newText.split("\n");
  const sources = planSources(oldLines, newLines);
  const unplaced = newLines.filter((line, index) => sources[index] === undefined && line.trim() !== "");
  const pairs = pairIndentations(oldLines, fileLines);
  const map = planIndentation({ pairs, wanted: unplaced.map(indentationOf), detectUnit });
  if (map === null) return null;
  const adoptedLines = newLines.map((line, index) => {
    const source = sources[index];
    if (source === undefined) return line.trim() === "" ? line : map(indentationOf(line)) + bodyOf(line);
    const isMeant = source.isKept && fileLines[source.oldLine] === oldLines[source.oldLine];
    return isMeant ? line : adoptLine(line, fileLines[source.oldLine], source.isKept);
  });
  const kept = new Set(sources.map((source) => (source?.isKept ? source.oldLine : -1)));
  const adoptedOldLines = oldLines.map((line, index) => adoptLine(line, fileLines[index], kept.has(index)));
  return withTexts(edit, { oldText: adoptedOldLines.join("\n"), newText: adoptedLines.join("\n") });
}

/** Names the old line that a new line follows: wholly if it is kept, otherwise in its indentation. */
interface LineSource {
  readonly oldLine: number;
  readonly isKept: boolean;
}

function planSources(oldLines: readonly string[], newLines: readonly string[]): readonly (LineSource | undefined)[] {
  const sources: (LineSource | undefined)[] = [];
  const gaps = findGaps(oldLines.map(trimTrailingBlanks), newLines.map(trimTrailingBlanks));
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

function pairIndentations(oldLines: readonly string[], fileLines: readonly string[]): readonly IndentationPair[] {
  return oldLines.flatMap((line, index): readonly IndentationPair[] => {
    const fileLine = fileLines[index];
    if (fileLine === undefined || line.trim() === "") return [];
    return [{ old: indentationOf(line), file: indentationOf(fileLine) }];
  });
}

function adoptLine(line: string, fileLine: string | undefined, isKept: boolean): string {
  if (fileLine === undefined) return line;
  return isKept ? fileLine : indentationOf(fileLine) + bodyOf(line);
}

function bodyOf(line: string): string {
  return line.slice(indentationOf(line).length);
}
