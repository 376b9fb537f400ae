// One edit in the form the rungs work with: LF line endings, no byte order mark. Nothing here looks at a file.

import type { TextEdit } from "./text-edit.js";

/** Visible characters below which a text must occur as it is, since a tolerant match could be anything. */
export const MIN_TOLERANT_CHARACTERS = 4;

/**
 * Characters of oldText or newText above which oldText must occur as it is: no model quotes so much, and folding it takes
 * long for each rung.
 */
export const MAX_TOLERANT_CHARACTERS = 262_144;

/** Holds one edit as it is matched and composed. */
export interface PreparedEdit {
  /** Index of the edit in the call, 0-based. */
  readonly index: number;
  /** The old text as it was given, without a byte order mark. */
  readonly givenOldText: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
  /** `replaceAll` cannot be asked for. */
  readonly isSingle?: boolean | undefined;
}

/** Prepares an edit. */
export function prepareEdit(edit: TextEdit, index: number): PreparedEdit {
  const givenOldText = withoutMark(edit.oldText);
  return {
    index,
    givenOldText,
    oldText: toLineFeeds(givenOldText),
    newText: toLineFeeds(withoutMark(edit.newText)),
    replaceAll: edit.replaceAll ?? false,
  };
}

/** Answers the same edit with other texts, which have LF line endings already. */
export function withTexts(
  edit: PreparedEdit,
  texts: { readonly oldText: string; readonly newText: string },
): PreparedEdit {
  return { ...edit, givenOldText: texts.oldText, oldText: texts.oldText, newText: texts.newText };
}

/** Counts the lines of a text, with the empty one behind a final line ending. */
export function countLines(text: string): number {
  return text.split("\n").length;
}

/** Counts the characters of a text that are not white space, up to a number that is enough. */
export function countVisible(text: string, enough: number): number {
  let count = 0;
  for (let index = 0; index < text.length && count < enough; index += 1) {
    if (/\S/.test(text.charAt(index))) count += 1;
  }
  return count;
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function toLineFeeds(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}
