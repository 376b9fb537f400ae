// Signs that an edit was applied before, so that a repeated call does not apply it twice.

import { runAtOnce, type Steps } from "../text/steps.js";
import { indentationOf } from "./changed-line.js";
import { composeReplacement } from "./compose-replacement.js";
import { EditDocument, foldText } from "./edit-document.js";
import { findOccurrences, occursIn } from "./find-occurrences.js";
import { planCommonPrefix, planUnitChanges } from "./indentation-candidates.js";
import { countVisible, type PreparedEdit, withTexts } from "./prepare-edit.js";
import { FITTED_RUNGS, STRICT_RUNGS } from "./rungs/ladder.js";
import type { Candidate, EditMatch, Rung } from "./rungs/rung.js";

// Visible characters that newText adds around oldText before finding them there means anything; of whole lines around
// one that was not quoted as it is, one is enough.
const MIN_ADDED_CHARACTERS = 6;

// Visible characters of newText before finding it elsewhere in the file means anything.
const MIN_NEW_CHARACTERS = 16;

// The same before finding it around the place means anything.
const MIN_NEAR_CHARACTERS = 8;

// Characters that blanks at the ends of the file's lines may take.
const WINDOW_MARGIN = 200;

// Places of oldText in newText, or of newText in the file, that are looked at.
const MAX_PLACES = 20;

// Blank lines that newText may have fewer than the file.
const SPARE_LINES = 4;

/** Tells whether the replacement of a match contains what it replaces, and already stands around that. */
export function findAppliedAround(document: EditDocument, match: EditMatch): boolean {
  const { edit, start, end, matchedBy } = match;
  if (edit.newText.length <= edit.oldText.length) return false;
  const fold = matchedBy === "exact" ? toLineFeeds : foldEnds;
  const oldText = fold(document.text.slice(start, end));
  const newText = fold(composeReplacement(document, match));
  const lineEnd = document.lines.contentEndOf(document.lines.lineAt(end));
  const places = findOccurrences(newText, oldText, { limit: MAX_PLACES, overlapping: true });
  return places.some((place) => {
    const isWhole = isWholeLines(newText, oldText, place) && isLineStart(document, start);
    const isAsQuoted = matchedBy === "exact" || matchedBy === "line_endings";
    if (!addsEnough(oldText, newText, isWhole && !isAsQuoted ? 1 : MIN_ADDED_CHARACTERS)) return false;
    const sought = isWhole && !newText.endsWith("\n") && end === lineEnd ? `${newText}\n` : newText;
    return readsAt(document, sought, { start, place, fold });
  });
}

function isWholeLines(newText: string, oldText: string, place: number): boolean {
  const end = place + oldText.length;
  const beginsLine = place === 0 || newText[place - 1] === "\n";
  return beginsLine && (end === newText.length || oldText.endsWith("\n") || newText[end] === "\n");
}

function isLineStart({ text, lines }: EditDocument, start: number): boolean {
  return text.slice(lines.startOf(lines.lineAt(start)), start).trim() === "";
}

/**
 * Tells whether an edit that changes nothing but blanks finds its newText where a candidate is, if all of it shifted, and no
 * further than oldText is.
 */
export function isLaidOutAlready(document: EditDocument, { start, end, edit }: Candidate): boolean {
  const [oldSigns, newSigns] = [edit.oldText, edit.newText].map(withoutBlanks);
  if (oldSigns !== newSigns) return false;
  const lineStart = document.lines.startOf(document.lines.lineAt(start));
  const isClosed = edit.oldText.endsWith("\n");
  const linesOf = (text: string): readonly string[] =>
    toLineFeeds(text)
      .replace(isClosed ? /\n$/ : "", "")
      .split("\n");
  const fileLines = linesOf(document.text.slice(lineStart, end));
  const [oldLines, newLines] = [linesOf(edit.oldText), linesOf(edit.newText)];
  const newShift = measureShift(newLines, fileLines, oldLines);
  const oldShift = measureShift(oldLines, fileLines, oldLines);
  if (newShift !== null && (oldShift === null || isNearer(newShift, oldShift, { fileLines, oldLines, newLines })))
    return true;
  const lines = edit.newText.endsWith("\n") ? edit.newText : `${edit.newText}\n`;
  return [start, lineStart].some((place) => readsAt(document, lines, { start: place, place: 0, fold: toLineFeeds }));
}

interface LaidOutLines {
  readonly fileLines: readonly string[];
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

// Both are the lines of the file, shifted: the one that is nearer was written last. Whoever quotes lines without the
// indentation that all of them have leaves it out of newText, too.
function isNearer(newShift: number, oldShift: number, { fileLines, oldLines, newLines }: LaidOutLines): boolean {
  if (marginOf(oldLines) === marginOf(newLines) || newShift > oldShift) return false;
  const isBare = marginOf(oldLines) === 0 && marginOf(fileLines) > 0;
  return newShift === 0 ? oldShift > 0 : !isBare;
}

function marginOf(lines: readonly string[]): number {
  return Math.min(...lines.filter((line) => line.trim() !== "").map((line) => indentationOf(line).length));
}

// Answers how far lines are from those of the file, where one difference in indentation is all there is. Lines of oldText
// may have other blanks inside, too, and lines of the file none at their ends.
function measureShift(
  lines: readonly string[],
  fileLines: readonly string[],
  oldLines: readonly string[],
): number | null {
  const kept = new Set(oldLines.map((line) => line.trim()));
  const isSame = (line: string, index: number): boolean => {
    const file = fileLines[index] ?? "";
    if (file !== file.trimEnd() && endOf(file) !== endOf(line)) return false;
    const [text, fileText] = [line.trim(), file.trim()];
    return text === fileText || (kept.has(text) && withoutBlanks(text) === withoutBlanks(fileText));
  };
  if (lines.length !== fileLines.length || !lines.every(isSame)) return null;
  const pairs = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ old: indentationOf(line), file: indentationOf(fileLines[index] ?? "") }],
  );
  const [first] = pairs;
  if (first !== undefined && planCommonPrefix(pairs) !== null) return Math.abs(first.old.length - first.file.length);
  const changes = planUnitChanges(pairs).filter(({ map }) => pairs.every(({ old, file }) => map(old) === file));
  const shifts = changes.map(({ deeper, file }) => Math.abs(deeper) * file.length);
  return shifts.length > 0 ? Math.min(...shifts) : null;
}

function endOf(line: string): string {
  return line.slice(line.trimEnd().length);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** Tells whether newText stands around a place, in whatever layout, or over a part of it as it was written. */
export function standsAround(document: EditDocument, place: EditMatch, edit: PreparedEdit): boolean {
  if (isTooLittle(edit, deletesOnly(edit) ? MIN_NEW_CHARACTERS : MIN_NEAR_CHARACTERS)) return false;
  const { text, lines } = document;
  const reach = edit.newText.split("\n").length + SPARE_LINES;
  const first = lines.startOf(Math.max(0, lines.lineAt(place.start) - reach));
  const behind = lines.endOf(Math.min(lines.count - 1, lines.lineAt(place.end) + reach));
  const near = new EditDocument(text.slice(first, behind));
  if (!hasAddedLine(near.text.slice(0), edit)) return false;
  const [start, end] = [place.start - first, place.end - first];
  const isOver = (each: Candidate): boolean => each.start < end && start < each.end;
  const isAround = (each: Candidate): boolean => each.start <= start && end <= each.end;
  const shift = shiftFrom(near.text.slice(start, end), edit.oldText);
  const isNearer = (each: Candidate): boolean =>
    shiftFrom(near.text.slice(each.start, each.end), edit.newText) <= shift;
  const deletes = deletesOnly(edit);
  return rungsFor(edit).some((rung) => {
    const found = runAtOnce(rung.find({ document: near, edit: asOldText(edit), limit: MAX_PLACES }));
    if (deletes) return found.some((each) => isOver(each) && isNearer(each));
    return found.some(STRICT_RUNGS.includes(rung) ? isOver : isAround);
  });
}

// The longest line that newText adds has to be there before any rung needs to look.
function hasAddedLine(text: string, { oldText, newText }: PreparedEdit): boolean {
  const quoted = new Set(oldText.split("\n").map((line) => line.trim()));
  const added = newText.split("\n").filter((line) => !quoted.has(line.trim()));
  const [longest = ""] = added.sort((left, right) => right.length - left.length);
  return signsOf(text).includes(signsOf(longest));
}

function signsOf(text: string): string {
  return withoutBlanks(foldText(text, "look_alikes"));
}

// By how many characters the margin is another one in the file.
function shiftFrom(fileText: string, text: string): number {
  const [file = 0, quoted = 0] = [fileText, text].map((each) => marginOf(each.split("\n")));
  return Math.abs(file - quoted);
}

// In another layout, what an edit of the layout alone asks for is what it replaces, and what one leaves that takes lines
// away is a part of that. Lines it takes others away from say something only where it shifts most of them.
function rungsFor(edit: PreparedEdit): readonly Rung[] {
  if (deletesOnly(edit)) return shiftsMost(edit) ? FITTED_RUNGS : [];
  return signsOf(edit.oldText) === signsOf(edit.newText) ? STRICT_RUNGS : FITTED_RUNGS;
}

function shiftsMost({ oldText, newText }: PreparedEdit): boolean {
  const quoted = new Set(oldText.split("\n"));
  const lines = newText.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.filter((line) => quoted.has(line)).length * 2 < lines.length;
}

/**
 * Answers the line, 1-based, of a place where newText stands and where oldText, were it there still, would read more like
 * the quoted one than at the place that was found.
 */
export function findBetterPlace(document: EditDocument, place: EditMatch, edit: PreparedEdit): number | null {
  if (isTooLittle(edit)) return null;
  const { text, lines } = document;
  const reached = rankIn(text.slice(lines.startOf(lines.lineAt(place.start)), place.end), edit);
  const undone = withTexts(edit, { oldText: edit.newText, newText: layOutAsNew(edit) });
  for (const [rank, rung] of rungsFor(edit).slice(0, reached).entries()) {
    const found = runAtOnce(rung.find({ document, edit: undone, limit: MAX_PLACES }));
    const better = found.find((each) => {
      const placed = each.fit === undefined ? each.edit : each.fit();
      const { start, end } = each;
      if (placed === null) return rank < reached;
      return rankIn(composeReplacement(document, { start, end, edit: placed, matchedBy: rung.name }), edit) < reached;
    });
    if (better !== undefined) return lines.lineAt(better.start) + 1;
  }
  return null;
}

// The old lines that newText keeps, as they are there: at its place they were so before.
function layOutAsNew({ oldText, newText }: PreparedEdit): string {
  const kept = new Map(newText.split("\n").map((line) => [line.trim(), line]));
  const lines = oldText.split("\n").map((line) => (line.trim() === "" ? line : (kept.get(line.trim()) ?? line)));
  return lines.join("\n");
}

/** Tells whether newText begins a line, 1-based, as it was written. */
export function standsAtLine(document: EditDocument, edit: PreparedEdit, line: number): boolean {
  if (isTooLittle(edit)) return false;
  const found = STRICT_RUNGS.flatMap((rung) =>
    runAtOnce(rung.find({ document, edit: asOldText(edit), limit: MAX_PLACES })),
  );
  return found.some(({ start }) => document.lines.lineAt(start) + 1 === line);
}

// How far down the ladder oldText is found in a text.
function rankIn(text: string, edit: PreparedEdit): number {
  const document = new EditDocument(`${text}\n`);
  const rank = FITTED_RUNGS.findIndex((rung) => runAtOnce(rung.find({ document, edit, limit: 1 })).length > 0);
  return rank === -1 ? FITTED_RUNGS.length : rank;
}

/** Tells whether the document contains newText, in whatever layout, for an edit whose oldText it does not contain. */
export function* hasAppliedText(document: EditDocument, edit: PreparedEdit): Steps<boolean> {
  if (isTooLittle(edit)) return false;
  for (const rung of FITTED_RUNGS) {
    yield;
    if ((yield* rung.find({ document, edit: asOldText(edit), limit: 1 })).length > 0) return true;
  }
  return false;
}

function isTooLittle({ oldText, newText }: PreparedEdit, least: number = MIN_NEW_CHARACTERS): boolean {
  return countVisible(newText, least) < least || occursIn(oldText, newText.trim());
}

function asOldText(edit: PreparedEdit): PreparedEdit {
  return withTexts(edit, { oldText: edit.newText, newText: edit.oldText });
}

/** Tells whether an edit only takes lines away, so that newText is nothing but lines that may well stand elsewhere too. */
export function deletesOnly({ oldText, newText }: PreparedEdit): boolean {
  const known = new Set(oldText.split("\n").map((line) => line.trim()));
  return newText.split("\n").every((line) => known.has(line.trim())) && addsEnough(newText, oldText, 1);
}

function addsEnough(text: string, longer: string, minAdded: number): boolean {
  const enough = countVisible(text, Number.POSITIVE_INFINITY) + minAdded;
  return countVisible(longer, enough) >= enough;
}

/** Says where oldText begins in the file and in newText, and what is compared of both. */
interface Reading {
  readonly start: number;
  readonly place: number;
  readonly fold: (text: string) => string;
}

// `place` counts LF line endings, so the text before it is compared from a window that CRLF cannot outgrow.
function readsAt({ text }: EditDocument, newText: string, { start, place, fold }: Reading): boolean {
  const head = fold(newText.slice(0, place));
  if (!fold(text.slice(Math.max(0, start - 2 * place - WINDOW_MARGIN), start)).endsWith(head)) return false;
  const rest = fold(newText.slice(place));
  const behind = fold(text.slice(start, start + 2 * (newText.length - place) + WINDOW_MARGIN));
  // The file may lack the final line ending that the edit has.
  return behind.startsWith(rest) || `${behind}\n` === rest;
}

function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function foldEnds(text: string): string {
  return foldText(toLineFeeds(text), "trailing_blanks");
}
