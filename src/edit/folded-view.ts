// A text seen through a fold of its lines, and the way from a place in the view back to the original text.

import type { TextRange } from "../text/cut-text.js";
import { hasLineFeedAt, type SourceText } from "../text/source-text.js";
import type { FoldedBoundary } from "./fold-characters.js";
import { foldLines, type LineFoldRule } from "./fold-lines.js";
import { type LineIndex, lastAtMost } from "./line-index.js";

/** Shows a text with every line folded and every line ending as LF; the last line always has one. */
export interface FoldedView {
  readonly text: SourceText;
  /** The original has no final line ending, so that the view's last LF stands for nothing. */
  readonly hasVirtualEnd: boolean;
  /** Answers the original range of a range of the view; `null` when it begins or ends inside a composed character. */
  rangeOf(range: TextRange): TextRange | null;
  /** Answers the line that an offset of the view lies in, 0-based. */
  lineAt(offset: number): number;
}

/** Says how the lines of a view are folded. */
export interface FoldedViewOptions extends LineFoldRule {
  /** Plans the way back from a folded line; `null` means that columns stay. */
  readonly planBoundaries: (line: string) => FoldedBoundary | null;
}

/** Builds the view of a text; costs one pass, and one more over each line that a range is asked for. */
export function createFoldedView(original: SourceText, lines: LineIndex, options: FoldedViewOptions): FoldedView {
  const { text, starts } = foldLines(original, lines, options);
  const boundariesOf = rememberBoundaries(lines, options);

  return { text, hasVirtualEnd: isUnended(lines), rangeOf, lineAt: (offset) => lastAtMost(starts, offset) };

  function rangeOf(range: TextRange): TextRange | null {
    const start = hasLineFeedAt(text, range.start) ? breakAt(range.start).start : originalOf(range.start);
    const end = hasLineFeedAt(text, range.end - 1) ? breakAt(range.end - 1).end : originalOf(range.end);
    return start === -1 || end === -1 ? null : { start, end };
  }

  function breakAt(offset: number): TextRange {
    const line = lastAtMost(starts, offset);
    return { start: lines.contentEndOf(line), end: lines.endOf(line) };
  }

  function originalOf(offset: number): number {
    const line = lastAtMost(starts, offset);
    const column = offset - (starts[line] ?? 0);
    const original = boundariesOf(line)?.(column) ?? column;
    return original === -1 ? -1 : lines.startOf(line) + original;
  }
}

/** Builds the view of a text that has no CRLF and needs no fold, at the cost of the text's last line. */
export function createPlainView(original: SourceText, lines: LineIndex): FoldedView {
  const hasVirtualEnd = isUnended(lines);
  return {
    text: hasVirtualEnd ? `${original.slice(0)}\n` : original,
    hasVirtualEnd,
    rangeOf: ({ start, end }) => ({ start, end: Math.min(end, original.length) }),
    lineAt: (offset) => lines.lineAt(offset),
  };
}

function isUnended(lines: LineIndex): boolean {
  return lines.count > 0 && lines.endingOf(lines.count - 1) === "";
}

function rememberBoundaries(lines: LineIndex, options: FoldedViewOptions): (line: number) => FoldedBoundary | null {
  const known = new Map<number, FoldedBoundary | null>();
  return (line) => {
    let boundaries = known.get(line);
    if (boundaries === undefined) {
      boundaries = options.planBoundaries(lines.contentOf(line));
      known.set(line, boundaries);
    }
    return boundaries;
  };
}
