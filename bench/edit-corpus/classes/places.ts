// Classes in which the edit is at an end of the file, quotes much or little, with and without drift.

import { oldLinesOf, type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { quoteAs, quoteTabs, usualUnitOf } from "./indentation.js";
import { blanksFor, mapFile, toCrlfFile } from "./layout.js";

const DRIFTS: Readonly<Record<string, CaseMaker>> = {
  exact: createPlainCase,
  crlf: (edit) => toCrlfFile(createPlainCase(edit)),
  trailing_blanks: (edit) => createDriftCase(edit, { quoted: (line, index) => line + blanksFor(index) }),
  one_level_extra: (edit) => quoteAs(edit, (old) => usualUnitOf(edit) + old),
  tabs: (edit) => quoteTabs(edit, "    "),
};

type Place = (edit: RealEdit) => RealEdit | null;

const PLACES: Readonly<Record<string, Place>> = {
  first_lines: (edit) => moveToStart(edit),
  last_lines: (edit) => ({ ...edit, fileLines: edit.fileLines.slice(0, edit.end) }),
  whole_file: (edit) => moveToStart({ ...edit, fileLines: edit.fileLines.slice(0, edit.end) }),
  many_lines: (edit) => quoteMore(edit, 12),
  changed_lines_only: quoteLess,
};

/** Maps the names of the classes to their makers. */
export const PLACE_CLASSES: Readonly<Record<string, CaseMaker>> = {
  ...Object.fromEntries(
    Object.entries(PLACES).flatMap(([place, move]) =>
      Object.entries(DRIFTS).map(([drift, make]): [string, CaseMaker] => [
        `${place}_${drift}`,
        (edit) => {
          const moved = move(edit);
          return moved === null ? null : make(moved);
        },
      ]),
    ),
  ),
  last_lines_unended: (edit) => unended(edit, DRIFTS["exact"]),
  last_lines_unended_trailing_blanks: (edit) => unended(edit, DRIFTS["trailing_blanks"]),
  last_lines_unended_one_level_extra: (edit) => unended(edit, DRIFTS["one_level_extra"]),
};

function moveToStart(edit: RealEdit): RealEdit {
  const newLines = edit.newLines.map(({ text, keptFrom }) => ({
    text,
    keptFrom: keptFrom === null ? null : keptFrom - edit.start,
  }));
  return { ...edit, fileLines: edit.fileLines.slice(edit.start), start: 0, end: edit.end - edit.start, newLines };
}

function quoteMore(edit: RealEdit, count: number): RealEdit {
  const { fileLines } = edit;
  const start = Math.max(0, edit.start - count);
  const end = Math.min(fileLines.length, edit.end + count);
  const kept = (from: number, to: number): RealEdit["newLines"] =>
    fileLines.slice(from, to).map((text, index) => ({ text, keptFrom: from + index }));
  return { ...edit, start, end, newLines: [...kept(start, edit.start), ...edit.newLines, ...kept(edit.end, end)] };
}

// The removed lines alone, where they occur once whatever blanks and signs are ignored.
function quoteLess(edit: RealEdit): RealEdit | null {
  const removed = removedLinesOf(edit);
  const [start, last] = [removed[0], removed.at(-1)];
  const newLines = edit.newLines.filter(({ keptFrom }) => keptFrom === null);
  if (start === undefined || last === undefined || last - start + 1 !== removed.length) return null;
  // Without a line ending, taking lines away would leave an empty one.
  const less = { ...edit, start, end: last + 1, newLines, isClosed: edit.isClosed || newLines.length === 0 };
  const fold = (lines: readonly string[]): string => lines.join("\n").replace(/[^\p{Letter}\p{Number}]+/gu, "");
  const needle = fold(oldLinesOf(less));
  const text = fold(edit.fileLines);
  return needle.length >= 12 && text.indexOf(needle) === text.lastIndexOf(needle) ? less : null;
}

// What follows the last line is left as it is, so an edit that takes away that line is asked to end as the file does.
function unended(edit: RealEdit, make: CaseMaker | undefined): EditCase | null {
  const atEnd = { ...edit, fileLines: edit.fileLines.slice(0, edit.end), isClosed: false };
  if (edit.newLines.length === 0 || edit.newLines.at(-1)?.text === "" || oldLinesOf(edit).at(-1) === "") return null;
  const made = make?.(atEnd) ?? null;
  return made === null ? null : mapFile(made, (text) => text.slice(0, -1));
}
