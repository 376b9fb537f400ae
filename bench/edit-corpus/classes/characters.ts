// Classes in which characters differ: typography, Unicode forms, line numbers and escapes of a JSON string.

import { oldLinesOf, type RealEdit, removedLinesOf } from "../source/real-edit.js";
import { type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { toCrlfFile } from "./layout.js";

/** Maps the names of the classes to their makers. */
export const CHARACTER_CLASSES: Readonly<Record<string, CaseMaker>> = {
  curly_quotes_file: (edit) => onKeptLines(edit, curl),
  curly_quotes_model: (edit) => createDriftCase(edit, { quoted: curl }),
  curly_quotes_in_a_changed_line: (edit) => inChangedLine(edit, curl, (line) => line),
  decomposed_in_a_changed_line: (edit) => inChangedLine(edit, (line) => accent(line).normalize("NFD"), accent),
  dashes_file: (edit) => onKeptLines(edit, (line) => line.replace(/(\w)-(?=\w)/g, "$1\u2011")),
  wide_spaces_file: (edit) => onKeptLines(edit, (line) => line.replace(/(\S) (?=\S)/g, "$1\u00a0")),
  decomposed_file: (edit) => onKeptLines(edit, (line) => accent(line).normalize("NFD"), accent),
  composed_file: (edit) => onKeptLines(edit, accent, (line) => accent(line).normalize("NFD")),
  full_width_file: (edit) => onKeptLines(edit, widen),
  numbers_with_tab: (edit) => number(edit, (line) => `${line}\t`),
  numbers_with_arrow: (edit) => number(edit, (line) => `${String(line).padStart(6)}→`),
  numbers_with_colon: (edit) => number(edit, (line) => `${line}: `),
  numbers_with_bar: (edit) => number(edit, (line) => `${String(line).padStart(4)} | `),
  numbers_in_old_text_only: (edit) =>
    withPlainNewText(
      edit,
      number(edit, (line) => `${line}\t`),
    ),
  numbers_and_crlf: (edit) => toCrlfFile(number(edit, (line) => `${line}\t`)),
  escaped_breaks: (edit) => escapeBoth(edit, (text) => text.replaceAll("\n", "\\n").replaceAll("\t", "\\t")),
  escaped_quotes: (edit) => escapeBoth(edit, (text) => text.replaceAll('"', '\\"')),
  escaped_breaks_and_quotes: (edit) => escapeBoth(edit, (text) => JSON.stringify(text).slice(1, -1)),
  escaped_breaks_crlf_file: (edit) => toCrlfFile(escapeBoth(edit, (text) => text.replaceAll("\n", "\\n"))),
};

// The characters of removed lines stay, since what becomes of them in an added line is a matter of taste.
function onKeptLines(
  edit: RealEdit,
  change: (line: string) => string,
  quote: (line: string) => string = (line) => line,
): EditCase | null {
  const removed = new Set(removedLinesOf(edit));
  return createDriftCase(edit, {
    file: (line, index) => (removed.has(index) ? line : change(line)),
    quoted: (line, index) => (removed.has(index) ? line : quote(line)),
  });
}

// One word of a line that has other characters in the file becomes another; the rest of the line stays the file's.
function inChangedLine(
  edit: RealEdit,
  change: (line: string) => string,
  quote: (line: string) => string,
): EditCase | null {
  const line = oldLinesOf(edit).find((each) => /[a-z_]{6,}/.test(each) && change(each) !== quote(each));
  const count = edit.fileLines.filter((each) => change(each).includes(change(line ?? ""))).length;
  if (line === undefined || count !== 1) return null;
  const word = /[a-z_]{6,}/.exec(quote(line))?.[0];
  if (word === undefined || quote(line).indexOf(word) !== change(line).indexOf(word)) return null;
  const rename = (text: string): string => text.replace(word, () => `${word}_renamed`);
  const before = createPlainCase({ ...edit, fileLines: edit.fileLines.map(change) }).before;
  return {
    before,
    edits: [{ oldText: quote(line), newText: rename(quote(line)) }],
    expected: { after: before.replace(change(line), () => rename(change(line))) },
  };
}

function curl(line: string): string {
  return line.replace(/"([^"]*)"/g, "“$1”").replace(/(\w)'(?=\w)/g, "$1’");
}

function accent(line: string): string {
  return line.replace(/e(?=[a-z]\b)/g, "é");
}

function widen(line: string): string {
  return line.replace(/[(),;:]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

function number(edit: RealEdit, prefix: (line: number) => string): EditCase | null {
  let next = edit.start;
  const numbered = (line: string): string => {
    next += 1;
    return prefix(next) + line;
  };
  const oldText = oldLinesOf(edit).map(numbered).join("\n");
  next = edit.start;
  const newText = edit.newLines.map(({ text }) => numbered(text)).join("\n");
  return newText === "" ? null : { ...createPlainCase(edit), edits: [{ oldText, newText }] };
}

function withPlainNewText(edit: RealEdit, made: EditCase | null): EditCase | null {
  const [asked] = made?.edits ?? [];
  const newText = edit.newLines.map(({ text }) => text).join("\n");
  return made === null || asked === undefined ? null : { ...made, edits: [{ ...asked, newText }] };
}

// Text that has backslashes of its own cannot be told from escaped text; such cases must not be applied wrongly.
function escapeBoth(edit: RealEdit, escapeText: (text: string) => string): EditCase | null {
  const plain = createPlainCase(edit);
  const [asked] = plain.edits;
  if (asked === undefined || /\\/.test(asked.oldText + asked.newText)) return null;
  const edits = [{ oldText: escapeText(asked.oldText), newText: escapeText(asked.newText) }];
  const isEscaped = edits.every(({ oldText }) => !plain.before.includes(oldText));
  return isEscaped ? { ...plain, edits } : null;
}
