// Places that look the same as an exact match to whoever reads the file, and differ only in what cannot be seen.

import type { EditDocument } from "./edit-document.js";
import { hasNonAscii } from "./fold-characters.js";
import { countVisible } from "./prepare-edit.js";
import { findInView } from "./rungs/folded-search.js";
import type { Candidate } from "./rungs/rung.js";

const ENOUGH_TWINS = 10;

/** Finds the twins of an exact match; none for a text of blanks alone, which is meant as it is given. */
export function findInvisibleTwins(document: EditDocument, match: Candidate): readonly Candidate[] {
  const { edit } = match;
  if (!canHaveTwins(document, edit.oldText) || countVisible(edit.oldText, 1) === 0) return [];
  const places = findInView({ document, edit, limit: ENOUGH_TWINS }, "invisible");
  const { start, end } = match;
  return places.filter((place) => place.edit === edit && (place.end <= start || place.start >= end));
}

function canHaveTwins(document: EditDocument, oldText: string): boolean {
  if (/[ \t]$/.test(oldText)) return false;
  if (!/\s/.test(oldText) && !hasNonAscii(oldText)) return false;
  return document.lineEnding === "mixed" || document.hasTrailingBlanks() || document.hasNonAscii();
}
