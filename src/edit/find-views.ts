// Which lines of a document have to be folded to find a text in it: those around a part of it that is rare, or all.

import { type EditDocument, type FoldKind, foldText } from "./edit-document.js";
import type { FoldedView } from "./folded-view.js";
import type { LineIndex, LineRange } from "./line-index.js";
import { listNeverComposed, listNeverFolded } from "./stable-words.js";

// Parts that are looked for before a whole document is folded: the longest, which are the least likely to occur often.
const MAX_PARTS = 8;

// Places of one part around which lines are folded.
const MAX_PLACES = 64;

// Part of the lines, as one in so many, above which all are folded: that is done once for all edits of a call.
const MIN_SHARE = 8;

/** Says what is going to be searched for. */
export interface WantedText {
  readonly kind: FoldKind;
  readonly text: string;
  /** Lines that an occurrence may reach above and below any of its parts. */
  readonly reach: number;
}

/** Answers views that show every place where a text can occur once it is folded, ascending, no line in two of them. */
export function findViews(document: EditDocument, { kind, text, reach }: WantedText): readonly FoldedView[] {
  if (document.isPlain(kind)) return [document.view(kind)];
  const folded = foldText(text, kind);
  const places = findFewPlaces(document, longestFirst(listVerbatimParts(document, folded, kind)));
  const ranges = places === null ? null : planRanges(document.lines, places, reach);
  if (ranges !== null && countLines(ranges) * MIN_SHARE <= document.lines.count) {
    return ranges.map((range) => document.viewLines(kind, range));
  }
  return mayHave(document, folded, kind) ? [document.view(kind)] : [];
}

/** Lists parts of a folded text that stand in the document as they are wherever it has the text. */
function listVerbatimParts(document: EditDocument, folded: string, kind: FoldKind): readonly string[] {
  if (document.isVerbatim(kind)) return listParts(folded, kind);
  // What cannot be seen may stand inside of any word.
  if (document.hasInvisible()) return [];
  if (kind === "invisible") return listNeverComposed(folded);
  return document.hasFullWidthWords() ? [] : listNeverFolded(folded);
}

function listParts(folded: string, kind: FoldKind): readonly string[] {
  return folded.split(kind === "blank_runs" ? /[ \n]/ : "\n").filter((part) => part !== "");
}

function longestFirst(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)].sort((left, right) => right.length - left.length).slice(0, MAX_PARTS);
}

/** Answers every place of the first part that has few, perhaps none; `null` when each has many. */
function findFewPlaces({ search }: EditDocument, parts: readonly string[]): readonly number[] | null {
  for (const part of parts) {
    const places = search.findFew(part, MAX_PLACES);
    if (places !== null) return places;
  }
  return null;
}

function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

// Worth a look only where it costs a view that other folds need too.
function mayHave(document: EditDocument, folded: string, kind: FoldKind): boolean {
  if (document.isVerbatim(kind) || (kind !== "indentation" && kind !== "blank_runs")) return true;
  const { search } = document.view("look_alikes");
  return longestFirst(listParts(folded, kind)).every((part) => search.has(part));
}

function planRanges(lines: LineIndex, places: readonly number[], reach: number): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (const place of places) {
    const line = lines.lineAt(place);
    const end = Math.min(lines.count, line + reach + 1);
    const last = ranges.at(-1);
    const start = Math.max(0, line - reach);
    if (last !== undefined && start <= last.end) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}
