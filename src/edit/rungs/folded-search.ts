// What the rungs that search a folded view of the whole text have in common.

import type { TextRange } from "../../text/cut-text.js";
import { hasLineFeedAt } from "../../text/source-text.js";
import { type Steps, visitEach } from "../../text/steps.js";
import { type EditDocument, type FoldKind, foldText } from "../edit-document.js";
import { findViews } from "../find-views.js";
import type { FoldedView } from "../folded-view.js";
import { countLines, countVisible, type PreparedEdit, withTexts } from "../prepare-edit.js";
import type { Candidate, RungSearch } from "./rung.js";

/** Finds an edit's old text in the view of a kind, folded the same way. */
export function* findInView(search: RungSearch, kind: FoldKind): Steps<readonly Candidate[]> {
  const { document, edit, limit } = search;
  const needle = createNeedle(edit, kind);
  const candidates: Candidate[] = [];
  for (const view of findViews(document, { kind, text: edit.oldText, reach: countLines(edit.oldText) })) {
    yield;
    for (const candidate of yield* findNeedle(search, view, needle)) candidates.push(candidate);
  }
  return candidates.slice(0, limit);
}

function* findNeedle(
  { document, edit, limit }: RungSearch,
  view: FoldedView,
  needle: Needle,
): Steps<readonly Candidate[]> {
  const accept = (start: number): boolean => isWhole(view, needle, start);
  const found = view.search.find(needle.text, { limit, overlapping: !edit.replaceAll, accept });
  const candidates: Candidate[] = [];
  yield* visitEach(found, (start) => candidates.push(createCandidate({ start, end: start + needle.text.length })));
  return candidates;

  function createCandidate(place: TextRange): Candidate {
    const range = wholeBlankLine(document, view, place) ?? place;
    if (isVirtual(view, place.end)) return { ...range, edit: withoutFinalBreak(edit) };
    return { ...range, end: needle.coversBlanks ? lineEndAfter(document, range.end) : range.end, edit };
  }
}

// A blank line that the match begins with is part of it with all its blanks.
function wholeBlankLine({ lines }: EditDocument, view: FoldedView, place: TextRange): TextRange | null {
  const range = view.rangeOf(place);
  const beginsLine = place.start === 0 || hasLineFeedAt(view.text, place.start - 1);
  if (range === null || !beginsLine || !hasLineFeedAt(view.text, place.start)) return range;
  return { start: lines.startOf(view.lineAt(place.start)), end: range.end };
}

interface Needle {
  readonly text: string;
  /** The last line lost blanks, so what follows the match must be the end of a line. */
  readonly coversBlanks: boolean;
  /** The first line was nothing but blanks, so the match must begin a line. */
  readonly beginsLine: boolean;
  readonly isVisible: boolean;
}

function createNeedle(edit: PreparedEdit, kind: FoldKind): Needle {
  const text = foldText(edit.oldText, kind);
  return {
    text,
    coversBlanks: kind !== "line_endings" && /[ \t]$/.test(edit.oldText),
    beginsLine: text.startsWith("\n") && !edit.oldText.startsWith("\n"),
    isVisible: countVisible(text, 1) > 0,
  };
}

function isWhole(view: FoldedView, needle: Needle, start: number): boolean {
  const end = start + needle.text.length;
  if (needle.coversBlanks && !hasLineFeedAt(view.text, end)) return false;
  if (needle.beginsLine && start > 0 && !hasLineFeedAt(view.text, start - 1)) return false;
  if (isVirtual(view, end) && !needle.isVisible) return false;
  return view.rangeOf({ start, end }) !== null;
}

function isVirtual(view: FoldedView, end: number): boolean {
  return view.hasVirtualEnd && end === view.text.length;
}

function lineEndAfter({ lines }: EditDocument, offset: number): number {
  return lines.contentEndOf(lines.lineAt(offset));
}

function withoutFinalBreak(edit: PreparedEdit): PreparedEdit {
  const { oldText, newText } = edit;
  return withTexts(edit, {
    oldText: oldText.slice(0, -1),
    newText: newText.endsWith("\n") ? newText.slice(0, -1) : newText,
  });
}
