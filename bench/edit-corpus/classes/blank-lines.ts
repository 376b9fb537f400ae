// Classes in which the model quotes more or fewer blank lines than the file has.

import { type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { reindent, withPublishedNewText } from "./indentation.js";

/** Maps the names of the classes to their makers. */
export const BLANK_LINE_CLASSES: Readonly<Record<string, CaseMaker>> = {
  blank_line_missing: (edit) => dropBlankLine(edit),
  blank_line_added: (edit) => addBlankLine(edit),
  blank_line_added_to_old_text: (edit) => withPublishedNewText(edit, addBlankLine(edit)),
  blank_line_added_above_change: (edit) => addNextToChange(edit, true),
  blank_line_added_below_change: (edit) => addNextToChange(edit, false),
  blank_line_left_out: (edit) => leaveOut(edit, tellableBlanksOf(edit).slice(0, 1)),
  blank_lines_left_out: (edit) => leaveOut(edit, tellableBlanksOf(edit).slice(0, 2)),
  blank_line_left_out_of_old_text: (edit) => {
    const blanks = tellableBlanksOf(edit).filter((blank) => !isBesideInsertion(edit, blank));
    return withPublishedNewText(edit, leaveOut(edit, blanks.slice(0, 1)));
  },
  blank_line_left_out_and_indentation: (edit) => leaveOut(edit, tellableBlanksOf(edit).slice(0, 1), "    "),
  removed_blank_line_left_out: (edit) => {
    const removed = new Set(removedLinesOf(edit));
    const isInside = (line: number): boolean => removed.has(line - 1) && removed.has(line) && removed.has(line + 1);
    return leaveOut(edit, [...removed].filter((line) => isInside(line) && isLoneBlank(edit, line)).slice(0, 1));
  },
};

function isBlank(text: string | undefined): boolean {
  return text?.trim() === "";
}

function isLoneBlank({ fileLines }: RealEdit, line: number): boolean {
  return isBlank(fileLines[line]) && !isBlank(fileLines[line - 1]) && !isBlank(fileLines[line + 1]);
}

function leaveOut(edit: RealEdit, blanks: readonly number[], indentation = ""): EditCase | null {
  if (blanks.length === 0) return null;
  const shift = (line: string): string => reindent(line, (old) => indentation + old);
  return createDriftCase(edit, {
    quoted: (line, index) => (blanks.includes(index) ? null : shift(line)),
    written: shift,
  });
}

// Kept blank lines whose place can be told from what is next to them once they are left out of both texts.
function tellableBlanksOf(edit: RealEdit): readonly number[] {
  const kept = edit.newLines.flatMap(({ keptFrom }, index) => (keptFrom === null ? [] : [{ keptFrom, index }]));
  return kept
    .filter(({ keptFrom }) => keptFrom > edit.start && keptFrom < edit.end - 1 && isLoneBlank(edit, keptFrom))
    .filter(({ keptFrom, index }) => isTellable(edit, index, keptFrom))
    .map(({ keptFrom }) => keptFrom);
}

function isTellable(edit: RealEdit, index: number, blank: number): boolean {
  const [above, below] = [edit.newLines[index - 1], edit.newLines[index + 1]];
  if (above === undefined || below === undefined) return false;
  const isCut =
    (above.keptFrom !== null && above.keptFrom !== blank - 1) ||
    (below.keptFrom !== null && below.keptFrom !== blank + 1);
  return !isCut && (!isBesideInsertion(edit, blank) || hasBlankAtOtherEnd(edit, index, blank));
}

// A run of added lines next to the blank line takes the place of none.
function isBesideInsertion({ newLines }: RealEdit, blank: number): boolean {
  const index = newLines.findIndex(({ keptFrom }) => keptFrom === blank);
  const keeps = (line: number): boolean => newLines.some(({ keptFrom }) => keptFrom === line);
  const isAdded = (at: number): boolean => newLines[at]?.keptFrom === null;
  return (isAdded(index - 1) && keeps(blank - 1)) || (isAdded(index + 1) && keeps(blank + 1));
}

function hasBlankAtOtherEnd({ newLines }: RealEdit, index: number, blank: number): boolean {
  const other = newLines[index - 1]?.keptFrom === null ? blank - 1 : blank + 1;
  const end = newLines.findIndex(({ keptFrom }) => keptFrom === other);
  return isBlank(newLines[other < blank ? end + 1 : end - 1]?.text);
}

// The model puts a blank line between a kept line and one that is replaced.
function addNextToChange(edit: RealEdit, isAbove: boolean): EditCase | null {
  const removed = new Set(removedLinesOf(edit));
  const isFit = (line: number): boolean => !removed.has(line) && !isBlank(edit.fileLines[line]);
  const step = isAbove ? 1 : -1;
  const target = edit.newLines.find(
    ({ keptFrom }, index) =>
      keptFrom !== null &&
      isFit(keptFrom) &&
      removed.has(keptFrom + step) &&
      !isBlank(edit.fileLines[keptFrom + step]) &&
      edit.newLines[index + step]?.keptFrom === null &&
      !isBlank(edit.newLines[index + step]?.text),
  )?.keptFrom;
  if (target === undefined) return null;
  const spaced = (line: string): string => (isAbove ? `${line}\n` : `\n${line}`);
  return createDriftCase(edit, { quoted: (line, index) => (index === target ? spaced(line) : line) });
}

// Lines that are kept together with the line below them.
function keptNeighbours(edit: RealEdit): readonly number[] {
  return edit.newLines.flatMap(({ keptFrom }, index) =>
    keptFrom !== null && edit.newLines[index + 1]?.keptFrom === keptFrom + 1 ? [keptFrom] : [],
  );
}

// The file has a blank line between two kept lines that the model leaves out of both texts.
function dropBlankLine(edit: RealEdit): EditCase | null {
  const above = keptNeighbours(edit).find(
    (line) => edit.fileLines[line]?.trim() !== "" && edit.fileLines[line + 1]?.trim() !== "",
  );
  if (above === undefined) return null;
  const split = (lines: readonly string[], at: number): readonly string[] => [
    ...lines.slice(0, at + 1),
    "",
    ...lines.slice(at + 1),
  ];
  const plain = createPlainCase(edit);
  const place = edit.newLines.findIndex((line) => line.keptFrom === above);
  return mapFileLines(plain, (lines, isAfter) => split(lines, isAfter ? edit.start + place : above));
}

// The model puts a blank line between two kept lines, in both texts.
function addBlankLine(edit: RealEdit): EditCase | null {
  const above = keptNeighbours(edit).find(
    (line) => edit.fileLines[line]?.trim() !== "" && edit.fileLines[line + 1]?.trim() !== "",
  );
  if (above === undefined) return null;
  return createDriftCase(edit, { quoted: (line, index) => (index === above ? `${line}\n` : line) });
}

function mapFileLines(
  made: EditCase,
  change: (lines: readonly string[], isAfter: boolean) => readonly string[],
): EditCase {
  const apply = (text: string, isAfter: boolean): string =>
    `${change(text.slice(0, -1).split("\n"), isAfter).join("\n")}\n`;
  const { expected } = made;
  return {
    ...made,
    before: apply(made.before, false),
    expected: "after" in expected ? { after: apply(expected.after, true) } : expected,
  };
}
