// A hit that begins inside the indentation of its line: what was left out in front of it is part of every line.

import { adoptLayout } from "./adopt-layout.js";
import { indentationOf } from "./changed-line.js";
import { detectIndentationUnit } from "./detect-unit.js";
import type { EditDocument } from "./edit-document.js";
import { type PreparedEdit, withTexts } from "./prepare-edit.js";
import type { Candidate } from "./rungs/rung.js";

/**
 * Answers a candidate whose further new lines are indented as the line that it begins in. One that begins a line or
 * stands behind text stays as it is, and so does one whose indentation cannot be told.
 */
export function settleIndentation(document: EditDocument, candidate: Candidate): Candidate {
  const { text, lines } = document;
  const { start, end, edit } = candidate;
  const lineStart = lines.startOf(lines.lineAt(start));
  const before = text.slice(lineStart, start);
  if (before === "" || before.trim() !== "") return candidate;
  const { oldText, newText } = edit;
  if (/^[ \t]*\n/.test(oldText)) return withBlanks(candidate, before);
  if (newText.trim() === "" && oldText.endsWith("\n")) return withIndentation(candidate, before);
  const isOneLine = !oldText.trim().includes("\n");
  if (oldText.trim() === "") return candidate;
  if (isOneLine && !newText.trim().includes("\n") && isWrittenFor(before, newText)) return candidate;
  const isRepeated = indentationOf(newText) === before + indentationOf(oldText) && !keepsLine(edit);
  if (isRepeated || !isOneLine) return withoutRepeated(candidate, before);
  const fileLines = text.slice(lineStart, end).split(/\r?\n/);
  const detectUnit = (): string | null => detectIndentationUnit(lines, lines.lineAt(start));
  const fitted = adoptLayout(edit, { fileLines, detectUnit });
  return fitted === null ? withoutRepeated(candidate, before) : { start: lineStart, end, edit: fitted };
}

// The quoted line stands further down in newText, and as it was quoted: what is above it was written by the same measure.
function keepsLine({ oldText, newText }: PreparedEdit): boolean {
  const [, ...further] = newText.split("\n");
  return further.includes(oldText.split("\n").find((line) => line.trim() !== "") ?? oldText);
}

// One line in the blanks of the file is meant as it is written, also where that makes it deeper.
function isWrittenFor(before: string, newText: string): boolean {
  return new Set(before + indentationOf(newText)).size < 2;
}

// The blanks of a blank line go with it.
function withBlanks(candidate: Candidate, before: string): Candidate {
  if (/^[ \t]*\n/.test(candidate.edit.newText)) return candidate;
  return withIndentation(candidate, before);
}

// Nothing is left of the line that its indentation could stand in front of.
function withIndentation(candidate: Candidate, before: string): Candidate {
  const { start, edit } = candidate;
  const oldText = before + edit.oldText;
  return { ...candidate, start: start - before.length, edit: withTexts(edit, { oldText, newText: edit.newText }) };
}

// The other lines say that the first one alone lacks its indentation, which newText may have.
function withoutRepeated(candidate: Candidate, before: string): Candidate {
  const { oldText, newText } = candidate.edit;
  if (indentationOf(newText) !== before + indentationOf(oldText)) return candidate;
  return { ...candidate, edit: withTexts(candidate.edit, { oldText, newText: newText.slice(before.length) }) };
}
