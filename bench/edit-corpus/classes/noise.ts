// Classes with what a model's texts pick up on their way: grep's numbers, blanks on blank lines, signs that cannot be seen.

import { oldLinesOf, type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { indentationOf } from "./indentation.js";
import { toCrlfFile } from "./layout.js";

/** Maps the names of the classes to their makers. */
export const NOISE_CLASSES: Readonly<Record<string, CaseMaker>> = {
  blank_lines_indented_file: (edit) => createDriftCase(edit, { file: indentBlank(edit) }),
  blank_lines_indented_crlf_file: (edit) => toCrlfFile(createDriftCase(edit, { file: indentBlank(edit) })),
  blank_lines_indented_model: (edit) => createDriftCase(edit, { quoted: indentBlank(edit) }),
  numbers_as_grep_prints_them: (edit) => numberAsGrep(edit, (index) => (index % 3 === 0 ? ":" : "-")),
  numbers_as_grep_prints_hits: (edit) => numberAsGrep(edit, () => ":"),
  zero_width_spaces_file: (edit) => onKept(edit, (line) => line.replace(/(\w{2})(?=\w)/, "$1\u200b")),
  zero_width_joiners_model: (edit) =>
    createDriftCase(edit, { quoted: (line) => line.replace(/(\w{2})(?=\w)/, "$1\u200d") }),
  soft_hyphens_file: (edit) => onKept(edit, (line) => line.replaceAll(/(\w{3})(?=\w{3})/g, "$1\u00ad")),
  direction_marks_model: (edit) => createDriftCase(edit, { quoted: (line) => line.replace(/(?=[("])/, "\u200e") }),
  variation_selectors_file: (edit) => onKept(edit, (line) => line.replace(/(?<=\w)(?=\W|$)/, "\ufe0f")),
  edits_share_a_line: shareLine,
};

function indentBlank({ fileLines }: RealEdit): (line: string, index: number) => string {
  return (line, index) => {
    const next = fileLines.slice(index + 1).find((each) => each.trim() !== "");
    return line === "" && index >= 0 ? indentationOf(next ?? "") : line;
  };
}

// Signs in removed lines stay out, since what becomes of them in an added line is a matter of taste.
function onKept(edit: RealEdit, change: (line: string) => string): EditCase | null {
  const removed = new Set(removedLinesOf(edit));
  return createDriftCase(edit, { file: (line, index) => (removed.has(index) ? line : change(line)) });
}

function numberAsGrep(edit: RealEdit, separator: (index: number) => string): EditCase | null {
  const number = (lines: readonly string[]): string =>
    lines.map((line, index) => `${edit.start + index + 1}${separator(index)}${line}`).join("\n");
  const newText = number(edit.newLines.map(({ text }) => text));
  return newText === "" ? null : { ...createPlainCase(edit), edits: [{ oldText: number(oldLinesOf(edit)), newText }] };
}

// The second edit begins with the last line of the first one, which neither changes.
function shareLine(edit: RealEdit): EditCase | null {
  const plain = createPlainCase(edit);
  const last = oldLinesOf(edit).at(-1) ?? "";
  const next = edit.fileLines[edit.end];
  const isKept = edit.newLines.at(-1)?.keptFrom === edit.end - 1;
  if (!isKept || next === undefined || last.trim() === "" || next.trim() === "" || !("after" in plain.expected)) {
    return null;
  }
  const shared = `${last}\n${next}`;
  const after = [...edit.fileLines.slice(0, edit.start), ...edit.newLines.map(({ text }) => text), `${next} changed`];
  const expected = { after: [...after, ...edit.fileLines.slice(edit.end + 1), ""].join("\n") };
  const count = plain.before.split(shared).length;
  return count === 2
    ? { ...plain, edits: [...plain.edits, { oldText: shared, newText: `${shared} changed` }], expected }
    : null;
}
