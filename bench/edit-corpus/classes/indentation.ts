// Classes in which the model quotes and writes other indentation than the file has.

import { oldLinesOf, type RealEdit } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, type EditCase } from "./edit-case.js";

/** Answers another indentation for one. */
export type Reindent = (indentation: string) => string;

/** Maps the names of the classes to their makers. */
export const INDENTATION_CLASSES: Readonly<Record<string, CaseMaker>> = {
  tabs_quoted_as_4_spaces: (edit) => quoteTabs(edit, "    "),
  tabs_quoted_as_2_spaces: (edit) => quoteTabs(edit, "  "),
  spaces_quoted_as_tabs: (edit) => withUnit(edit, (unit) => quoteAs(edit, (old) => convert(old, unit, "\t"))),
  unit_halved: (edit) =>
    withUnit(edit, (unit) => (unit.length < 4 ? null : quoteAs(edit, (old) => convert(old, unit, half(unit))))),
  unit_doubled: (edit) => withUnit(edit, (unit) => quoteAs(edit, (old) => convert(old, unit, unit + unit))),
  all_levels_missing: (edit) => {
    const common = commonIndentation(edit);
    return common === "" ? null : quoteAs(edit, (old) => old.slice(common.length));
  },
  one_level_missing: (edit) => {
    const unit = unitOf(edit);
    if (unit === null || !commonIndentation(edit).startsWith(unit)) return null;
    return quoteAs(edit, (old) => old.slice(unit.length));
  },
  one_level_extra: (edit) => {
    const unit = unitOf(edit);
    return unit === null ? null : quoteAs(edit, (old) => unit + old);
  },
  one_line_shifted_both: (edit) => shiftOneLine(edit, true),
  one_line_shifted_old_only: (edit) => shiftOneLine(edit, false),
  first_line_bare_both: (edit) => bareFirstLine(edit, true),
  first_line_bare_old_only: (edit) => bareFirstLine(edit, false),
};

/** Answers the blanks that a line begins with. */
export function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Changes the indentation of a line, unless it is blank. */
export function reindent(line: string, change: Reindent): string {
  const indentation = indentationOf(line);
  return line === indentation ? line : change(indentation) + line.slice(indentation.length);
}

/** Changes the indentation in both texts of an edit. */
export function quoteAs(edit: RealEdit, change: Reindent): EditCase | null {
  return createDriftCase(edit, {
    quoted: (line) => reindent(line, change),
    written: (line) => reindent(line, change),
  });
}

/** Answers the old and the new lines of an edit that are not blank. */
export function textLines(edit: RealEdit): readonly string[] {
  return [...oldLinesOf(edit), ...edit.newLines.map((line) => line.text)].filter((line) => line.trim() !== "");
}

function commonIndentation(edit: RealEdit): string {
  const indentations = textLines(edit).map(indentationOf);
  return indentations
    .reduce((common, each) => (each.startsWith(common) ? common : each.slice(0, common.length)), indentations[0] ?? "")
    .replace(/[^ \t].*$/, "");
}

/** Answers one level of indentation; `null` when the edit has indentation that does not consist of whole levels. */
export function unitOf(edit: RealEdit): string | null {
  const unit = usualUnitOf(edit);
  return textLines(edit).every((line) => isLevels(indentationOf(line), unit)) ? unit : null;
}

/** Answers what most lines of the file are indented by. */
export function usualUnitOf(edit: RealEdit): string {
  const indentations = edit.fileLines.map(indentationOf).filter((each) => each !== "");
  if (indentations.filter((each) => each.startsWith("\t")).length * 2 > indentations.length) return "\t";
  // The stars of a comment are one space behind a level.
  const fours = indentations.filter((each) => each.length % 4 < 2).length;
  return fours * 10 >= indentations.length * 9 ? "    " : "  ";
}

function isLevels(indentation: string, unit: string): boolean {
  return indentation === unit.repeat(indentation.length / unit.length);
}

function convert(indentation: string, from: string, to: string): string {
  return to.repeat(indentation.length / from.length);
}

function half(unit: string): string {
  return unit.slice(0, unit.length / 2);
}

function withUnit(edit: RealEdit, make: (unit: string) => EditCase | null): EditCase | null {
  const unit = unitOf(edit);
  return unit === null || unit === "\t" ? null : make(unit);
}

/** Quotes tabs as spaces; a file that has spaces is given tabs, so that there are enough cases. */
export function quoteTabs(edit: RealEdit, spaces: string): EditCase | null {
  const unit = unitOf(edit);
  if (unit === null) return null;
  const tabbed = (line: string): string =>
    reindent(line, (old) => (isLevels(old, unit) ? convert(old, unit, "\t") : old));
  const spaced = (line: string): string => reindent(line, (old) => convert(old, unit, spaces));
  return createDriftCase(edit, { file: tabbed, added: tabbed, quoted: spaced, written: spaced });
}

function shiftOneLine(edit: RealEdit, isInBoth: boolean): EditCase | null {
  const kept = edit.newLines.filter(({ keptFrom, text }) => keptFrom !== null && text.trim() !== "");
  const target = kept[Math.floor(kept.length / 2)]?.keptFrom;
  const unit = unitOf(edit);
  if (target === undefined || target === null || unit === null || kept.length < 3) return null;
  const shifted = createDriftCase(edit, { quoted: (line, index) => (index === target ? unit + line : line) });
  return isInBoth ? shifted : withPublishedNewText(edit, shifted);
}

function bareFirstLine(edit: RealEdit, isInBoth: boolean): EditCase | null {
  const first = edit.newLines[0];
  if (first?.keptFrom !== edit.start || edit.end - edit.start < 2) return null;
  const bare = createDriftCaseAllowingMatch(edit, (line, index) => (index === edit.start ? line.trimStart() : line));
  return isInBoth ? bare : withPublishedNewText(edit, bare);
}

/** Answers the case with newText as it was published. */
export function withPublishedNewText(edit: RealEdit, made: EditCase | null): EditCase | null {
  const [asked] = made?.edits ?? [];
  if (made === null || asked === undefined) return null;
  const newText = edit.newLines.map((line) => line.text).join("\n") + (edit.isClosed ? "\n" : "");
  return { ...made, edits: [{ oldText: asked.oldText, newText }] };
}

// Without the indentation of its first line the old text still occurs, only from the middle of that line on.
function createDriftCaseAllowingMatch(
  edit: RealEdit,
  quoted: (line: string, index: number) => string,
): EditCase | null {
  const mark = "\u0001";
  const made = createDriftCase(edit, {
    quoted: (line, index) => (index === edit.start ? mark : "") + quoted(line, index),
  });
  const [asked] = made?.edits ?? [];
  if (made === null || asked === undefined || oldLinesOf(edit)[0]?.trimStart() === oldLinesOf(edit)[0]) return null;
  const bare = { oldText: asked.oldText.replace(mark, ""), newText: asked.newText.replace(mark, "") };
  return bare.oldText.trim() === "" ? null : { ...made, edits: [bare] };
}
