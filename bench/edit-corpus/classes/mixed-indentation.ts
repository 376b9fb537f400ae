// Classes in which indentation is not whole levels: alignment behind tabs, stars of comments, blanks of both kinds, slips.

import { type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, type EditCase } from "./edit-case.js";
import {
  indentationOf,
  quoteAs,
  type Reindent,
  reindent,
  textLines,
  usualUnitOf,
  withPublishedNewText,
} from "./indentation.js";

/** Maps the names of the classes to their makers. */
export const MIXED_INDENTATION_CLASSES: Readonly<Record<string, CaseMaker>> = {
  mixed_tabs_quoted_as_4_spaces: (edit) => quoteMixedTabs(edit, 4),
  mixed_tabs_quoted_as_2_spaces: (edit) => quoteMixedTabs(edit, 2),
  mixed_spaces_quoted_as_tabs: (edit) => fromSpaces(edit, (old, width) => toTabs(old, width)),
  mixed_unit_halved: (edit) =>
    fromSpaces(edit, (old, width) =>
      width === 4 ? " ".repeat(Math.floor(old.length / 4) * 2 + (old.length % 4)) : null,
    ),
  mixed_unit_halved_rounded: (edit) =>
    fromSpaces(edit, (old, width) => (width === 4 ? " ".repeat(Math.floor(old.length / 2)) : null)),
  mixed_one_level_extra: (edit) => quoteAs(edit, (old) => usualUnitOf(edit) + old),
  mixed_four_spaces_extra: (edit) => quoteAs(edit, (old) => `    ${old}`),
  mixed_one_space_extra: (edit) => quoteAs(edit, (old) => ` ${old}`),
  mixed_common_blanks_missing: (edit) => {
    const common = commonBlanksOf(edit);
    return common === "" ? null : quoteAs(edit, (old) => old.slice(common.length));
  },
  one_line_one_space_off_both: (edit) => slip(edit, keptLineOf(edit), (old) => ` ${old}`),
  one_line_one_space_off_old_only: (edit) =>
    withPublishedNewText(
      edit,
      slip(edit, keptLineOf(edit), (old) => ` ${old}`),
    ),
  one_line_bare_both: (edit) => slip(edit, keptLineOf(edit), () => ""),
  one_line_bare_old_only: (edit) =>
    withPublishedNewText(
      edit,
      slip(edit, keptLineOf(edit), () => ""),
    ),
  removed_line_shifted: (edit) => slip(edit, removedLinesOf(edit)[0] ?? null, (old) => usualUnitOf(edit) + old),
};

function toTabs(indentation: string, width: number): string {
  const levels = Math.floor(indentation.length / width);
  return "\t".repeat(levels) + " ".repeat(indentation.length - levels * width);
}

// Only edits that have such indentation somewhere, in a file that has spaces; no two may become the same.
function fromSpaces(edit: RealEdit, change: (old: string, width: number) => string | null): EditCase | null {
  const width = usualUnitOf(edit).length;
  const old = [...new Set(textLines(edit).map(indentationOf))];
  if (usualUnitOf(edit) === "\t" || old.some((each) => each.includes("\t"))) return null;
  if (old.every((each) => each.length % width === 0) || !areAddedOnesTold(edit)) return null;
  const changed = old.map((each) => change(each, width));
  if (changed.includes(null) || new Set(changed).size < old.length) return null;
  return quoteAs(edit, (each) => change(each, width) ?? each);
}

// Lines that are indented by more than a level, or by less, are aligned with the text above them.
function quoteMixedTabs(edit: RealEdit, width: number): EditCase | null {
  const unit = usualUnitOf(edit);
  const tabs = (old: string): string => (unit === "\t" ? old : toTabs(old, unit.length));
  const spaces = (old: string): string => tabs(old).replaceAll("\t", " ".repeat(width));
  const old = [...new Set(textLines(edit).map((line) => tabs(indentationOf(line))))];
  const isMixed = old.some((each) => / /.test(each)) && old.every((each) => /^\t* *$/.test(each));
  if (!isMixed || new Set(old.map(spaces)).size < old.length || !areAddedOnesTold(edit)) return null;
  const tabbed = (line: string): string => reindent(line, tabs);
  const spaced = (line: string): string => reindent(line, spaces);
  return createDriftCase(edit, { file: tabbed, added: tabbed, quoted: spaced, written: spaced });
}

// An added line may be aligned only where a quoted one is, or by less than two spaces, as the stars of a comment.
function areAddedOnesTold(edit: RealEdit): boolean {
  const width = usualUnitOf(edit).length;
  const quoted = new Set(edit.fileLines.slice(edit.start, edit.end).map(indentationOf));
  return edit.newLines.every(({ text, keptFrom }) => {
    const indentation = indentationOf(text);
    const rest = usualUnitOf(edit) === "\t" ? indentation.replace(/^\t*/, "").length : indentation.length % width;
    return keptFrom !== null || text.trim() === "" || quoted.has(indentation) || rest < 2;
  });
}

function commonBlanksOf(edit: RealEdit): string {
  const indentations = textLines(edit).map(indentationOf);
  let common = indentations[0] ?? "";
  while (!indentations.every((each) => each.startsWith(common))) common = common.slice(0, -1);
  return common;
}

function keptLineOf(edit: RealEdit): number | null {
  const kept = edit.newLines.filter(({ keptFrom, text }) => keptFrom !== null && text.trim() !== "");
  return kept.length < 3 ? null : (kept[Math.floor(kept.length / 2)]?.keptFrom ?? null);
}

function slip(edit: RealEdit, target: number | null, change: Reindent): EditCase | null {
  if (target === null || edit.end - edit.start < 4) return null;
  return createDriftCase(edit, { quoted: (line, index) => (index === target ? reindent(line, change) : line) });
}
