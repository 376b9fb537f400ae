// Where lines go that are only added: behind the anchor, or at the end of the file. Nothing else says a place.

import { findAppliedAround } from "../edit/already-applied.js";
import { createExactPlace, type HunkResult, type HunkTask } from "./hunk-place.js";
import {
  createAmbiguousProblem,
  createAppliedProblem,
  createMisplacedProblem,
  createUnplacedProblem,
} from "./hunk-problem.js";
import type { HunkLine } from "./parsed-patch.js";
import { createInsertion, createWantedLines } from "./wanted-lines.js";

/** Places lines of which every one is added; into an empty file without being told where. */
export function placeInsertion(task: HunkTask, added: readonly HunkLine[]): HunkResult {
  const { target, hunk, sections } = task;
  if (target.lineCount === 0) return createExactPlace(target, createWantedLines(added), 0);
  if (hunk.endsFile) return placeBehind(task, added, target.lineCount - 1);
  if (hunk.anchors.length === 0) return { problem: createUnplacedProblem() };
  const anchored = sections.map((section) => section.start);
  const [line, ...others] = anchored.filter((start) => start >= target.nextLine);
  if (line === undefined) return { problem: createMisplacedProblem(anchored, "above the end of the hunk before it") };
  if (others.length > 0) return { problem: createAmbiguousProblem(target, [line, ...others], "the anchor stands") };
  return placeBehind(task, added, line);
}

function placeBehind({ target }: HunkTask, added: readonly HunkLine[], line: number): HunkResult {
  const wanted = createInsertion(target.document.lines.contentOf(line), added);
  const place = createExactPlace(target, wanted, line);
  return findAppliedAround(target.document, place.match) ? { problem: createAppliedProblem() } : place;
}
