// Rewrites an edit in the layout of the lines that its old text stands for, so that what both agree on stays the file's.

import { indentationOf, keepLine } from "./changed-line.js";
import type { IndentationPair } from "./indentation-candidates.js";
import type { OutlineLine } from "./indentation-readings.js";
import { isCloser, type LineSources, planSources } from "./line-sources.js";
import { isSlip, planIndentation } from "./plan-indentation.js";
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
  const sources = withFirstLine(planSources(oldLines, newLines), oldLines, newLines);
  const pairs = pairIndentations(oldLines, fileLines);
  if (isCloser(planSources(fileLines, newLines), sources, newLines)) {
    const isMeant = isMeantForFile(pairs, { fileLines, oldLines, newLines });
    if (isMeant === true) return withTexts(edit, { oldText: fileLines.join("\n"), newText: edit.newText });
    const isShared = sources.some((source, line) => source?.isKept === true && newLines[line]?.trim() !== "");
    if (isMeant === null && !isShared) return null;
  }
  if (isSlip(pairs) && isUndecided(pairs, oldLines, newLines)) return null;
  const kept = new Set(sources.map((source) => (source?.isKept ? source.oldLine : -1)));
  const unplaced = newLines.filter((line, index) => sources[index] === undefined && line.trim() !== "");
  const removed = pairs.filter((pair) => !kept.has(pair.oldLine));
  const outline = newLines.flatMap((line, index): readonly OutlineLine[] => {
    if (line.trim() === "") return [];
    const file = fileLines[sources[index]?.oldLine ?? -1];
    const known = file === undefined ? undefined : indentationOf(file);
    return [{ body: line.trim(), written: indentationOf(line), known }];
  });
  const map = planIndentation({ pairs, removed, wanted: unplaced.map(indentationOf), detectUnit, outline });
  if (map === null) return null;
  const adoptedLines = newLines.map((newLine, index) => {
    const source = sources[index];
    if (source === undefined) return newLine.trim() === "" ? newLine : map(indentationOf(newLine)) + bodyOf(newLine);
    const file = fileLines[source.oldLine];
    if (file === undefined) return newLine;
    const oldLine = oldLines[source.oldLine] ?? "";
    return source.isKept ? keepLine({ file, oldLine, newLine }) : indentationOf(file) + bodyOf(newLine);
  });
  const adoptedOldLines = oldLines.map((line, index) => adoptLine(line, fileLines[index], kept.has(index)));
  return withTexts(edit, { oldText: adoptedOldLines.join("\n"), newText: adoptedLines.join("\n") });
}

interface AlignedLines {
  readonly fileLines: readonly string[];
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/**
 * Tells whether newText, which has more in common with the file than with oldText, is right as it is; `null` where it can
 * hardly be told. With one slip in oldText, newText may repeat it or be right already. Where all of oldText has other
 * indentation, newText is right if it begins or ends with a line of oldText as the file has it; unless both begin at the same
 * depth, so that newText was written by the measure of oldText.
 */
function isMeantForFile(pairs: readonly LinePair[], { fileLines, oldLines, newLines }: AlignedLines): boolean | null {
  if (isSlip(pairs)) return true;
  const isMisquoted = pairs.length > 1 && pairs.some(({ old, file }) => old !== file);
  if (!isMisquoted || marginOf(oldLines) === marginOf(newLines)) return false;
  return sharesEnd(fileLines, oldLines, newLines) ? true : null;
}

// A first line that is indented as the first one was quoted stands where that stood.
function withFirstLine(sources: LineSources, oldLines: readonly string[], newLines: readonly string[]): LineSources {
  const [oldLine = "", newLine = ""] = [oldLines[0], newLines[0]];
  const isLevel = indentationOf(oldLine) === indentationOf(newLine);
  const isFirst = sources[0] === undefined && isLevel && newLine.trim() !== "" && oldLine.trim() !== "";
  return isFirst ? [{ oldLine: 0, isKept: false }, ...sources.slice(1)] : sources;
}

function sharesEnd(fileLines: readonly string[], oldLines: readonly string[], newLines: readonly string[]): boolean {
  const [file = [], old = [], next = []] = [fileLines, oldLines, newLines].map((lines) =>
    lines.filter((line) => line.trim() !== ""),
  );
  return old.length > 1 && [0, -1].some((end) => file.at(end) === next.at(end) && old.at(end) !== next.at(end));
}

// The slip stands in newText as it was quoted, and that may be meant: newText has the line twice, or shifts others as far.
function isUndecided(pairs: readonly LinePair[], oldLines: readonly string[], newLines: readonly string[]): boolean {
  const slip = pairs.find(({ old, file }) => old !== file);
  const slipped = oldLines[slip?.oldLine ?? -1];
  if (slip === undefined || slipped === undefined || !newLines.includes(slipped)) return false;
  const isForm = (line: string): boolean => line === slipped || line === slip.file + bodyOf(slipped);
  if (newLines.filter(isForm).length > oldLines.filter(isForm).length) return true;
  const more = slip.old.slice(slip.file.length);
  const isShifted = (line: string): boolean => newLines.includes(more + line) && !newLines.includes(line);
  return more !== "" && oldLines.some((line) => line !== slipped && line.trim() !== "" && isShifted(line));
}

interface LinePair extends IndentationPair {
  readonly oldLine: number;
}

function pairIndentations(oldLines: readonly string[], fileLines: readonly string[]): readonly LinePair[] {
  return oldLines.flatMap((line, index): readonly LinePair[] => {
    const fileLine = fileLines[index];
    if (fileLine === undefined || line.trim() === "") return [];
    return [{ oldLine: index, old: indentationOf(line), file: indentationOf(fileLine) }];
  });
}

function adoptLine(line: string, fileLine: string | undefined, isKept: boolean): string {
  if (fileLine === undefined) return line;
  return isKept ? fileLine : indentationOf(fileLine) + bodyOf(line);
}

function marginOf(lines: readonly string[]): number {
  return Math.min(...lines.filter((line) => line.trim() !== "").map((line) => indentationOf(line).length));
}

function bodyOf(line: string): string {
  return line.slice(indentationOf(line).length);
}
