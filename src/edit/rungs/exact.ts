// Rung: the text occurs character by character, line endings included.

import { findOccurrences } from "../find-occurrences.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

/** Finds the old text as it was given. */
export const exactRung: Rung = { name: "exact", replacesAll: true, find: findExact };

function findExact({ document, edit, limit }: RungSearch): readonly Candidate[] {
  const { text } = document;
  const length = edit.givenOldText.length;
  const accept = (start: number): boolean => !splitsLineEnding(text, start) && !splitsLineEnding(text, start + length);
  const found = findOccurrences(text, edit.givenOldText, { limit, overlapping: !edit.replaceAll, accept });
  return found.map((start) => ({ start, end: start + length, edit }));
}

function splitsLineEnding(text: string, offset: number): boolean {
  return text[offset] === "\n" && text[offset - 1] === "\r";
}
