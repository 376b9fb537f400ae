// A folded view without its blank lines, and the way from a place in it back to the lines. Pure.

import type { FoldedView } from "./folded-view.js";
import { createLineIndex, lastAtMost } from "./line-index.js";
import type { TextSearch } from "./text-search.js";

/** Shows the lines of a view that are not blank. */
export interface DenseView {
  readonly text: string;
  /** Searches the text of the view. */
  readonly search: TextSearch;
  /** Answers the original number of the line that an offset of the view lies in, 0-based. */
  lineAt(offset: number): number;
  /** Answers the original numbers of so many lines, 0-based, from the one that an offset of the view lies in. */
  linesFrom(offset: number, count: number): readonly number[];
}

/** Builds the dense form of a view; costs one pass. */
export function createDenseView(view: FoldedView): DenseView {
  const lines = createLineIndex(view.text);
  const kept: string[] = [];
  const numbers: number[] = [];
  const starts: number[] = [];
  let length = 0;
  for (let line = 0; line < lines.count; line += 1) {
    const content = lines.contentOf(line);
    if (content === "") continue;
    kept.push(content);
    numbers.push(view.firstLine + line);
    starts.push(length);
    length += content.length + 1;
  }
  const searched = Int32Array.from(starts);
  const text = kept.map((content) => `${content}\n`).join("");
  return {
    text,
    search: view.search.forText(text),
    lineAt: (offset) => numbers[lastAtMost(searched, offset)] ?? 0,
    linesFrom: (offset, count) => {
      const first = lastAtMost(searched, offset);
      return numbers.slice(first, first + count);
    },
  };
}
