// The texts of one hunk in the form that the edit engine matches: whole lines with LF endings. Pure.

import type { PreparedEdit } from "../edit/prepare-edit.js";
import type { HunkLine } from "./parsed-patch.js";

/** Holds what a hunk looks for and what it puts there. */
export interface WantedLines {
  /** The lines that must be there, kept and removed. */
  readonly oldLines: readonly string[];
  /** The same as texts; both end with a line feed, or are empty. */
  readonly edit: PreparedEdit;
  /** Kept lines in front of the first change. */
  readonly leading: number;
  /** Kept lines behind the last change. */
  readonly trailing: number;
}

/** Makes the texts of hunk lines. */
export function createWantedLines(lines: readonly HunkLine[]): WantedLines {
  const oldLines = lines.filter((line) => line.kind !== "add").map((line) => line.text);
  const newLines = lines.filter((line) => line.kind !== "remove").map((line) => line.text);
  const first = lines.findIndex((line) => line.kind !== "keep");
  const last = lines.findLastIndex((line) => line.kind !== "keep");
  return {
    oldLines,
    edit: createLineEdit(oldLines, newLines),
    leading: first === -1 ? lines.length : first,
    trailing: first === -1 ? 0 : lines.length - 1 - last,
  };
}

/** Makes the texts of lines that go behind a line of the file, which stays. */
export function createInsertion(fileLine: string, lines: readonly HunkLine[]): WantedLines {
  const kept: HunkLine = { kind: "keep", text: fileLine, isBare: false };
  return createWantedLines([kept, ...lines.filter((line) => line.kind === "add")]);
}

/** Makes the text of lines that are all of a file, which has no line endings of its own that they could take. */
export function createWholeText(lines: readonly HunkLine[]): WantedLines {
  const newText = lines.map((line) => `${line.text}\n`).join("");
  const edit = { index: 0, givenOldText: "", oldText: "", newText, replaceAll: false };
  return { oldLines: [], edit, leading: 0, trailing: 0 };
}

/**
 * Answers the ways to read a hunk, the likeliest first: empty lines without a sign at its ends are blank lines of the file,
 * or nothing but room.
 */
export function readingsOf(lines: readonly HunkLine[]): readonly (readonly HunkLine[])[] {
  const first = lines.findIndex((line) => !line.isBare);
  const last = lines.findLastIndex((line) => !line.isBare);
  return last - first + 1 === lines.length ? [lines] : [lines, lines.slice(first, last + 1)];
}

function createLineEdit(oldLines: readonly string[], newLines: readonly string[]): PreparedEdit {
  const oldText = joinLines(oldLines);
  return { index: 0, givenOldText: oldText, oldText, newText: joinLines(newLines), replaceAll: false };
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => `${line}\n`)
    .join("")
    .replaceAll("\r\n", "\n");
}
