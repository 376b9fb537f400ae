// A quick look whether a rung that costs a view of the whole text can find anything at all.

import { type EditDocument, foldText } from "../edit-document.js";
import { occursIn } from "../find-occurrences.js";

// Parts that are looked for: the longest, which are the least likely to occur by chance.
const MAX_PARTS = 8;

/** Tells whether the document has the longest lines of a text, look-alikes counting as the same; `false` is certain. */
export function mayHaveLines(document: EditDocument, oldText: string): boolean {
  return mayHaveParts(document, oldText, (line) => [line.trim()]);
}

/** Tells whether the document has the longest words of a text, look-alikes counting as the same; `false` is certain. */
export function mayHaveWords(document: EditDocument, oldText: string): boolean {
  return mayHaveParts(document, oldText, (line) => line.split(/[ \t]+/));
}

function mayHaveParts(document: EditDocument, oldText: string, partsOf: (line: string) => readonly string[]): boolean {
  const parts = new Set(foldText(oldText, "look_alikes").split("\n").flatMap(partsOf));
  const longest = [...parts].sort((left, right) => right.length - left.length).slice(0, MAX_PARTS);
  const { text } = document.view("look_alikes");
  return longest.every((part) => occursIn(text, part));
}
