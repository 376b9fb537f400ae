// Classes in which line endings, blanks or blank lines differ between the file and what the model quotes.

import { type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";

/** Maps the names of the classes to their makers. */
export const LAYOUT_CLASSES: Readonly<Record<string, CaseMaker>> = {
  exact: createPlainCase,
  file_shifted: (edit) => onWholeFile(edit, (text) => `# one line more\n\n${text}`),
  file_with_mark: (edit) => onWholeFile(edit, (text) => `\ufeff${text}`),
  file_without_final_break: withoutFinalBreak,
  crlf_file: (edit) => onWholeFile(edit, toCrlf),
  crlf_model: (edit) => onAsked(edit, toCrlf),
  crlf_both: (edit) => mapAsked(onWholeFile(edit, toCrlf), toCrlf),
  mixed_file: (edit) => mixEndings(createPlainCase(edit)),
  dollar_signs: (edit) => onAddedText(edit, (text) => `${text} $& $1 $$ $'`),
  trailing_blanks_file: (edit) =>
    createDriftCase(edit, {
      // What stands behind the last character that is quoted is outside of the edit.
      file: (line, index) => (index === edit.end - 1 && !edit.isClosed ? line : line + blanksFor(index)),
    }),
  trailing_blanks_model: (edit) => createDriftCase(edit, { quoted: (line, index) => line + blanksFor(index) }),
  trailing_blanks_everywhere_model: (edit) =>
    createDriftCase(edit, { quoted: (line) => `${line}  `, written: (line) => line }),
  blank_runs_file: (edit) => createDriftCase(edit, { file: widenKept(edit) }),
  blank_runs_model: (edit) => createDriftCase(edit, { quoted: widenKept(edit) }),
  blank_ends_added: (edit) =>
    mapAsked(createPlainCase(edit), (text) => `\n${text.endsWith("\n") ? text : `${text}\n`}`, true),
  crlf_and_trailing_blanks: (edit) =>
    toCrlfFile(createDriftCase(edit, { quoted: (line, index) => line + blanksFor(index) })),
};

/** Gives a case's file CRLF, and its true result too. */
export function toCrlfFile(made: EditCase | null): EditCase | null {
  return made === null ? null : mapFile(made, toCrlf);
}

/** Changes the whole file and the whole true result. */
export function mapFile(made: EditCase, change: (text: string) => string): EditCase {
  const { expected } = made;
  return {
    ...made,
    before: change(made.before),
    expected: "after" in expected ? { ...expected, after: change(expected.after) } : expected,
  };
}

function onWholeFile(edit: RealEdit, change: (text: string) => string): EditCase {
  return mapFile(createPlainCase(edit), change);
}

/** Ends every line by CRLF. */
export function toCrlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

/** Changes both texts of every edit; with `mustMiss`, `null` when an old text still occurs as it is. */
export function mapAsked(made: EditCase, change: (text: string) => string, mustMiss = false): EditCase | null {
  const edits = made.edits.map(({ oldText, newText }) => ({ oldText: change(oldText), newText: change(newText) }));
  return mustMiss && edits.some(({ oldText }) => made.before.includes(oldText)) ? null : { ...made, edits };
}

function onAsked(edit: RealEdit, change: (text: string) => string): EditCase | null {
  return mapAsked(createPlainCase(edit), change);
}

function onAddedText(edit: RealEdit, change: (text: string) => string): EditCase | null {
  const newLines = edit.newLines.map((line) => (line.keptFrom === null ? { ...line, text: change(line.text) } : line));
  return edit.newLines.some((line) => line.keptFrom === null) ? createPlainCase({ ...edit, newLines }) : null;
}

function withoutFinalBreak(edit: RealEdit): EditCase | null {
  if (edit.end !== edit.fileLines.length || edit.newLines.length === 0) return null;
  return mapFile(createPlainCase(edit), (text) => text.slice(0, -1));
}

// Only the endings of added lines are the engine's own choice.
function mixEndings(made: EditCase): EditCase {
  let line = 0;
  const before = made.before.replace(/\n/g, () => (line++ % 3 === 1 ? "\r\n" : "\n"));
  const { expected } = made;
  return { ...made, before, expected: "after" in expected ? { ...expected, areEndingsFree: true } : expected };
}

/** Answers blanks to put behind a line, others for each of four lines. */
export function blanksFor(line: number): string {
  return ["  ", "", "\t", " "][line % 4] ?? "";
}

function widenKept(edit: RealEdit): (line: string, index: number) => string {
  const removed = new Set(removedLinesOf(edit));
  return (line, index) => (removed.has(index) ? line : line.replace(/(\S) (?=\S)/g, "$1  "));
}
