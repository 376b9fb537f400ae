// Finds the one place of a hunk in a text: by its lines, below its anchors and below the hunk before it.

import { findAppliedAround } from "../edit/already-applied.js";
import { MAX_CANDIDATES } from "../edit/ambiguity.js";
import { findInvisibleTwins } from "../edit/invisible-twins.js";
import { locateTolerantly } from "../edit/locate-edit.js";
import type { Candidate } from "../edit/rungs/rung.js";
import type { Steps } from "../text/steps.js";
import { createExactPlace, type HunkResult, type HunkTask } from "./hunk-place.js";
import {
  createAmbiguousProblem,
  createAppliedProblem,
  createMisplacedProblem,
  createMissingAnchorProblem,
  createNotFoundProblem,
  createTooMuchProblem,
  fromEditFailure,
} from "./hunk-problem.js";
import type { PatchHunk } from "./parsed-patch.js";
import type { PatchProblem } from "./patch-problem.js";
import type { PatchTarget } from "./patch-target.js";
import { placeInsertion } from "./place-insertion.js";
import { createInsertion, createWantedLines, readingsOf, type WantedLines } from "./wanted-lines.js";

/** Finds where a hunk applies; `isExplained` asks for the nearest regions of lines that are not found. */
export function* locateHunk(target: PatchTarget, hunk: PatchHunk, isExplained: boolean): Steps<HunkResult> {
  const wanted = createWantedLines(hunk.lines);
  const opened = target.sections.find(hunk.anchors);
  if (opened === null) return { problem: createTooMuchProblem() };
  if ("failedAnchor" in opened) return { problem: createAnchorProblem(target, hunk, opened) };
  const task: HunkTask = { target, hunk, sections: opened.sections };
  for (const lines of readingsOf(hunk.lines)) {
    const reading = createWantedLines(lines);
    const result = reading.oldLines.length === 0 ? placeInsertion(task, lines) : yield* locateLines(task, reading);
    if (result !== null) return result;
  }
  return { problem: createAbsentProblem(task, wanted, isExplained) };
}

function createAnchorProblem(
  target: PatchTarget,
  hunk: PatchHunk,
  failed: { readonly failedAnchor: number; readonly lines: readonly number[] },
): PatchProblem {
  const anchor = hunk.anchors[failed.failedAnchor] ?? "";
  if (failed.lines.length > 0) return createAmbiguousProblem(target, failed.lines, "the anchor stands");
  return createMissingAnchorProblem(target, anchor, createInsertion(anchor, []));
}

// Answers `null` when the lines are not found.
function* locateLines(task: HunkTask, wanted: WantedLines): Steps<HunkResult | null> {
  const { target, hunk } = task;
  if (!target.budget.takeSearch(target.symbols.searchCost)) return { problem: createTooMuchProblem() };
  const hintLine = hunk.hintLine === null ? -1 : hunk.hintLine - 1 + target.drift;
  const isAtHint = isAllowed(task, wanted, hintLine) && target.symbols.hasAt(wanted.oldLines, hintLine);
  if (isAtHint && (wanted.trailing > 0 || hintLine + wanted.oldLines.length === target.lineCount)) {
    return createExactPlace(target, wanted, hintLine);
  }
  const lines = target.symbols.find(wanted.oldLines, {
    fromLine: target.nextLine,
    limit: hunk.endsFile ? Number.POSITIVE_INFINITY : MAX_CANDIDATES + 1,
    accept: (line) => isAllowed(task, wanted, line),
  });
  if (lines.length === 0) return hunk.isExact ? null : yield* locateByLadder(task, wanted);
  const line = chooseLine(lines, { isAtHint, hintLine, endsFile: hunk.endsFile });
  if (line === null) return { problem: createAmbiguousProblem(target, lines, "the lines of the hunk stand") };
  return confirmPlace(task, wanted, { line, isAtHint });
}

interface LineChoice {
  readonly isAtHint: boolean;
  readonly hintLine: number;
  readonly endsFile: boolean;
}

function chooseLine(lines: readonly number[], { isAtHint, hintLine, endsFile }: LineChoice): number | null {
  if (isAtHint) return hintLine;
  const line = endsFile ? lines.at(-1) : lines[0];
  return line !== undefined && (lines.length === 1 || endsFile) ? line : null;
}

function isAllowed({ target, hunk, sections }: HunkTask, { oldLines }: WantedLines, line: number): boolean {
  if (line < target.nextLine) return false;
  if (hunk.endsFile && line + oldLines.length < target.endOfContent) return false;
  return hunk.anchors.length === 0 || sections.some(({ start, end }) => line >= start && line < end);
}

function confirmPlace(
  task: HunkTask,
  wanted: WantedLines,
  { line, isAtHint }: { readonly line: number; readonly isAtHint: boolean },
): HunkResult {
  const { target } = task;
  const place = createExactPlace(target, wanted, line);
  if (findAppliedAround(target.document, place.match)) return { problem: createAppliedProblem() };
  if (isAtHint || !target.canHaveTwins) return place;
  if (!target.budget.takeSearch(target.text.length)) return { problem: createTooMuchProblem() };
  const twins = findInvisibleTwins(target.document, place.match).filter((twin) => accepts(task, wanted, twin));
  if (twins.length === 0) return place;
  const lines = [line, ...twins.map((twin) => target.document.lines.lineAt(twin.start))];
  return { problem: createAmbiguousProblem(target, lines, "but for what cannot be seen, the lines of the hunk stand") };
}

function accepts(task: HunkTask, wanted: WantedLines, { start, end }: Candidate): boolean {
  const { text, document } = task.target;
  const { lines } = document;
  const line = lines.lineAt(start);
  return lines.startOf(line) === start && text[end - 1] === "\n" && isAllowed(task, wanted, line);
}

function* locateByLadder(task: HunkTask, wanted: WantedLines): Steps<HunkResult | null> {
  const { document, budget } = task.target;
  const accept = (candidate: Candidate): boolean => accepts(task, wanted, candidate);
  const result = yield* locateTolerantly({ document, edit: wanted.edit, budget, accept });
  if (result === null) return null;
  if ("failure" in result) return { problem: fromEditFailure(task.target, result.failure) };
  const [match] = result.matches;
  return match === undefined ? null : { match, wanted };
}

function createAbsentProblem(task: HunkTask, wanted: WantedLines, isExplained: boolean): PatchProblem {
  const { target, hunk } = task;
  const lines = target.symbols.find(wanted.oldLines, { fromLine: 0, limit: MAX_CANDIDATES, accept: () => true });
  const [line] = lines;
  if (line === undefined) return createNotFoundProblem(target, wanted, isExplained);
  if (line < target.nextLine) return createMisplacedProblem(lines, "above the end of the hunk before it");
  if (hunk.anchors.length > 0) return createMisplacedProblem(lines, "outside of what the anchor opens");
  return createMisplacedProblem(lines, "not at the end of the file");
}
