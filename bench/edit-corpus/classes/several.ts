// Classes with several edits in a call, parts of lines, and drifts that come together.

import { oldLinesOf, type RealEdit } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { toCrlfFile } from "./layout.js";

/** Maps the names of the classes to their makers. */
export const SEVERAL_CLASSES: Readonly<Record<string, CaseMaker>> = {
  two_edits: (edit) => withSecondEdit(createPlainCase(edit), edit),
  two_edits_crlf: (edit) => toCrlfFile(withSecondEdit(createPlainCase(edit), edit)),
  two_edits_one_indented: (edit) => withSecondEdit(indentBoth(edit), edit),
  two_edits_one_with_trailing_blanks: (edit) =>
    withSecondEdit(createDriftCase(edit, { quoted: (line) => `${line} ` }), edit),
  two_edits_both_indented: (edit) => withSecondEdit(indentBoth(edit), edit, indentAs(edit)),
  two_edits_curly_and_trailing_blanks: (edit) =>
    withSecondEdit(createDriftCase(edit, { quoted: (line) => `${line} ` }), edit, (line) =>
      line.replace(/"([^"]*)"/g, "“$1”"),
    ),
  part_of_a_line: partOfLine,
  replace_all: replaceAll,
  crlf_and_indentation: (edit) => toCrlfFile(indentBoth(edit)),
  quotes_and_indentation: quoteAndIndent,
};

type Indent = (line: string) => string;

// One level of what the file is indented with.
function indentAs({ fileLines }: RealEdit): Indent {
  const indented = fileLines.filter((line) => /^[ \t]/.test(line));
  const level = indented.filter((line) => line.startsWith("\t")).length * 2 > indented.length ? "\t" : "  ";
  return (line) => (line === "" ? line : level + line);
}

function indentBoth(edit: RealEdit): EditCase | null {
  return createDriftCase(edit, { quoted: indentAs(edit), written: indentAs(edit) });
}

function quoteAndIndent(edit: RealEdit): EditCase | null {
  const indent = indentAs(edit);
  return createDriftCase(edit, { quoted: (line) => indent(line.replaceAll('"', "“")), written: indent });
}

// A second edit further up or down: a line that occurs once gets a word more.
function withSecondEdit(made: EditCase | null, edit: RealEdit, quote: Indent = (line) => line): EditCase | null {
  if (made === null || !("after" in made.expected)) return null;
  const target = edit.fileLines.find((line, index) => {
    const isOutside = index < edit.start - 1 || index > edit.end;
    return isOutside && line.trim().length > 12 && isUnique(made.before, line) && isUnique(after(made), line);
  });
  if (target === undefined) return null;
  const second = { oldText: quote(target), newText: `${quote(target)} changed` };
  const expected = { after: after(made).replace(target, () => `${target} changed`) };
  return { before: made.before, edits: [...made.edits, second], expected };
}

function after({ expected }: EditCase): string {
  return "after" in expected ? expected.after : "";
}

function isUnique(text: string, part: string): boolean {
  return text.indexOf(part) === text.lastIndexOf(part);
}

// Only the words that differ, as far as they occur once.
function partOfLine(edit: RealEdit): EditCase | null {
  const plain = createPlainCase(edit);
  const word = oldLinesOf(edit)
    .flatMap((line) => line.match(/[A-Za-z_]{6,}/g) ?? [])
    .find((each) => isUnique(plain.before, each));
  if (word === undefined) return null;
  const newText = `${word}Renamed`;
  return {
    before: plain.before,
    edits: [{ oldText: word, newText }],
    expected: { after: plain.before.replace(word, () => newText) },
  };
}

function replaceAll(edit: RealEdit): EditCase | null {
  const { before } = createPlainCase(edit);
  const word = oldLinesOf(edit)
    .flatMap((line) => line.match(/[A-Za-z_]{6,}/g) ?? [])
    .find((each) => !isUnique(before, each));
  if (word === undefined) return null;
  const newText = `$&${word}`;
  return {
    before,
    edits: [{ oldText: word, newText, replaceAll: true }],
    expected: { after: before.replaceAll(word, () => newText) },
  };
}
