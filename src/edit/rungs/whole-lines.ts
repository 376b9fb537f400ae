// What the rungs that compare whole lines, whatever their indentation, have in common.

import { hasLineFeedAt } from "../../text/source-text.js";
import type { Steps } from "../../text/steps.js";
import { adoptLayout } from "../adopt-layout.js";
import { detectIndentationUnit } from "../detect-unit.js";
import type { EditDocument, FoldKind } from "../edit-document.js";
import { foldText } from "../edit-document.js";
import { findViews } from "../find-views.js";
import { trimTrailingBlanks } from "../fold-characters.js";
import type { FoldedView } from "../folded-view.js";
import { countLines, type PreparedEdit, withTexts } from "../prepare-edit.js";
import type { Candidate, RungSearch } from "./rung.js";

/** Selects whole lines of a document: 0-based, `count` of them. */
export interface WholeLines {
  readonly start: number;
  readonly count: number;
}

/** Finds whole lines that an edit's old text stands for once both are folded. */
export function* findWholeLines(search: RungSearch, kind: FoldKind): Steps<readonly Candidate[]> {
  const { document, edit, limit } = search;
  const folded = foldText(edit.oldText, kind);
  // Blanks behind the last line ending are a blank line, or what the next line would begin with.
  const isOpen = folded.endsWith("\n") && !edit.oldText.endsWith("\n");
  const needle = isOpen ? `${folded}\n` : withFinalBreak(folded);
  const views = findViews(document, { kind, text: edit.oldText, reach: countLines(needle) });
  yield;
  const found = views.flatMap((view) => findLines(search, view, needle)).slice(0, limit);
  if (found.length > 0 || !isOpen) return found;
  return yield* findWholeLines({ ...search, edit: withoutOpenBlanks(edit) }, kind);
}

function withoutOpenBlanks(edit: PreparedEdit): PreparedEdit {
  const isInBoth = /\n[ \t]+$/.test(edit.newText);
  const cut = (text: string): string => text.replace(isInBoth ? /[ \t]+$/ : /\n[ \t]+$/, "");
  return withTexts(edit, { oldText: cut(edit.oldText), newText: isInBoth ? cut(edit.newText) : edit.newText });
}

function findLines({ document, edit, limit }: RungSearch, view: FoldedView, needle: string): readonly Candidate[] {
  const accept = (start: number): boolean => start === 0 || hasLineFeedAt(view.text, start - 1);
  const count = countLines(needle) - 1;
  const found = view.search.find(needle, { limit, accept, overlapping: true });
  return found.map((start) => createLineCandidate({ document, edit }, { start: view.lineAt(start), count }));
}

/** Carries what a candidate of whole lines is made from. */
export interface LineCandidateSource {
  readonly document: EditDocument;
  readonly edit: PreparedEdit;
  /** Makes the edit's old lines as many as the file's; `null` when that is not certain. Absent: they are as many. */
  readonly fit?: (edit: PreparedEdit) => PreparedEdit | null;
}

/** Makes the candidate for lines that an edit's old text stands for. */
export function createLineCandidate(source: LineCandidateSource, range: WholeLines): Candidate {
  const { document, edit, fit: fitLines = (quoted: PreparedEdit): PreparedEdit => quoted } = source;
  const { lines, text } = document;
  const last = range.start + range.count - 1;
  const start = lines.startOf(range.start);
  const closed = edit.oldText.endsWith("\n") && lines.endingOf(last) === "" ? withoutFinalBreaks(edit) : edit;
  const end = closed.oldText.endsWith("\n") ? lines.endOf(last) : textEndOf(document, closed, last);
  const fitToFile = (): PreparedEdit | null => {
    const fitted = fitLines(closed);
    const fileLines = text.slice(start, end).split(/\r?\n/);
    const detectUnit = (): string | null => detectIndentationUnit(lines, range.start);
    return fitted === null ? null : adoptLayout(fitted, { fileLines, detectUnit });
  };
  return { start, end, edit: closed, fit: fitToFile };
}

function textEndOf({ lines }: EditDocument, { oldText }: PreparedEdit, line: number): number {
  const coversBlanks = /[ \t]$/.test(oldText);
  const content = lines.contentOf(line);
  return lines.startOf(line) + (coversBlanks ? content.length : trimTrailingBlanks(content).length);
}

function withFinalBreak(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function withoutFinalBreaks(edit: PreparedEdit): PreparedEdit {
  return withTexts(edit, { oldText: edit.oldText.slice(0, -1), newText: edit.newText.replace(/\n$/, "") });
}
