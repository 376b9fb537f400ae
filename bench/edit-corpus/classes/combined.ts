// Classes in which several drifts come together.

import type { RealEdit } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { quoteAs, quoteTabs, usualUnitOf } from "./indentation.js";
import { blanksFor, mapAsked, mapFile, toCrlf, toCrlfFile } from "./layout.js";

/** Maps the names of the classes to their makers. */
export const COMBINED_CLASSES: Readonly<Record<string, CaseMaker>> = {
  crlf_file_and_tabs: (edit) => toCrlfFile(quoteTabs(edit, "    ")),
  crlf_model_and_tabs: (edit) => onMade(quoteTabs(edit, "    "), (made) => mapAsked(made, toCrlf)),
  mark_crlf_and_tabs: (edit) =>
    onMade(toCrlfFile(quoteTabs(edit, "    ")), (made) => mapFile(made, (text) => `\ufeff${text}`)),
  mark_in_the_model_text: (edit) => mapAsked(createPlainCase(edit), (text) => `\ufeff${text}`),
  trailing_blanks_and_indentation: (edit) =>
    createDriftCase(edit, {
      quoted: (line, index) => (line === "" ? line : usualUnitOf(edit) + line + blanksFor(index)),
      written: (line) => (line === "" ? line : usualUnitOf(edit) + line),
    }),
  trailing_blanks_file_and_indentation: (edit) =>
    createDriftCase(edit, {
      file: (line, index) => (index === edit.end - 1 && !edit.isClosed ? line : line + blanksFor(index)),
      quoted: (line) => (line === "" ? line : usualUnitOf(edit) + line),
      written: (line) => (line === "" ? line : usualUnitOf(edit) + line),
    }),
  numbers_and_indentation: (edit) => onMade(oneLevelExtra(edit), (made) => numberAsked(made, edit.start)),
  numbers_and_tabs: (edit) => onMade(quoteTabs(edit, "    "), (made) => numberAsked(made, edit.start)),
  numbers_and_trailing_blanks: (edit) =>
    onMade(createDriftCase(edit, { quoted: (line, index) => line + blanksFor(index) }), (made) =>
      numberAsked(made, edit.start),
    ),
  wide_spaces_and_indentation: (edit) =>
    createDriftCase(edit, {
      quoted: (line) => (line === "" ? line : usualUnitOf(edit) + line.replace(/(\S) (?=\S)/g, "$1\u00a0")),
      written: (line) => (line === "" ? line : usualUnitOf(edit) + line),
    }),
  blank_runs_and_indentation: (edit) =>
    createDriftCase(edit, {
      quoted: (line) => (line === "" ? line : usualUnitOf(edit) + line.replace(/(\S) (?=\S)/g, "$1  ")),
      written: (line) => (line === "" ? line : usualUnitOf(edit) + line),
    }),
  escaped_as_json_with_backslashes: (edit) => {
    const plain = createPlainCase(edit);
    const escapeText = (text: string): string => JSON.stringify(text).slice(1, -1);
    const isMeant = plain.edits.every(({ oldText }) => /\\/.test(oldText) && oldText.trim().includes("\n"));
    return isMeant ? mapAsked(plain, escapeText, true) : null;
  },
};

function onMade(made: EditCase | null, change: (made: EditCase) => EditCase | null): EditCase | null {
  return made === null ? null : change(made);
}

function oneLevelExtra(edit: RealEdit): EditCase | null {
  return quoteAs(edit, (old) => usualUnitOf(edit) + old);
}

function numberAsked(made: EditCase, start: number): EditCase {
  const number = (text: string): string => {
    const isEnded = text.endsWith("\n");
    const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
    return lines.map((line, index) => `${start + index + 1}\t${line}`).join("\n") + (isEnded ? "\n" : "");
  };
  return {
    ...made,
    edits: made.edits.map(({ oldText, newText }) => ({
      oldText: number(oldText),
      newText: newText === "" ? newText : number(newText),
    })),
  };
}
