// Places the hunks of one file from the top down and makes splices of them, or reports every hunk that fails.

import { composeReplacement } from "../edit/compose-replacement.js";
import { findOmission } from "../edit/find-omission.js";
import type { SearchBudget } from "../edit/search-budget.js";
import type { Splice } from "../edit/splice-bytes.js";
import type { MatchRung } from "../edit/text-edit.js";
import type { Steps } from "../text/steps.js";
import { fitFinalEnding } from "./fit-final-ending.js";
import type { HunkPlace } from "./hunk-place.js";
import { locateHunk } from "./locate-hunk.js";
import type { PatchHunk } from "./parsed-patch.js";
import type { PatchProblem } from "./patch-problem.js";
import { PatchTarget } from "./patch-target.js";
import { createPlaceholderProblem } from "./suspicious-content.js";
import { createWantedLines } from "./wanted-lines.js";

/** Tells where a hunk applies and how its lines were found. */
export interface PlannedHunk {
  /** The hunk among those of its operation, 1-based. */
  readonly hunk: number;
  /** The line of the patch that it begins at, 1-based. */
  readonly patchLine: number;
  /** First line of its place in the file before the operation, 1-based. */
  readonly line: number;
  /** The rung that found it: anything but `exact` tolerated a difference. */
  readonly matchedBy: MatchRung;
}

/** Says why a hunk fails; `hunk` is 1-based. */
export interface HunkFailure {
  readonly hunk: number;
  readonly patchLine: number;
  readonly problem: PatchProblem;
}

/** Holds what the hunks of one file come to; with failures there are no splices. */
export interface HunksPlan {
  readonly splices: readonly Splice[];
  readonly placed: readonly PlannedHunk[];
  readonly failures: readonly HunkFailure[];
}

/** Says how hunks are planned. */
export interface HunksOptions {
  readonly budget: SearchBudget;
  /** Takes lines that stand for left-out text as they are. */
  readonly allowPlaceholders: boolean;
  /** The name of the file, which tells prose from code; never opened. */
  readonly path?: string | undefined;
}

// Failing hunks of one file after which the rest is not tried.
const MAX_FAILURES = 20;

// Failing hunks whose nearest regions are looked for.
const MAX_EXPLAINED = 3;

/** Plans the hunks of one file; the text is what it holds before. */
export function* planHunks(text: string, hunks: readonly PatchHunk[], options: HunksOptions): Steps<HunksPlan> {
  const target = yield* PatchTarget.read(text, options.budget, usualEndingOf(hunks));
  const placed: PlannedHunk[] = [];
  const splices: Splice[] = [];
  const failures: HunkFailure[] = [];
  for (const [index, hunk] of hunks.entries()) {
    yield;
    const isExplained = failures.length < MAX_EXPLAINED;
    const result = (yield* judgeHunk(target, hunk, options)) ?? (yield* locateHunk(target, hunk, isExplained));
    const where = { hunk: index + 1, patchLine: hunk.patchLine };
    if ("problem" in result) {
      failures.push({ ...where, problem: result.problem });
      if (failures.length === MAX_FAILURES) break;
      continue;
    }
    const line = target.document.lines.lineAt(result.match.start);
    placed.push({ ...where, line: line + 1, matchedBy: result.match.matchedBy });
    splices.push(...planSplice(target, result));
    advance(target, hunk, line);
  }
  if (failures.length > 0) return { splices: [], placed, failures };
  return { splices: fitFinalEnding(splices, finalEndingOf(target, hunks)), placed, failures };
}

function usualEndingOf(hunks: readonly PatchHunk[]): "\n" | "\r\n" {
  const isCrlf = hunks.some(({ lines }) => lines.some((line) => line.kind === "add" && line.text.endsWith("\r")));
  return isCrlf ? "\r\n" : "\n";
}

function* judgeHunk(
  target: PatchTarget,
  hunk: PatchHunk,
  { allowPlaceholders, path }: HunksOptions,
): Steps<{ readonly problem: PatchProblem } | null> {
  if (allowPlaceholders) return null;
  const { edit } = createWantedLines(hunk.lines);
  const omission = yield* findOmission(edit.oldText, edit.newText, { path, fileText: target.text });
  return omission === null ? null : { problem: createPlaceholderProblem(omission.text) };
}

// Kept lines at both ends are no part of the splice, so that two hunks may keep the same lines between them.
function planSplice(target: PatchTarget, { match, wanted }: HunkPlace): readonly Splice[] {
  const { document } = target;
  const replacement = composeReplacement(document, match);
  const oldText = target.text.slice(match.start, match.end);
  const head = sharedHead(oldText, replacement, wanted.leading);
  const tail = sharedTail(oldText.slice(head), replacement.slice(head), wanted.trailing);
  const start = match.start + head;
  const end = match.end - tail;
  target.nextLine = lineBehind(target, end);
  const inserted = replacement.slice(head, replacement.length - tail);
  return start === end && inserted === "" ? [] : [{ start, end, replacement: inserted }];
}

function lineBehind({ document, text }: PatchTarget, offset: number): number {
  if (offset >= text.length) return document.lines.count;
  const line = document.lines.lineAt(offset);
  return document.lines.startOf(line) === offset ? line : line + 1;
}

// Answers the length of so many lines at the start of both texts; 0 when they are not the same.
function sharedHead(oldText: string, newText: string, lineCount: number): number {
  let length = 0;
  for (let line = 0; line < lineCount && length < oldText.length; line += 1) length = oldText.indexOf("\n", length) + 1;
  return newText.startsWith(oldText.slice(0, length)) ? length : 0;
}

function sharedTail(oldText: string, newText: string, lineCount: number): number {
  let start = oldText.length;
  for (let line = 0; line < lineCount && start > 0; line += 1) {
    start = start < 2 ? 0 : oldText.lastIndexOf("\n", start - 2) + 1;
  }
  return newText.endsWith(oldText.slice(start)) ? oldText.length - start : 0;
}

function advance(target: PatchTarget, hunk: PatchHunk, line: number): void {
  if (hunk.hintLine !== null && hunk.hintLine > 0) target.drift = line - (hunk.hintLine - 1);
}

function finalEndingOf(target: PatchTarget, hunks: readonly PatchHunk[]): Parameters<typeof fitFinalEnding>[1] {
  const wanted = hunks.findLast((hunk) => hunk.finalLineEnding !== "keep")?.finalLineEnding ?? "keep";
  return { text: target.text, missingEnding: target.missingEnding, wanted };
}
