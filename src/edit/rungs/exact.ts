// Rung: the text occurs character by character, line endings included.

import { hasLineFeedAt, type SourceText } from "../../text/source-text.js";
import type { Steps } from "../../text/steps.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

const CARRIAGE_RETURN = 0x0d;

/** Finds the old text as it was given. */
export const exactRung: Rung = { name: "exact", replacesAll: true, find: findExact };

function* findExact({ document, edit, limit }: RungSearch): Steps<readonly Candidate[]> {
  const { text } = document;
  const length = edit.givenOldText.length;
  const accept = (start: number): boolean => !splitsLineEnding(text, start) && !splitsLineEnding(text, start + length);
  const found = document.search.find(edit.givenOldText, { limit, overlapping: !edit.replaceAll, accept });
  yield;
  return found.map((start) => ({ start, end: start + length, edit }));
}

function splitsLineEnding(text: SourceText, offset: number): boolean {
  return hasLineFeedAt(text, offset) && text.charCodeAt(offset - 1) === CARRIAGE_RETURN;
}
