// Which lines of a text change when ranges of it are replaced; the cost follows the ranges, not the text. Pure.

import { hasLineFeedAt, type SourceText } from "../text/source-text.js";
import { LINES_PER_STEP, runAtOnce, type Steps } from "../text/steps.js";
import { findGapsInSteps } from "./align-lines.js";
import type { LineIndex } from "./line-index.js";
import type { Splice } from "./splice-bytes.js";

/** Replaces some lines by others; every line carries its own ending, and only the last of a text may have none. */
export interface LineChange {
  /** First replaced line of the old text, 0-based; with no old lines, the line in front of which the new ones go. */
  readonly oldStart: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/** Holds a text with its lines. */
export interface LinedText {
  readonly text: SourceText;
  readonly lines: LineIndex;
}

/** Plans the line changes of splices that are ascending and do not overlap. */
export function* planLineChanges(old: LinedText, splices: readonly Splice[]): Steps<readonly LineChange[]> {
  const changes: LineChange[] = [];
  for (const region of yield* planRegions(old, splices)) {
    yield;
    for (const change of yield* planRegionChanges(old, region)) changes.push(change);
  }
  return changes;
}

/** Cuts a text into lines that keep their endings. */
export function splitKeepingEndings(text: string): readonly string[] {
  return runAtOnce(splitInSteps(text));
}

/** Cuts a text into the same lines in steps. */
export function* splitInSteps(text: string): Steps<readonly string[]> {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed === -1 ? text.length : lineFeed + 1;
    if (lines.push(text.slice(start, end)) % LINES_PER_STEP === 0) yield;
    start = end;
  }
  return lines;
}

/** Covers whole lines, so that the text behind it is the same before and after. */
interface Region {
  readonly start: number;
  end: number;
  readonly splices: Splice[];
}

function* planRegions(old: LinedText, splices: readonly Splice[]): Steps<readonly Readonly<Region>[]> {
  const regions: Region[] = [];
  for (const [index, splice] of splices.entries()) {
    if (index % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
    const start = lineStartBefore(old, splice.start);
    const end = Math.max(lineEndBehind(old, splice), start);
    const last = regions.at(-1);
    if (last === undefined || start > last.end) {
      regions.push({ start, end, splices: [splice] });
      continue;
    }
    last.end = Math.max(end, last.end);
    last.splices.push(splice);
  }
  return regions;
}

function lineStartBefore({ lines }: LinedText, offset: number): number {
  return lines.startOf(lines.lineAt(offset));
}

function lineEndBehind({ text, lines }: LinedText, { start, end, replacement }: Splice): number {
  const endsLine = replacement === "" ? start === 0 || hasLineFeedAt(text, start - 1) : replacement.endsWith("\n");
  const isLineStart = end === 0 || hasLineFeedAt(text, end - 1);
  return (isLineStart && endsLine) || end === text.length ? end : lines.endOf(lines.lineAt(end));
}

function* planRegionChanges(old: LinedText, region: Readonly<Region>): Steps<readonly LineChange[]> {
  const firstLine = old.lines.lineAt(region.start);
  const oldLines = yield* splitInSteps(old.text.slice(region.start, region.end));
  const newLines = yield* splitInSteps(replaceInRegion(old.text, region));
  const gaps = yield* findGapsInSteps(oldLines, newLines);
  return gaps.map((gap) => ({
    oldStart: firstLine + gap.oldStart,
    oldLines: oldLines.slice(gap.oldStart, gap.oldEnd),
    newLines: newLines.slice(gap.newStart, gap.newEnd),
  }));
}

function replaceInRegion(text: SourceText, region: Readonly<Region>): string {
  let replaced = "";
  let offset = region.start;
  for (const splice of region.splices) {
    replaced += text.slice(offset, splice.start) + splice.replacement;
    offset = splice.end;
  }
  return replaced + text.slice(offset, region.end);
}
