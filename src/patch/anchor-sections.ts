// The parts of a file that anchors open: from the line an anchor names to the end of what belongs to it. Pure.

import { foldText } from "../edit/edit-document.js";
import type { LineIndex } from "../edit/line-index.js";

/** Covers whole lines, 0-based, `end` exclusive; the first one is the anchor's own. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** Says how the search for an anchor ended. */
export type AnchorResult =
  | { readonly sections: readonly Section[] }
  /** The 0-based index of the first anchor that names no line, or too many to tell. */
  | { readonly failedAnchor: number; readonly lines: readonly number[] };

// Lines that one anchor may name before it says nothing any more.
const MAX_SECTIONS = 200;

/** Finds the sections of one text. */
export class AnchorSections {
  readonly #lines: LineIndex;
  #linesByText: Map<string, number[]> | undefined;

  constructor(lines: LineIndex) {
    this.#lines = lines;
  }

  /**
   * Answers every section that the anchors can mean, each anchor being looked for inside what the one before it opened. An
   * anchor names a line that reads the same; only when there is none, one that differs in outer blanks or look-alikes.
   */
  find(anchors: readonly string[]): AnchorResult {
    let sections: readonly Section[] = [{ start: -1, end: this.#lines.count }];
    for (const [index, anchor] of anchors.entries()) {
      const opened = this.#openSections(anchor, sections);
      const lines = opened.map((section) => section.start);
      if (opened.length === 0 || opened.length > MAX_SECTIONS) return { failedAnchor: index, lines };
      sections = opened;
    }
    return { sections };
  }

  #openSections(anchor: string, outer: readonly Section[]): readonly Section[] {
    const isInside = (line: number): boolean => outer.some(({ start, end }) => line > start && line < end);
    const inside = (this.#indexLines().get(foldAnchor(anchor)) ?? []).filter(isInside);
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

  // A block ends where the indentation comes back; in flat text a section ends at the next line of its kind.
  #endOf(anchorLine: number): number {
    const anchor = this.#shapeOf(anchorLine);
    let next = anchorLine + 1;
    while (next < this.#lines.count && this.#shapeOf(next).isBlank) next += 1;
    const isBlock = this.#shapeOf(next).depth > anchor.depth;
    for (let line = next; line < this.#lines.count; line += 1) {
      const shape = this.#shapeOf(line);
      if (shape.isBlank || shape.depth > anchor.depth) continue;
      if (shape.depth < anchor.depth) return line;
      if (isBlock ? !shape.isClosing : shape.opening === anchor.opening) return line;
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

function foldAnchor(text: string): string {
  return foldText(text, "look_alikes").trim();
}
