// Unified diffs of edits and of whole texts. How lines are compared, grouped and cut is elsewhere.

import { MAX_DIFF_BYTES, MAX_DIFF_LINES } from "../limits.js";
import { runAtOnce, type Steps } from "../text/steps.js";
import { type CountedLines, type DiffBudget, joinWithinBudget, type UnifiedDiff } from "./diff-budget.js";
import { formatDiffPath } from "./diff-path.js";
import { countHunkLines, formatHunk, planHunks } from "./hunks.js";
import { type LineChange, type LinedText, planLineChanges } from "./line-changes.js";
import { indexLines } from "./line-index.js";
import type { Splice } from "./splice-bytes.js";

const CONTEXT_LINES = 3;

/** Says how a diff is written. */
export interface UnifiedDiffOptions {
  /** The name for the header; never opened. */
  readonly path: string;
  /** Lines at most; default `MAX_DIFF_LINES`. */
  readonly maxLines?: number | undefined;
  /** UTF-8 bytes at most; default `MAX_DIFF_BYTES`. */
  readonly maxBytes?: number | undefined;
  /** Unchanged lines around each change; default 3. */
  readonly context?: number | undefined;
}

/** Holds the diff of splices. */
export interface SpliceDiff extends UnifiedDiff {
  /** First line that differs, 1-based; `null` when no line does. */
  readonly firstChangedLine: number | null;
  /** Every change, in ascending order; never cut. */
  readonly changes: readonly LineChange[];
}

/**
 * Compares two texts line by line; equal texts give an empty diff. A lone CR is part of its line, and the CR of CRLF is
 * kept, so that the diff applies. Texts too different for the comparison's budget show one block; the diff is then
 * correct but not the shortest.
 */
export function createUnifiedDiff(oldText: string, newText: string, options: UnifiedDiffOptions): UnifiedDiff {
  const { diff, truncated } = runAtOnce(compareInSteps(oldText, newText, options));
  return { diff, truncated };
}

/** Compares the same in steps. */
export function* compareInSteps(oldText: string, newText: string, options: UnifiedDiffOptions): Steps<SpliceDiff> {
  const old = { text: oldText, lines: yield* indexLines(oldText) };
  yield;
  const splice = trimCommonEnds(oldText, newText);
  yield;
  return yield* createSpliceDiff(old, [splice], options);
}

/** Shows what splices change, at a cost that follows them and not the text. */
export function* createSpliceDiff(
  old: LinedText,
  splices: readonly Splice[],
  options: UnifiedDiffOptions,
): Steps<SpliceDiff> {
  const changes = yield* planLineChanges(old, splices);
  const [first] = changes;
  if (first === undefined) return { diff: "", truncated: false, firstChangedLine: null, changes };
  const budget: DiffBudget = {
    maxLines: options.maxLines ?? MAX_DIFF_LINES,
    maxBytes: options.maxBytes ?? MAX_DIFF_BYTES,
  };
  yield;
  const diff = yield* joinWithinBudget(planDiffLines(old, changes, options), budget);
  return { ...diff, firstChangedLine: first.oldStart + 1, changes };
}

function planDiffLines(
  old: LinedText,
  changes: readonly LineChange[],
  { path, context = CONTEXT_LINES }: UnifiedDiffOptions,
): CountedLines {
  const hunks = planHunks(changes, old.lines, context);
  const head = [`--- ${formatDiffPath("a", path)}\n`, `+++ ${formatDiffPath("b", path)}\n`];
  const count = hunks.reduce((sum, hunk) => sum + countHunkLines(old, hunk), head.length);
  return { lines: formatDiff(), count };

  function* formatDiff(): Generator<string> {
    yield* head;
    for (const hunk of hunks) yield* formatHunk(old, hunk);
  }
}

/** Answers the one splice that makes the new text of the old one, without the ends that they share. */
export function trimCommonEnds(oldText: string, newText: string): Splice {
  const most = Math.min(oldText.length, newText.length);
  let head = 0;
  while (head < most && oldText.charCodeAt(head) === newText.charCodeAt(head)) head += 1;
  let tail = 0;
  const [oldLast, newLast] = [oldText.length - 1, newText.length - 1];
  while (tail < most - head && oldText.charCodeAt(oldLast - tail) === newText.charCodeAt(newLast - tail)) tail += 1;
  return { start: head, end: oldText.length - tail, replacement: newText.slice(head, newText.length - tail) };
}
