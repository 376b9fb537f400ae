// A newText that repeats what stands right beside the match: oldText lacks a line, or a part of one, that newText has.

import type { EditDocument } from "./edit-document.js";
import { countVisible } from "./prepare-edit.js";
import type { EditMatch } from "./rungs/rung.js";

// Visible characters that tell a part of a line, and a whole one, from what may well stand there twice.
const MIN_PART = 4;
const MIN_LINE = 8;

// Lines that are looked through for one with text.
const MAX_LINES = 3;

/** Answers the line, 1-based, that would stand in the file twice, wholly or in part; `null` when there is none. */
export function findRepeatedNeighbour(document: EditDocument, match: EditMatch): number | null {
  const { lines, text } = document;
  const { start, end, edit } = match;
  const first = lines.lineAt(start);
  const last = lines.lineAt(edit.oldText.endsWith("\n") ? end - 1 : end);
  const head = text.slice(lines.startOf(first), start).trim();
  const tail = text.slice(end, Math.max(end, lines.contentEndOf(last))).trim();
  if (adds(edit, { part: head, min: MIN_PART, isAt: isAtHead })) return first + 1;
  if (adds(edit, { part: tail, min: MIN_PART, isAt: isAtTail })) return last + 1;
  const above = head === "" ? findFilled(document, first, -1) : null;
  const below = tail === "" ? findFilled(document, last, 1) : null;
  const repeats = (line: number | null, isAt: Side): line is number =>
    line !== null && adds(edit, { part: lines.contentOf(line).trim(), min: MIN_LINE, isAt });
  if (repeats(above, isFirstLine)) return above + 1;
  return repeats(below, isLastLine) ? below + 1 : null;
}

type Side = (text: string, part: string) => boolean;

interface Neighbour {
  readonly part: string;
  readonly min: number;
  readonly isAt: Side;
}

function adds({ oldText, newText }: EditMatch["edit"], { part, min, isAt }: Neighbour): boolean {
  return countVisible(part, min) === min && isAt(newText, part) && !isAt(oldText, part);
}

function findFilled({ lines }: EditDocument, from: number, step: 1 | -1): number | null {
  for (let line = from + step; line >= 0 && line < lines.count && Math.abs(line - from) <= MAX_LINES; line += step) {
    if (lines.contentOf(line).trim() !== "") return line;
  }
  return null;
}

function isAtHead(text: string, part: string): boolean {
  return text.trimStart().startsWith(part);
}

function isAtTail(text: string, part: string): boolean {
  return text.trimEnd().endsWith(part);
}

function isFirstLine(text: string, line: string): boolean {
  return text.trim() !== line && text.trimStart().split("\n", 1)[0]?.trimEnd() === line;
}

function isLastLine(text: string, line: string): boolean {
  return text.trim() !== line && text.slice(text.trimEnd().lastIndexOf("\n") + 1).trim() === line;
}
