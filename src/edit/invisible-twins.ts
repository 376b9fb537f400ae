// Places that look the same as an exact match to whoever reads the file, and differ only in what cannot be seen.

import { runAtOnce } from "../text/steps.js";
import { type EditDocument, foldText } from "./edit-document.js";
import { hasNonAscii, trimTrailingBlanks } from "./fold-characters.js";
import { countVisible } from "./prepare-edit.js";
import { findInView } from "./rungs/folded-search.js";
import type { Candidate } from "./rungs/rung.js";
import { listNeverComposed } from "./stable-words.js";

const ENOUGH_TWINS = 10;

// Words of the text that are counted before the whole document is folded.
const MAX_WORDS = 8;

/** Finds the twins of an exact match; none for a text of blanks alone, which is meant as it is given. */
export function findInvisibleTwins(document: EditDocument, match: Candidate): readonly Candidate[] {
  const { edit } = match;
  if (!canHaveTwins(document, edit.oldText) || countVisible(edit.oldText, 1) === 0) return [];
  const places = runAtOnce(findInView({ document, edit, limit: ENOUGH_TWINS }, "invisible"));
  const { start, end } = match;
  return places.filter((place) => place.edit === edit && (place.end <= start || place.start >= end));
}

function canHaveTwins(document: EditDocument, oldText: string): boolean {
  if (/[ \t]$/.test(oldText)) return false;
  if (!/\s/.test(oldText) && !hasNonAscii(oldText)) return false;
  if (document.hasInvisible()) return true;
  if (document.hasNonAscii()) return longestWords(oldText).every((word) => occursTwice(document, word));
  // In ASCII only the ends of lines can look the same and differ.
  if (!oldText.includes("\n") || !(document.lineEnding === "mixed" || document.hasTrailingBlanks())) return false;
  return occursTwice(document, longestLine(oldText));
}

function occursTwice(document: EditDocument, part: string): boolean {
  return document.search.find(part, { limit: 2 }).length === 2;
}

function longestLine(oldText: string): string {
  return longestFirst(oldText.split("\n").map(trimTrailingBlanks))[0] ?? "";
}

function longestWords(oldText: string): readonly string[] {
  return longestFirst(listNeverComposed(foldText(oldText, "invisible"))).slice(0, MAX_WORDS);
}

function longestFirst(parts: readonly string[]): readonly string[] {
  return parts.toSorted((left, right) => right.length - left.length);
}
