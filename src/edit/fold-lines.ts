// Writes a text anew with every line folded. Runs of lines that stay as they are are copied in one piece.

import { AsciiText, type SourceText } from "../text/source-text.js";
import type { LineFold } from "./fold-characters.js";
import type { LineIndex, LineRange } from "./line-index.js";

/** Tells whether a line, from an offset to the one before its ending, may be changed by a fold. */
export type LineFilter = (start: number, end: number) => boolean;

/** Says how lines are folded. A fold of ASCII must be ASCII, and never longer. */
export interface LineFoldRule {
  readonly fold: LineFold;
  /** Creates a filter for the lines of a text, asked in their order, that the fold may change. Absent: each one may. */
  readonly createFilter?: (text: SourceText) => LineFilter;
  /** Folds these lines only. Absent: all. */
  readonly range?: LineRange;
}

/** Holds lines that were folded, every one of them ended by LF. */
export interface FoldedLines {
  readonly text: SourceText;
  /** Offset at which each line begins, the first of the range at index 0. */
  readonly starts: Int32Array;
}

/** Folds lines of a text. */
export function foldLines(original: SourceText, lines: LineIndex, rule: LineFoldRule): FoldedLines {
  const { start: firstLine, end: endLine } = rule.range ?? { start: 0, end: lines.count };
  const rangeEnd = lines.startOf(endLine);
  let copiedEnd = lines.startOf(firstLine);
  const written = createWriter(original, rangeEnd - copiedEnd);
  const mayChange = rule.createFilter?.(original) ?? ((): boolean => true);
  const starts = new Int32Array(endLine - firstLine);
  let length = 0;
  for (let line = firstLine; line < endLine; line += 1) {
    const start = lines.startOf(line);
    const end = lines.contentEndOf(line);
    const folded = mayChange(start, end) ? foldLine(original.slice(start, end), rule.fold) : null;
    starts[line - firstLine] = length;
    length += (folded?.length ?? end - start) + 1;
    if (folded === null && lines.endOf(line) === end + 1) continue;
    written.copy(copiedEnd, folded === null ? end : start);
    written.append(`${folded ?? ""}\n`);
    copiedEnd = lines.endOf(line);
  }
  written.copy(copiedEnd, rangeEnd);
  return { text: written.finish(), starts };
}

/** Answers `null` for a line that stays as it is. */
function foldLine(line: string, fold: LineFold): string | null {
  const folded = fold(line);
  return folded === line ? null : folded;
}

interface TextWriter {
  /** Takes over a range of the original. */
  copy(start: number, end: number): void;
  append(text: string): void;
  finish(): SourceText;
}

function createWriter(original: SourceText, maxLength: number): TextWriter {
  return typeof original === "string" ? createStringWriter(original) : createAsciiWriter(original, maxLength);
}

function createStringWriter(original: string): TextWriter {
  const parts: string[] = [];
  return {
    copy: (start, end) => parts.push(original.slice(start, end)),
    append: (text) => parts.push(text),
    finish: () => parts.join(""),
  };
}

function createAsciiWriter(original: AsciiText, maxLength: number): TextWriter {
  // One more for the ending that the last line may lack.
  const bytes = Buffer.allocUnsafeSlow(maxLength + 1);
  let length = 0;
  return {
    copy: (start, end) => {
      length += original.copyTo(bytes, length, { start, end });
    },
    append: (text) => {
      length += bytes.write(text, length, "latin1");
    },
    finish: () => new AsciiText(bytes.subarray(0, length)),
  };
}
