// Rung: whole lines occur with more or fewer blank lines between lines that the edit keeps.

import type { Steps } from "../../text/steps.js";
import type { DenseView } from "../dense-view.js";
import type { EditDocument } from "../edit-document.js";
import { foldText } from "../edit-document.js";
import { findViews } from "../find-views.js";
import { fitBlankLines } from "../fit-blank-lines.js";
import { countLines, countVisible, type PreparedEdit } from "../prepare-edit.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";
import { createLineCandidate } from "./whole-lines.js";

/** Tolerates other numbers of blank lines. */
export const blankLinesRung: Rung = { name: "blank_lines", replacesAll: false, find: findDenseLines };

// Lines with text, and visible characters in them, that are enough to be sure of the place.
const MIN_LINES = 2;
const MIN_CHARACTERS = 16;

// Blank lines that the file may have and the old text lacks.
const MAX_ADDED_LINES = 2;

function* findDenseLines(search: RungSearch): Steps<readonly Candidate[]> {
  const { document, edit, limit } = search;
  const filled = foldText(edit.oldText, "blank_runs")
    .split("\n")
    .filter((line) => line !== "");
  if (filled.length < MIN_LINES || countVisible(edit.oldText, MIN_CHARACTERS) < MIN_CHARACTERS) return [];
  const maxSpan = countLines(edit.oldText.replace(/\n$/, "")) + MAX_ADDED_LINES;
  const task = { needle: `${filled.join("\n")}\n`, count: filled.length, maxSpan };
  const views = findViews(document, { kind: "blank_runs", text: edit.oldText, reach: maxSpan });
  yield;
  return views.flatMap((view) => findInDense(search, document.denseView(view), task)).slice(0, limit);
}

interface DenseTask {
  readonly needle: string;
  /** Lines of the needle. */
  readonly count: number;
  /** Lines, blank ones included, that a place may have. */
  readonly maxSpan: number;
}

function findInDense({ document, edit, limit }: RungSearch, view: DenseView, task: DenseTask): readonly Candidate[] {
  const { needle, count, maxSpan } = task;
  const accept = (start: number): boolean => {
    const span = view.lineAt(start + needle.length - 1) - view.lineAt(start) + 1;
    return (start === 0 || view.text[start - 1] === "\n") && span <= maxSpan;
  };
  const starts = view.search.find(needle, { limit, accept, overlapping: true });
  return starts.map((start) => createDenseCandidate(document, edit, view.linesFrom(start, count)));
}

function createDenseCandidate(document: EditDocument, edit: PreparedEdit, lines: readonly number[]): Candidate {
  const start = lines[0] ?? 0;
  const count = (lines.at(-1) ?? start) - start + 1;
  const gaps = lines.slice(1).map((line, index) => line - (lines[index] ?? 0) - 1);
  return createLineCandidate({ document, edit, fit: (quoted) => fitBlankLines(quoted, gaps) }, { start, count });
}
