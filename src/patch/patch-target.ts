// One text that hunks are looked for in, and how far down earlier hunks have reached. Knows lines, not files.

import { EditDocument } from "../edit/edit-document.js";
import { indexLines } from "../edit/line-index.js";
import type { SearchBudget } from "../edit/search-budget.js";
import type { Steps } from "../text/steps.js";
import { AnchorSections } from "./anchor-sections.js";
import { LineSymbols } from "./line-symbols.js";

type ReadTarget = Pick<PatchTarget, "document" | "symbols" | "budget">;

/** Holds the text of a file while its hunks are placed, from the top down. */
export class PatchTarget {
  /** The text with every line ended, also where the file's last line is not. */
  readonly text: string;
  readonly document: EditDocument;
  /** The ending that the file's last line lacks; `""` when it has one, and for an empty file. */
  readonly missingEnding: string;
  readonly symbols: LineSymbols;
  readonly sections: AnchorSections;
  readonly budget: SearchBudget;
  /** The line behind the last one that is not blank, 0-based. */
  readonly endOfContent: number;
  /** First line that the next hunk may use, 0-based. */
  nextLine = 0;
  /** How many lines further down than it claimed the last hunk was found. */
  drift = 0;

  private constructor(text: string, missingEnding: string, { document, symbols, budget }: ReadTarget) {
    this.missingEnding = missingEnding;
    this.text = text + missingEnding;
    this.document = document;
    this.symbols = symbols;
    this.sections = new AnchorSections(this.document.lines, budget);
    this.budget = budget;
    const content = text.trimEnd();
    this.endOfContent = content === "" ? 0 : this.document.lines.lineAt(content.length - 1) + 1;
  }

  /** Reads a text. Takes the ending that lines get in a file which has no line ending at all. */
  static *read(text: string, budget: SearchBudget, usualEnding: "\n" | "\r\n"): Steps<PatchTarget> {
    yield;
    const missingEnding = missingEndingOf(text, usualEnding);
    const ended = text + missingEnding;
    const document = new EditDocument(ended, yield* indexLines(ended));
    yield;
    const symbols = yield* LineSymbols.read(document.lines);
    return new PatchTarget(text, missingEnding, { document, symbols, budget });
  }

  /** The number of lines. */
  get lineCount(): number {
    return this.document.lines.count;
  }

  /** Tells whether looking for what only looks the same can find anything, and so costs a pass over the text. */
  get canHaveTwins(): boolean {
    return this.document.lineEnding === "mixed" || this.document.hasNonAscii() || this.document.hasTrailingBlanks();
  }
}

// As the line above ends; a CR at the very end must not turn into a part of the ending.
function missingEndingOf(text: string, usualEnding: "\n" | "\r\n"): string {
  if (text === "" || text.endsWith("\n")) return "";
  if (!text.includes("\n") && !text.endsWith("\r")) return usualEnding;
  return text.endsWith("\r") || text[text.lastIndexOf("\n") - 1] === "\r" ? "\r\n" : "\n";
}
