// Where lines go that are only added: behind the anchor, or at the end of the file. Nothing else says a place.

import { findAppliedAround } from "../edit/already-applied.js";
import { countVisible } from "../edit/prepare-edit.js";
import { createExactPlace, type HunkResult, type HunkTask } from "./hunk-place.js";
import {
  createAmbiguousProblem,
  createAppliedProblem,
  createMisplacedProblem,
  createUnplacedProblem,
} from "./hunk-problem.js";
import type { HunkLine } from "./parsed-patch.js";
import { createInsertion, createWantedLines, createWholeText } from "./wanted-lines.js";

// Visible characters that are no accident when they stand at the end of the file already.
const MIN_TELLING_CHARACTERS = 6;

/** Places lines of which every one is added; into an empty file without being told where. */
export function placeInsertion(task: HunkTask, added: readonly HunkLine[]): HunkResult {
  const { target, hunk, sections } = task;
  if (target.lineCount === 0) return createExactPlace(target, createWholeText(added), 0);
  if (hunk.endsFile) return placeAtEnd(task, added);
  if (hunk.anchors.length === 0) return { problem: createUnplacedProblem() };
  const anchored = sections.map((section) => section.start);
  const [line, ...others] = anchored.filter((start) => start >= target.nextLine);
  if (line === undefined) return { problem: createMisplacedProblem(anchored, "above the end of the hunk before it") };
  if (others.length > 0) return { problem: createAmbiguousProblem(target, [line, ...others], "the anchor stands") };
  return placeBehind(task, added, line);
}

// Nothing tells lines that are wanted twice from a patch that is sent twice, unless they are too short to say much.
function placeAtEnd(task: HunkTask, added: readonly HunkLine[]): HunkResult {
  const { target } = task;
  const { oldLines, edit } = createWantedLines(added.map((line) => ({ ...line, kind: "keep" })));
  const isThere = target.symbols.hasAt(oldLines, target.lineCount - oldLines.length);
  const isTelling = countVisible(edit.oldText, MIN_TELLING_CHARACTERS) === MIN_TELLING_CHARACTERS;
  if (isThere && isTelling) return { problem: createAppliedProblem() };
  return placeBehind(task, added, target.lineCount - 1);
}

function placeBehind({ target }: HunkTask, added: readonly HunkLine[], line: number): HunkResult {
  const wanted = createInsertion(target.document.lines.contentOf(line), added);
  const place = createExactPlace(target, wanted, line);
  return findAppliedAround(target.document, place.match) ? { problem: createAppliedProblem() } : place;
}
