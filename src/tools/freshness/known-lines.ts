// Which lines of a file a conversation has seen, before and after a change. Pure; lines are 1-based and inclusive.

import type { LineChange } from "../../edit/line-changes.js";

/** Selects consecutive lines, 1-based, both ends inclusive; empty when `endLine` is smaller. */
export interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/** The lines that were seen: all of them, or those of the spans. */
export type KnownLines = "all" | readonly LineSpan[];

/** Joins spans that overlap or follow one another and sorts them; empty ones go. */
export function mergeSpans(spans: readonly LineSpan[]): readonly LineSpan[] {
  const merged: LineSpan[] = [];
  const sorted = spans.filter(isNotEmpty).sort((left, right) => left.startLine - right.startLine);
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.startLine > last.endLine + 1) merged.push(span);
    else merged[merged.length - 1] = { ...last, endLine: Math.max(last.endLine, span.endLine) };
  }
  return merged;
}

/** Finds the lines that changes replace and that were not seen. An insertion needs one of its two neighbours. */
export function findUnknownLines(changes: readonly LineChange[], known: KnownLines): readonly LineSpan[] {
  if (known === "all") return [];
  const seen = mergeSpans(known);
  return changes.flatMap((change) => {
    const touched = touchedLines(change);
    const unknown = subtractSpans(touched, seen);
    const isInsertion = change.oldLines.length === 0;
    return isInsertion && countLines(unknown) < countLines([touched]) ? [] : unknown;
  });
}

/** Answers the lines of the new text that are known after changes: those seen before, moved, and those that were put in. */
export function carryKnownLines(changes: readonly LineChange[], known: KnownLines): KnownLines {
  if (known === "all") return known;
  const carried: LineSpan[] = [];
  let shift = 0;
  let nextLine = 1;
  for (const { oldStart, oldLines, newLines } of changes) {
    carried.push(...clipSpans(known, { startLine: nextLine, endLine: oldStart }, shift));
    carried.push({ startLine: oldStart + shift + 1, endLine: oldStart + shift + newLines.length });
    shift += newLines.length - oldLines.length;
    nextLine = oldStart + oldLines.length + 1;
  }
  carried.push(...clipSpans(known, { startLine: nextLine, endLine: Number.MAX_SAFE_INTEGER }, shift));
  return mergeSpans(carried);
}

/** Answers the replaced lines, or the two between which lines are inserted; the first has no line before it. */
function touchedLines({ oldStart, oldLines }: LineChange): LineSpan {
  if (oldLines.length > 0) return { startLine: oldStart + 1, endLine: oldStart + oldLines.length };
  return { startLine: Math.max(1, oldStart), endLine: oldStart + 1 };
}

/** Answers what is left of a span; `seen` must be merged. */
function subtractSpans(span: LineSpan, seen: readonly LineSpan[]): readonly LineSpan[] {
  const left: LineSpan[] = [];
  let startLine = span.startLine;
  for (const { startLine: seenStart, endLine: seenEnd } of seen) {
    if (seenEnd < startLine || seenStart > span.endLine) continue;
    left.push({ startLine, endLine: seenStart - 1 });
    startLine = seenEnd + 1;
  }
  return [...left, { startLine, endLine: span.endLine }].filter(isNotEmpty);
}

function clipSpans(spans: readonly LineSpan[], window: LineSpan, shift: number): readonly LineSpan[] {
  return spans.map(({ startLine, endLine }) => ({
    startLine: Math.max(startLine, window.startLine) + shift,
    endLine: Math.min(endLine, window.endLine) + shift,
  }));
}

function countLines(spans: readonly LineSpan[]): number {
  return spans.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
}

function isNotEmpty({ startLine, endLine }: LineSpan): boolean {
  return endLine >= startLine;
}
