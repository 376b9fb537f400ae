// Classes in which one line is quoted and lines are added above or below it, with other indentation than the file has.

import { oldLinesOf, type RealEdit } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, type EditCase } from "./edit-case.js";
import { indentationOf, type Reindent, reindent, textLines, usualUnitOf } from "./indentation.js";
import { toCrlfFile } from "./layout.js";

/** Maps the names of the classes to their makers. */
export const ANCHOR_CLASSES: Readonly<Record<string, CaseMaker>> = {
  anchor_above_without_indentation: (edit) => bareAnchor(anchorAbove(edit)),
  anchor_below_without_indentation: (edit) => bareAnchor(anchorBelow(edit)),
  anchor_above_without_indentation_crlf: (edit) => toCrlfFile(bareAnchor(anchorAbove(edit))),
  anchor_above_one_blank_missing: (edit) => shorten(anchorAbove(edit), (old) => old.slice(1)),
  anchor_above_one_level_missing: (edit) => shorten(anchorAbove(edit), (old) => old.slice(usualUnitOf(edit).length)),
  anchor_below_one_level_missing: (edit) => shorten(anchorBelow(edit), (old) => old.slice(usualUnitOf(edit).length)),
  anchor_above_one_level_extra: (edit) => reindented(anchorAbove(edit), (old) => usualUnitOf(edit) + old),
  anchor_below_one_level_extra: (edit) => reindented(anchorBelow(edit), (old) => usualUnitOf(edit) + old),
  anchor_bare_and_the_rest_as_in_the_file: (edit) => bareAlone(anchorAbove(edit)),
  anchor_in_tabs_bare_and_the_rest_in_spaces: (edit) => tabbed(anchorAbove(edit)),
};

function isPureInsertion({ start, end, newLines }: RealEdit): boolean {
  const kept = newLines.filter(({ keptFrom }) => keptFrom !== null).length;
  return kept === end - start && kept < newLines.length;
}

// The line above the added ones alone, where nothing else in the file reads so.
function anchorAbove(edit: RealEdit): RealEdit | null {
  const first = edit.newLines.findIndex(({ keptFrom }) => keptFrom === null);
  return narrow(edit, edit.newLines[first - 1]?.keptFrom ?? null, (anchor, added) => [anchor, ...added]);
}

function anchorBelow(edit: RealEdit): RealEdit | null {
  const last = edit.newLines.findLastIndex(({ keptFrom }) => keptFrom === null);
  return narrow(edit, edit.newLines[last + 1]?.keptFrom ?? null, (anchor, added) => [...added, anchor]);
}

type Lines = RealEdit["newLines"];

function narrow(
  edit: RealEdit,
  line: number | null,
  join: (anchor: Lines[number], added: Lines) => Lines,
): RealEdit | null {
  const added = edit.newLines.filter(({ keptFrom }) => keptFrom === null);
  const text = edit.fileLines[line ?? -1];
  if (line === null || text === undefined || !isPureInsertion(edit) || text.trim().length < 6) return null;
  // Added lines that begin or end blank could as well stand on the other side of blank lines that are there.
  if (added[0]?.text.trim() === "" || added.at(-1)?.text.trim() === "") return null;
  const sign = text.trim();
  const isAlone = edit.fileLines.filter((each) => each.includes(sign)).length === 1;
  const isOneRun = edit.newLines.findLastIndex(isAdded) - edit.newLines.findIndex(isAdded) + 1 === added.length;
  if (!isAlone || !isOneRun) return null;
  return { ...edit, start: line, end: line + 1, newLines: join({ text, keptFrom: line }, added) };
}

function isAdded({ keptFrom }: Lines[number]): boolean {
  return keptFrom === null;
}

// Asks as the change of the indentation says, though the old text may stand in the file as it is, inside of its line.
function reindented(edit: RealEdit | null, change: Reindent): EditCase | null {
  if (edit === null) return null;
  const mark = "\u0001";
  const changed = (line: string): string => reindent(line, change);
  const made = createDriftCase(edit, { quoted: (line) => mark + changed(line), written: changed });
  const edits = made?.edits.map(({ oldText, newText }) => ({
    oldText: oldText.replaceAll(mark, ""),
    newText: newText.replaceAll(mark, ""),
  }));
  const isChanged = changed(oldLinesOf(edit)[0] ?? "") !== oldLinesOf(edit)[0];
  return made === null || edits === undefined || !isChanged ? null : { ...made, edits };
}

// Every line has what is taken away.
function shorten(edit: RealEdit | null, change: Reindent): EditCase | null {
  const unit = edit === null ? "" : usualUnitOf(edit);
  if (edit === null || textLines(edit).some((line) => !line.startsWith(unit))) return null;
  return reindented(edit, change);
}

function bareAnchor(edit: RealEdit | null): EditCase | null {
  const depth = indentationOf(oldLinesOf(edit ?? NOTHING)[0] ?? "");
  if (edit === null || depth === "" || textLines(edit).some((line) => !line.startsWith(depth))) return null;
  return reindented(edit, (old) => old.slice(depth.length));
}

const NOTHING = { fileLines: [], start: 0, end: 0 } as const satisfies Partial<RealEdit> as unknown as RealEdit;

function bareAlone(edit: RealEdit | null): EditCase | null {
  const [anchor] = edit === null ? [] : oldLinesOf(edit);
  if (edit === null || anchor === undefined || indentationOf(anchor) === "") return null;
  const made = reindented(edit, () => "");
  const newText = edit.newLines.map(({ text, keptFrom }) => (keptFrom === null ? text : text.trimStart())).join("\n");
  const [asked] = made?.edits ?? [];
  if (made === null || asked === undefined) return null;
  return { ...made, edits: [{ oldText: asked.oldText, newText: newText + (edit.isClosed ? "\n" : "") }] };
}

// The file has tabs; the model leaves the quoted line's out and writes levels of four spaces behind it.
function tabbed(edit: RealEdit | null): EditCase | null {
  if (edit === null) return null;
  const unit = usualUnitOf(edit);
  const toTabs: Reindent = (old) => "\t".repeat(Math.floor(old.length / unit.length));
  const depth = toTabs(indentationOf(oldLinesOf(edit)[0] ?? ""));
  const isWhole = edit.fileLines.every((line) => line.trim() === "" || indentationOf(line).length % unit.length === 0);
  const lines = textLines(edit).map((line) => toTabs(indentationOf(line)));
  if (!isWhole || depth === "" || lines.some((each) => !each.startsWith(depth))) return null;
  const file = { ...edit, fileLines: edit.fileLines.map((line) => reindent(line, toTabs)) };
  const newLines = edit.newLines.map((line) => ({ ...line, text: reindent(line.text, toTabs) }));
  return reindented({ ...file, newLines }, (old) => old.slice(depth.length).replaceAll("\t", "    "));
}
