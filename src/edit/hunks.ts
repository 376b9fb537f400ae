// Groups line changes into hunks with context and writes them in unified form, line by line. Pure.

import type { LineChange, LinedText } from "./line-changes.js";
import type { LineIndex } from "./line-index.js";

/** Holds changes that are shown together; lines are 0-based, counts include the context. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly changes: readonly LineChange[];
}

/** Plans the hunks of changes in ascending order, with up to `context` lines around each. */
export function planHunks(changes: readonly LineChange[], lines: LineIndex, context: number): readonly Hunk[] {
  let shift = 0;
  return groupChanges(changes, context).map((group) => {
    const oldStart = Math.max(0, startOf(group) - context);
    const oldEnd = Math.min(lines.count, endOf(group) + context);
    const growth = group.reduce((sum, change) => sum + change.newLines.length - change.oldLines.length, 0);
    const oldCount = oldEnd - oldStart;
    const hunk = { oldStart, oldCount, newStart: oldStart + shift, newCount: oldCount + growth, changes: group };
    shift += growth;
    return hunk;
  });
}

/** Writes a hunk, one line at a time, each with its line feed. */
export function* formatHunk({ text, lines }: LinedText, hunk: Hunk): Generator<string> {
  yield `@@ -${formatRange(hunk.oldStart, hunk.oldCount)} +${formatRange(hunk.newStart, hunk.newCount)} @@\n`;
  for (const line of markLines()) {
    yield line.endsWith("\n") ? line : `${line}\n`;
    if (!line.endsWith("\n")) yield "\\ No newline at end of file\n";
  }

  function* markLines(): Generator<string> {
    let line = hunk.oldStart;
    for (const { oldStart, oldLines, newLines } of hunk.changes) {
      yield* keepLines(line, oldStart);
      for (const removed of oldLines) yield `-${removed}`;
      for (const added of newLines) yield `+${added}`;
      line = oldStart + oldLines.length;
    }
    yield* keepLines(line, hunk.oldStart + hunk.oldCount);
  }

  function* keepLines(start: number, end: number): Generator<string> {
    for (let line = start; line < end; line += 1) yield ` ${text.slice(lines.startOf(line), lines.endOf(line))}`;
  }
}

/** Counts the lines that {@link formatHunk} writes, in less time than it takes to write them. */
export function countHunkLines({ lines }: LinedText, hunk: Hunk): number {
  const oldEnd = hunk.oldStart + hunk.oldCount;
  const isOldUnended = hunk.oldCount > 0 && oldEnd === lines.count && lines.endingOf(oldEnd - 1) === "";
  const isNewUnended = hunk.changes.some(({ newLines }) => newLines.at(-1)?.endsWith("\n") === false);
  const added = hunk.changes.reduce((sum, { newLines }) => sum + newLines.length, 0);
  return 1 + hunk.oldCount + added + Number(isOldUnended) + Number(isNewUnended);
}

function groupChanges(changes: readonly LineChange[], context: number): readonly (readonly LineChange[])[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last !== undefined && change.oldStart - endOf(last) <= 2 * context) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

function startOf(group: readonly LineChange[]): number {
  return group[0]?.oldStart ?? 0;
}

function endOf(group: readonly LineChange[]): number {
  const last = group.at(-1);
  return last === undefined ? 0 : last.oldStart + last.oldLines.length;
}

// An empty side is addressed by the line in front of it, which is the 0-based start itself.
function formatRange(start: number, count: number): string {
  if (count === 0) return `${start},0`;
  return count === 1 ? `${start + 1}` : `${start + 1},${count}`;
}
