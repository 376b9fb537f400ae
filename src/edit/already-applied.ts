// Signs that an edit was applied before, so that a repeated call does not apply it twice.

import type { EditDocument } from "./edit-document.js";
import { findOccurrences, occursIn } from "./find-occurrences.js";
import { findViews } from "./find-views.js";
import { countLines, countVisible, type PreparedEdit } from "./prepare-edit.js";
import type { Candidate } from "./rungs/rung.js";

// Visible characters that newText adds around oldText before finding them there means anything.
const MIN_ADDED_CHARACTERS = 6;

// Visible characters of newText before finding it elsewhere in the file means anything.
const MIN_NEW_CHARACTERS = 16;

// Places of oldText in newText that are looked at.
const MAX_PLACES = 20;

/** Tells whether newText contains oldText and the document already reads newText around a candidate. */
export function findAppliedAround(document: EditDocument, { start, edit }: Candidate): boolean {
  const { oldText, newText } = edit;
  if (newText.length <= oldText.length) return false;
  const places = findOccurrences(newText, oldText, { limit: MAX_PLACES, overlapping: true });
  if (places.length === 0 || !addsEnough(oldText, newText, MIN_ADDED_CHARACTERS)) return false;
  return places.some((place) => readsAt(document, newText, { start, place }));
}

/** Tells whether the document contains newText although oldText does not occur in it as it is. */
export function hasAppliedText(document: EditDocument, { oldText, newText }: PreparedEdit): boolean {
  if (countVisible(newText, MIN_NEW_CHARACTERS) < MIN_NEW_CHARACTERS || occursIn(oldText, newText.trim())) return false;
  const views = findViews(document, { kind: "line_endings", text: newText, reach: countLines(newText) });
  return views.some(({ search }) => search.has(newText));
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

// `place` counts LF line endings, so the text before it is compared from a window that CRLF cannot outgrow.
function readsAt(
  document: EditDocument,
  newText: string,
  at: { readonly start: number; readonly place: number },
): boolean {
  const before = document.text.slice(Math.max(0, at.start - 2 * at.place), at.start).replaceAll("\r\n", "\n");
  if (!before.endsWith(newText.slice(0, at.place))) return false;
  const rest = newText.slice(at.place);
  return document.text
    .slice(at.start, at.start + 2 * rest.length)
    .replaceAll("\r\n", "\n")
    .startsWith(rest);
}
