// The parts of a file that anchors open: from the line an anchor names to the end of what belongs to it. Pure.

import { foldText } from "../edit/edit-document.js";
import type { LineIndex } from "../edit/line-index.js";
import type { SearchBudget } from "../edit/search-budget.js";

/** Covers whole lines, 0-based, `end` exclusive; the first one is the anchor's own. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** Says how the search for an anchor ended. */
export type AnchorResult =
  | { readonly sections: readonly Section[] }
  /** The 0-based index of the first anchor that names no line, or too many to tell. */
  | { readonly failedAnchor: number; readonly lines: readonly number[] }
  /** The budget is used up. */
  | null;

// Lines that one anchor may name before it says nothing any more.
const MAX_SECTIONS = 200;

// Characters that could be searched in the time that the look at one line takes.
const LINE_COST = 64;

/** Finds the sections of one text. */
export class AnchorSections {
  readonly #lines: LineIndex;
  readonly #budget: SearchBudget;
  readonly #ends = new Map<number, number>();
  #linesByText: Map<string, number[]> | undefined;

  constructor(lines: LineIndex, budget: SearchBudget) {
    this.#lines = lines;
    this.#budget = budget;
  }

  /**
   * Answers every section that the anchors can mean, each anchor being looked for inside what the one before it opened. An
   * anchor names a line that reads the same; only when there is none, one that differs in outer blanks or look-alikes.
   */
  find(anchors: readonly string[]): AnchorResult {
    let sections: readonly Section[] = [{ start: -1, end: this.#lines.count }];
    for (const [index, anchor] of anchors.entries()) {
      const opened = this.#openSections(anchor, sections);
      if (opened === null) return null;
      const lines = opened.map((section) => section.start);
      if (opened.length === 0 || opened.length > MAX_SECTIONS) return { failedAnchor: index, lines };
      sections = opened;
    }
    return { sections };
  }

  #openSections(anchor: string, outer: readonly Section[]): readonly Section[] | null {
    const isInside = (line: number): boolean => outer.some(({ start, end }) => line > start && line < end);
    const lines = this.#indexLines().get(foldAnchor(anchor)) ?? [];
    if (!this.#budget.takeSearch(lines.length * outer.length * 2)) return null;
    const inside = lines.filter(isInside);
    const exact = inside.filter((line) => this.#lines.contentOf(line) === anchor);
    const named = (exact.length > 0 ? exact : inside).slice(0, MAX_SECTIONS + 1);
    return named.map((start) => ({ start, end: this.#endOf(start) }));
  }

  #indexLines(): Map<string, number[]> {
    if (this.#linesByText !== undefined) return this.#linesByText;
    const index = new Map<string, number[]>();
    for (let line = 0; line < this.#lines.count; line += 1) {
      const key = foldAnchor(this.#lines.contentOf(line));
      const known = index.get(key);
      if (known === undefined) index.set(key, [line]);
      else known.push(line);
    }
    this.#linesByText = index;
    return index;
  }

  #endOf(anchorLine: number): number {
    const known = this.#ends.get(anchorLine);
    if (known !== undefined) return known;
    const end = this.#scanForEnd(anchorLine);
    this.#budget.takeSearch((end - anchorLine) * LINE_COST);
    this.#ends.set(anchorLine, end);
    return end;
  }

  // A block ends where the indentation comes back; in flat text a section ends at the next line of its kind.
  #scanForEnd(anchorLine: number): number {
    const anchor = this.#shapeOf(anchorLine);
    let next = anchorLine + 1;
    while (next < this.#lines.count && this.#shapeOf(next).isBlank) next += 1;
    const isBlock = this.#shapeOf(next).depth > anchor.depth;
    for (let line = next; line < this.#lines.count; line += 1) {
      if (endsSection(this.#shapeOf(line), anchor, isBlock)) return line;
    }
    return this.#lines.count;
  }

  #shapeOf(line: number): LineShape {
    const content = line < this.#lines.count ? this.#lines.contentOf(line) : "";
    const text = content.trimStart();
    return {
      isBlank: text === "",
      depth: content.length - text.length,
      isClosing: /^[)\]}]/.test(text),
      opening: /^(?:\w+|[^\w\s]+)/.exec(text)?.[0] ?? "",
    };
  }
}

interface LineShape {
  readonly isBlank: boolean;
  /** Blanks in front of the text. */
  readonly depth: number;
  /** The text begins by closing what a line above opened. */
  readonly isClosing: boolean;
  /** The word or the signs that the text begins with. */
  readonly opening: string;
}

function endsSection(shape: LineShape, anchor: LineShape, isBlock: boolean): boolean {
  if (shape.isBlank || shape.depth > anchor.depth) return false;
  if (shape.depth < anchor.depth) return true;
  return isBlock ? !shape.isClosing : shape.opening === anchor.opening;
}

function foldAnchor(text: string): string {
  return foldText(text, "look_alikes").trim();
}
