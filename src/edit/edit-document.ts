// The text that edits are matched against, with its lines and its folded views, each computed when first asked for.

import { detectLineEnding, type LineEnding } from "../text/line-ending.js";
import type { SourceText } from "../text/source-text.js";
import { createDenseView, type DenseView } from "./dense-view.js";
import {
  foldBlankRuns,
  foldIndentation,
  foldInvisible,
  foldLookAlikes,
  hasInvisible,
  hasNonAscii,
  planFoldedBoundaries,
  trimTrailingBlanks,
} from "./fold-characters.js";
import { createFoldedView, createPlainView, type FoldedView, type FoldedViewOptions } from "./folded-view.js";
import { filterBlankEnds, filterUnusual } from "./line-filters.js";
import { createLineIndex, type LineIndex, type LineRange } from "./line-index.js";
import { hasFullWidthWords } from "./stable-words.js";
import { TextSearch } from "./text-search.js";

/**
 * Names what a view folds; each folds what the ones before it fold, and `line_endings` nothing but line endings. Places in
 * the views from `indentation` on lead back to lines only.
 */
export type FoldKind = "line_endings" | "trailing_blanks" | "invisible" | "look_alikes" | "indentation" | "blank_runs";

const FOLDS: Readonly<Record<FoldKind, FoldedViewOptions>> = {
  line_endings: { fold: (line) => line, createFilter: () => () => false },
  trailing_blanks: { fold: trimTrailingBlanks, createFilter: filterBlankEnds },
  invisible: { fold: foldInvisible, createFilter: filterUnusual, planBoundaries: planFoldedBoundaries },
  look_alikes: { fold: foldLookAlikes, createFilter: filterUnusual, planBoundaries: planFoldedBoundaries },
  indentation: { fold: foldIndentation },
  blank_runs: { fold: foldBlankRuns },
};

// Characters that could be searched in the time that folding one takes.
const FOLD_COST = 8;

/** Folds a text of LF lines as the view of the same kind folds the document. */
export function foldText(text: string, kind: FoldKind): string {
  return text.split("\n").map(FOLDS[kind].fold).join("\n");
}

/** Holds one decoded file. */
export class EditDocument {
  readonly text: SourceText;
  /** Searches the text, and counts what searching it and its views costs. */
  readonly search: TextSearch;
  readonly lines: LineIndex;
  readonly lineEnding: LineEnding;
  readonly #plainView: FoldedView;
  readonly #views = new Map<FoldKind, FoldedView>();
  readonly #denseViews = new WeakMap<FoldedView, DenseView>();
  #hasNonAscii: boolean | undefined;
  #hasFullWidthWords: boolean | undefined;
  #hasInvisible: boolean | undefined;

  constructor(text: SourceText, lines: LineIndex = createLineIndex(text)) {
    this.text = text;
    this.search = new TextSearch(text);
    this.lines = lines;
    this.#plainView = createPlainView(this.search, this.lines);
    this.lineEnding = detectLineEnding(text);
  }

  /** Answers the text under a fold. */
  view(kind: FoldKind): FoldedView {
    if (this.isPlain(kind)) return this.#plainView;
    const needed = this.#neededKind(kind);
    const view = this.#views.get(needed) ?? this.#fold(needed, { start: 0, end: this.lines.count });
    this.#views.set(needed, view);
    return view;
  }

  /** Answers lines of the text under a fold; computed each time. */
  viewLines(kind: FoldKind, range: LineRange): FoldedView {
    return this.#fold(this.#neededKind(kind), range);
  }

  /** Answers a view under the fold `blank_runs` without its blank lines. */
  denseView(view: FoldedView): DenseView {
    const dense = this.#denseViews.get(view) ?? createDenseView(view);
    this.#denseViews.set(view, dense);
    return dense;
  }

  /** Tells whether a fold changes nothing, so that its view is the text itself. */
  isPlain(kind: FoldKind): boolean {
    const isEnded = this.lines.count === 0 || this.lines.endingOf(this.lines.count - 1) === "\n";
    return isEnded && this.lineEnding !== "mixed" && this.#neededKind(kind) === "line_endings";
  }

  /** Tells whether every word that a fold leaves stands in the text as it is. */
  isVerbatim(kind: FoldKind): boolean {
    return kind === "line_endings" || kind === "trailing_blanks" || !this.hasNonAscii();
  }

  #fold(kind: FoldKind, range: LineRange): FoldedView {
    this.search.spend((this.lines.startOf(range.end) - this.lines.startOf(range.start)) * FOLD_COST);
    return createFoldedView(this.search, this.lines, { ...FOLDS[kind], range });
  }

  // A fold that finds nothing to fold shows the same text as the one before it.
  #neededKind(kind: FoldKind): FoldKind {
    if (kind === "indentation" || kind === "blank_runs") return kind;
    if ((kind === "invisible" || kind === "look_alikes") && this.hasNonAscii()) return kind;
    return kind !== "line_endings" && this.hasTrailingBlanks() ? "trailing_blanks" : "line_endings";
  }

  /** Tells whether the text has a character outside ASCII. */
  hasNonAscii(): boolean {
    this.#hasNonAscii ??= typeof this.text === "string" && hasNonAscii(this.text);
    return this.#hasNonAscii;
  }

  /** Tells whether the text has characters that cannot be seen and take no room. */
  hasInvisible(): boolean {
    this.#hasInvisible ??= typeof this.text === "string" && hasInvisible(this.text);
    return this.#hasInvisible;
  }

  /** Tells whether the text has full-width letters, digits or underscores. */
  hasFullWidthWords(): boolean {
    this.#hasFullWidthWords ??= typeof this.text === "string" && hasFullWidthWords(this.text);
    return this.#hasFullWidthWords;
  }

  /** Tells whether some line ends in blanks. */
  hasTrailingBlanks(): boolean {
    return this.lines.hasTrailingBlanks;
  }

  /** Answers the ending of the nearest line that has one, looking back from a line first; `"\n"` when none has. */
  endingNear(line: number): "\n" | "\r\n" {
    for (let back = line; back >= 0; back -= 1) {
      const ending = this.lines.endingOf(back);
      if (ending === "\n" || ending === "\r\n") return ending;
    }
    return "\n";
  }
}
