// A text seen through a fold of its lines, and the way from a place in the view back to the original text.

import type { TextRange } from "../text/cut-text.js";
import { hasLineFeedAt, type SourceText } from "../text/source-text.js";
import type { FoldedBoundary } from "./fold-characters.js";
import { foldLines, type LineFoldRule } from "./fold-lines.js";
import { type LineIndex, type LineRange, lastAtMost } from "./line-index.js";
import type { TextSearch } from "./text-search.js";

/** Shows lines of a text folded, with every line ending as LF; the last line always has one. */
export interface FoldedView {
  readonly text: SourceText;
  /** Searches the text of the view. */
  readonly search: TextSearch;
  /** The first line that is shown, 0-based. */
  readonly firstLine: number;
  /** The original has no final line ending, so that the view's last LF stands for nothing. */
  readonly hasVirtualEnd: boolean;
  /** Answers the original range of a range of the view; `null` when it begins or ends inside a composed character. */
  rangeOf(range: TextRange): TextRange | null;
  /** Answers the line that an offset of the view lies in, 0-based. */
  lineAt(offset: number): number;
}

/** Says how the lines of a view are folded. */
export interface FoldedViewOptions extends LineFoldRule {
  /** Plans the way back from a folded line; `null` means that columns stay. Absent: they stay in every line. */
  readonly planBoundaries?: (line: string) => FoldedBoundary | null;
}

/** Builds the view of a text; costs one pass over what it shows, and one more over each line that a range is asked for. */
export function createFoldedView(original: TextSearch, lines: LineIndex, options: FoldedViewOptions): FoldedView {
  const range = options.range ?? { start: 0, end: lines.count };
  const { text, starts } = foldLines(original.text, lines, { ...options, range });
  const boundariesOf = rememberBoundaries(lines, options);
  const search = original.forText(text);
  return { text, search, firstLine: range.start, hasVirtualEnd: isUnended(lines, range), rangeOf, lineAt };

  function lineAt(offset: number): number {
    return range.start + lastAtMost(starts, offset);
  }

  function rangeOf({ start, end }: TextRange): TextRange | null {
    const first = hasLineFeedAt(text, start) ? breakAt(start).start : originalOf(start);
    const last = hasLineFeedAt(text, end - 1) ? breakAt(end - 1).end : originalOf(end);
    return first === -1 || last === -1 ? null : { start: first, end: last };
  }

  function breakAt(offset: number): TextRange {
    const line = lineAt(offset);
    return { start: lines.contentEndOf(line), end: lines.endOf(line) };
  }

  function originalOf(offset: number): number {
    const line = lineAt(offset);
    const column = offset - (starts[line - range.start] ?? 0);
    const boundary = boundariesOf(line)?.(column) ?? column;
    return boundary === -1 ? -1 : lines.startOf(line) + boundary;
  }
}

/** Builds the view of a text that no fold changes and that ends with LF, at no cost. */
export function createPlainView(search: TextSearch, lines: LineIndex): FoldedView {
  return {
    text: search.text,
    search,
    firstLine: 0,
    hasVirtualEnd: false,
    rangeOf: (range) => range,
    lineAt: (offset) => lines.lineAt(offset),
  };
}

function isUnended(lines: LineIndex, { start, end }: LineRange): boolean {
  return end > start && lines.endingOf(end - 1) === "";
}

function rememberBoundaries(lines: LineIndex, options: FoldedViewOptions): (line: number) => FoldedBoundary | null {
  const known = new Map<number, FoldedBoundary | null>();
  return (line) => {
    let boundaries = known.get(line);
    if (boundaries === undefined) {
      boundaries = options.planBoundaries?.(lines.contentOf(line)) ?? null;
      known.set(line, boundaries);
    }
    return boundaries;
  };
}
