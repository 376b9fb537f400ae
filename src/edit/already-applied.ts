// Signs that an edit was applied before, so that a repeated call does not apply it twice.

import { indentationOf } from "./changed-line.js";
import { composeReplacement } from "./compose-replacement.js";
import { type EditDocument, foldText } from "./edit-document.js";
import { findOccurrences, occursIn } from "./find-occurrences.js";
import { planCommonPrefix, planUnitChanges } from "./indentation-candidates.js";
import { countVisible, type PreparedEdit, withTexts } from "./prepare-edit.js";
import { FITTED_RUNGS, STRICT_RUNGS } from "./rungs/ladder.js";
import type { Candidate, EditMatch } from "./rungs/rung.js";

// Visible characters that newText adds around oldText before finding them there means anything; of whole lines around
// one that was not quoted as it is, one is enough.
const MIN_ADDED_CHARACTERS = 6;

// Visible characters of newText before finding it elsewhere in the file means anything.
const MIN_NEW_CHARACTERS = 16;

// Characters that blanks at the ends of the file's lines may take.
const WINDOW_MARGIN = 200;

// Places of oldText in newText that are looked at.
const MAX_PLACES = 20;

/** Tells whether the replacement of a match contains what it replaces, and already stands around that. */
export function findAppliedAround(document: EditDocument, match: EditMatch): boolean {
  const { edit, start, end, matchedBy } = match;
  if (edit.newText.length <= edit.oldText.length) return false;
  const oldText = toLineFeeds(document.text.slice(start, end));
  const newText = toLineFeeds(composeReplacement(document, match));
  const lineEnd = document.lines.contentEndOf(document.lines.lineAt(end));
  const places = findOccurrences(newText, oldText, { limit: MAX_PLACES, overlapping: true });
  return places.some((place) => {
    const isWhole = isWholeLines(newText, oldText, place) && isLineStart(document, start);
    if (!addsEnough(oldText, newText, isWhole && matchedBy !== "exact" ? 1 : MIN_ADDED_CHARACTERS)) return false;
    const sought = isWhole && !newText.endsWith("\n") && end === lineEnd ? `${newText}\n` : newText;
    return readsAt(document, sought, { start, place, fold: matchedBy === "exact" ? toLineFeeds : foldEnds });
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

/** Tells whether an edit that changes nothing but blanks finds its newText where a candidate is, if all of it shifted. */
export function isLaidOutAlready(document: EditDocument, { start, end, edit }: Candidate): boolean {
  const [oldSigns, newSigns] = [edit.oldText, edit.newText].map(withoutBlanks);
  if (oldSigns !== newSigns) return false;
  const lineStart = document.lines.startOf(document.lines.lineAt(start));
  const fileLines = linesOf(document.text.slice(lineStart, end));
  const oldLines = linesOf(edit.oldText);
  if (isShiftOf(linesOf(edit.newText), fileLines, oldLines) && !isShiftOf(oldLines, fileLines, oldLines)) return true;
  const lines = edit.newText.endsWith("\n") ? edit.newText : `${edit.newText}\n`;
  return [start, lineStart].some((place) => readsAt(document, lines, { start: place, place: 0, fold: toLineFeeds }));
}

function linesOf(text: string): readonly string[] {
  return toLineFeeds(text).replace(/\n$/, "").split("\n");
}

// Tells whether lines are those of the file but for one difference in indentation that all of them have. Lines of oldText
// may have other blanks inside, too, and lines of the file none at their ends.
function isShiftOf(lines: readonly string[], fileLines: readonly string[], oldLines: readonly string[]): boolean {
  const kept = new Set(oldLines.map((line) => line.trim()));
  const isSame = (line: string, index: number): boolean => {
    const file = fileLines[index] ?? "";
    if (file !== file.trimEnd() && endOf(file) !== endOf(line)) return false;
    const [text, fileText] = [line.trim(), file.trim()];
    return text === fileText || (kept.has(text) && withoutBlanks(text) === withoutBlanks(fileText));
  };
  if (lines.length !== fileLines.length || !lines.every(isSame)) return false;
  const pairs = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ old: indentationOf(line), file: indentationOf(fileLines[index] ?? "") }],
  );
  const maps = [planCommonPrefix(pairs), ...planUnitChanges(pairs).map((change) => change.map)];
  return maps.some((map) => map !== null && pairs.every(({ old, file }) => map(old) === file));
}

function endOf(line: string): string {
  return line.slice(line.trimEnd().length);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** Answers the line, 1-based, where the document has newText as it was written; `null` where oldText has it, too. */
export function findLineOf(document: EditDocument, edit: PreparedEdit): number | null {
  if (isTooLittle(edit)) return null;
  const [place] = STRICT_RUNGS.flatMap((rung) => rung.find({ document, edit: asOldText(edit), limit: 1 }));
  return place === undefined ? null : document.lines.lineAt(place.start) + 1;
}

/** Tells whether the document contains newText, in whatever layout, for an edit whose oldText it does not contain. */
export function hasAppliedText(document: EditDocument, edit: PreparedEdit): boolean {
  if (isTooLittle(edit)) return false;
  return FITTED_RUNGS.some((rung) => rung.find({ document, edit: asOldText(edit), limit: 1 }).length > 0);
}

function isTooLittle({ oldText, newText }: PreparedEdit): boolean {
  return countVisible(newText, MIN_NEW_CHARACTERS) < MIN_NEW_CHARACTERS || occursIn(oldText, newText.trim());
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
