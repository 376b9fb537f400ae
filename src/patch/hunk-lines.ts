// The lines of hunks: their signs, and what a note about the last line ending means. Pure; shared by both dialects.

import type { FinalLineEnding, HunkLine, PatchHunk } from "./parsed-patch.js";
import { withoutCarriageReturn } from "./patch-lines.js";

const KINDS: Readonly<Record<string, HunkLine["kind"]>> = { " ": "keep", "-": "remove", "+": "add" };

/**
 * Reads a line of a hunk; `null` when no sign stands in front of it. A CR at its end is part of its ending, and kept only
 * where the line could be one of a new file.
 */
export function readHunkLine(line: string): HunkLine | null {
  const text = withoutCarriageReturn(line);
  if (text === "") return { kind: "keep", text, isBare: true };
  const kind = KINDS[text.charAt(0)];
  if (kind === undefined) return null;
  return { kind, text: (kind === "add" ? line : text).slice(1), isBare: false };
}

/** Tells whether a line says that the line before it has no ending. */
export function isMissingEndingNote(line: string): boolean {
  return /^\\ ?no newline/i.test(line);
}

/** Collects the lines of one hunk. */
export class HunkLines {
  readonly lines: HunkLine[] = [];
  #oldLacksEnding = false;
  #newLacksEnding = false;

  /** Adds a line. */
  add(line: HunkLine): void {
    this.lines.push(line);
  }

  /** Notes that the line added last has no ending, on each side that it belongs to. */
  noteMissingEnding(): void {
    const kind = this.lines.at(-1)?.kind;
    if (kind !== "add") this.#oldLacksEnding = true;
    if (kind !== "remove") this.#newLacksEnding = true;
  }

  /** Tells whether nothing was added but empty lines without a sign. */
  get isBlank(): boolean {
    return this.lines.every((line) => line.isBare);
  }

  /** Answers the hunk. */
  toHunk(where: Pick<PatchHunk, "patchLine" | "anchors" | "hintLine" | "endsFile">): PatchHunk {
    return {
      ...where,
      lines: this.lines,
      endsFile: where.endsFile || this.#oldLacksEnding || this.#newLacksEnding,
      finalLineEnding: this.#finalLineEnding(),
      isExact: false,
    };
  }

  #finalLineEnding(): FinalLineEnding {
    if (this.#oldLacksEnding === this.#newLacksEnding) return "keep";
    return this.#newLacksEnding ? "remove" : "add";
  }
}
