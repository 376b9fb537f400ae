// One line whose oldText and newText differ: which of the file's own characters survive the change. Pure strings.

import {
  foldLookAlikes,
  hasInvisible,
  planFoldedBoundaries,
  planFoldedColumns,
  trimTrailingBlanks,
} from "./fold-characters.js";

/** Holds one line in the file, as the model quoted it, and as the model wants it. */
export interface ChangedLine {
  readonly file: string;
  readonly oldLine: string;
  readonly newLine: string;
}

const INDENTATION = /^[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]*/;

/** Answers the blanks that a line begins with, those of any width included. */
export function indentationOf(line: string): string {
  return INDENTATION.exec(line)?.[0] ?? "";
}

/** Writes the new line with the file's own indentation and characters where the old and the new line agree. */
export function mergeChangedLine(line: ChangedLine): string {
  const file = splitIndentation(line.file);
  const oldLine = splitIndentation(line.oldLine);
  const newLine = splitIndentation(line.newLine);
  const indentation = oldLine.indentation === newLine.indentation ? file.indentation : newLine.indentation;
  return indentation + mergeBody({ file: file.body, oldLine: oldLine.body, newLine: newLine.body });
}

/** Writes a line that the edit keeps: the file's own, but for blanks at its end that the new line has otherwise than the old. */
export function keepLine({ file, oldLine, newLine }: ChangedLine): string {
  const newBlanks = trailingBlanksOf(newLine);
  return trailingBlanksOf(oldLine) === newBlanks ? file : trimTrailingBlanks(file) + newBlanks;
}

function trailingBlanksOf(line: string): string {
  return line.slice(trimTrailingBlanks(line).length);
}

function splitIndentation(line: string): { readonly indentation: string; readonly body: string } {
  const indentation = indentationOf(line);
  return { indentation, body: line.slice(indentation.length) };
}

function mergeBody(body: ChangedLine): string {
  const file = trimTrailingBlanks(body.file);
  const oldLine = trimTrailingBlanks(body.oldLine);
  const folded = foldLookAlikes(file);
  if (file === oldLine || folded !== foldLookAlikes(oldLine)) return body.newLine;
  if (folded.length !== oldLine.length && !hasInvisible(oldLine)) return body.newLine;
  const newLine = trimTrailingBlanks(body.newLine);
  const originalOf = planFoldedBoundaries(file) ?? ((column: number): number => column);
  let head = countCommonHead(oldLine, newLine);
  let tail = countCommonTail(oldLine, newLine, head);
  const isInsertion = head + tail === oldLine.length;
  // Nothing tells which of several equal characters in a row was there before, so all of them are the new line's.
  while (isInsertion && head > 0 && newLine[head - 1] === newLine[newLine.length - tail - 1]) head -= 1;
  const foldedOf = planFoldedColumns(oldLine);
  const fileColumnOf = (column: number): number => (foldedOf(column) === -1 ? -1 : originalOf(foldedOf(column)));
  while (fileColumnOf(head) === -1) head -= 1;
  while (fileColumnOf(oldLine.length - tail) === -1) tail -= 1;
  const kept = { head: file.slice(0, fileColumnOf(head)), tail: file.slice(fileColumnOf(oldLine.length - tail)) };
  return kept.head + newLine.slice(head, newLine.length - tail) + kept.tail + trailingBlanksOf(body.newLine);
}

// May end inside a surrogate pair: file and oldLine have the same pair there, so that its halves meet again.
function countCommonHead(oldLine: string, newLine: string): number {
  const most = Math.min(oldLine.length, newLine.length);
  let head = 0;
  while (head < most && oldLine[head] === newLine[head]) head += 1;
  return head;
}

function countCommonTail(oldLine: string, newLine: string, head: number): number {
  const most = Math.min(oldLine.length, newLine.length) - head;
  let tail = 0;
  while (tail < most && oldLine.at(-1 - tail) === newLine.at(-1 - tail)) tail += 1;
  return tail;
}
