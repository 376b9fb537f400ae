// A text seen through a fold of its lines, and the way from a place in the view back to the original text.

import type { TextRange } from "../text/cut-text.js";
import type { FoldColumns, LineFold } from "./fold-characters.js";
import { type LineIndex, lastAtMost } from "./line-index.js";

/** Shows a text with every line folded and every line ending as LF; the last line always has one. */
export interface FoldedView {
  readonly text: string;
  /** The original has no final line ending, so that the view's last LF stands for nothing. */
  readonly hasVirtualEnd: boolean;
  /** Answers the original range of a range of the view; `null` when it begins or ends inside a composed character. */
  rangeOf(range: TextRange): TextRange | null;
}

/** Says how the lines of a view are folded. */
export interface FoldedViewOptions {
  readonly fold: LineFold;
  /** Answers the columns of a line whose fold has another length; `null` means that columns stay. */
  readonly columnsOf: (line: string) => FoldColumns | null;
}

/** Builds the view of a text; costs one pass, and one more over each line that a range is asked for. */
export function createFoldedView(lines: LineIndex, options: FoldedViewOptions): FoldedView {
  const folded: string[] = [];
  const starts = new Int32Array(lines.count);
  let length = 0;
  for (let line = 0; line < lines.count; line += 1) {
    const content = options.fold(lines.contentOf(line));
    folded.push(content);
    starts[line] = length;
    length += content.length + 1;
  }
  const text = lines.count === 0 ? "" : `${folded.join("\n")}\n`;
  const columnsOf = rememberColumns(lines, options);
  const place = (offset: number): Place => {
    const line = lastAtMost(starts, offset);
    return { line, column: offset - (starts[line] ?? 0), isBreak: text[offset] === "\n" };
  };
  return {
    text,
    hasVirtualEnd: lines.count > 0 && lines.endingOf(lines.count - 1) === "",
    rangeOf: (range) => {
      const start = startOffset(lines, columnsOf, place(range.start));
      const end = endOffset(lines, columnsOf, place(range.end - 1));
      return start === -1 || end === -1 ? null : { start, end };
    },
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly isBreak: boolean;
}

type ColumnsOfLine = (line: number) => FoldColumns | null;

function rememberColumns(lines: LineIndex, options: FoldedViewOptions): ColumnsOfLine {
  const known = new Map<number, FoldColumns | null>();
  return (line) => {
    let columns = known.get(line);
    if (columns === undefined) {
      columns = options.columnsOf(lines.contentOf(line));
      known.set(line, columns);
    }
    return columns;
  };
}

function startOffset(lines: LineIndex, columnsOf: ColumnsOfLine, place: Place): number {
  if (place.isBreak) return lines.contentEndOf(place.line);
  const columns = columnsOf(place.line);
  const column = columns === null ? place.column : (columns.starts[place.column] ?? -1);
  return column === -1 ? -1 : lines.startOf(place.line) + column;
}

function endOffset(lines: LineIndex, columnsOf: ColumnsOfLine, place: Place): number {
  if (place.isBreak) return lines.endOf(place.line);
  const columns = columnsOf(place.line);
  const column = columns === null ? place.column + 1 : (columns.ends[place.column] ?? -1);
  return column === -1 ? -1 : lines.startOf(place.line) + column;
}
