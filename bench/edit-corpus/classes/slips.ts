// Classes in which the model slips in what it quotes: a line too few, half of one, a call laid out as a formatter would.

import { oldLinesOf, type RealEdit } from "../source/real-edit.js";
import { type AskedEdit, type CaseMaker, createDriftCase, createPlainCase, type EditCase } from "./edit-case.js";
import { indentationOf, quoteAs, quoteTabs, reindent, usualUnitOf, withPublishedNewText } from "./indentation.js";
import { mapAsked, toCrlf } from "./layout.js";

/** Maps the names of the classes to their makers; all of these can be answered. */
export const SLIP_CLASSES: Readonly<Record<string, CaseMaker>> = {
  blanks_behind_the_last_break: (edit) =>
    edit.isClosed ? mapAsked(createPlainCase(edit), (text) => `${text}    `, true) : null,
  crlf_in_old_text_only: (edit) =>
    onAsked(createPlainCase(edit), ({ oldText, newText }) => ({ oldText: toCrlf(oldText), newText })),
  tabs_quoted_as_spaces_in_some_lines: (edit) => {
    const made = quoteTabs(edit, "    ");
    const spaced = (line: string): string => reindent(line, (old) => old.replaceAll("\t", "    "));
    if (made === null) return null;
    const { before } = made;
    const fileLines = before.slice(0, -1).split("\n");
    const tabbed = {
      ...edit,
      fileLines,
      newLines: edit.newLines.map((line) => ({
        ...line,
        text: fileLines[line.keptFrom ?? -1] ?? tabs(edit, line.text),
      })),
    };
    return createDriftCase(tabbed, { quoted: (line, index) => (index % 2 === 0 ? spaced(line) : line) });
  },
  one_level_extra_in_old_text_only: (edit) =>
    withPublishedNewText(
      edit,
      quoteAs(edit, (old) => usualUnitOf(edit) + old),
    ),
  first_line_cut_in_both: (edit) => cut(edit, 0),
  last_line_cut_in_both: (edit) => cut(edit, -1),
};

/** Maps the names of the classes whose texts differ from the file in more than layout: nothing may be applied. */
export const MISQUOTE_CLASSES: Readonly<Record<string, CaseMaker>> = {
  call_wrapped_by_the_model: (edit) => onKeptLine(edit, wrapCall),
  call_wrapped_in_the_file: (edit) => wrappedInFile(edit),
  entities: (edit) =>
    onBoth(edit, (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  backslashes_doubled: (edit) => onBoth(edit, (text) => text.replaceAll("\\", "\\\\")),
  trailing_comma_dropped: (edit) => onKeptLine(edit, (line) => (/\w.*,$/.test(line) ? line.slice(0, -1) : null)),
  trailing_comma_added: (edit) => onKeptLine(edit, (line) => (/\w[\w"')\]]$/.test(line) ? `${line},` : null)),
  comment_left_out: (edit) => onKeptLine(edit, (line) => (COMMENT.test(line) ? "" : null)),
  comment_of_another_version: (edit) =>
    onKeptLine(edit, (line) => (COMMENT.test(line) ? line.replace(/\w+\W*$/, "stale words") : null)),
  first_line_left_out_of_old_text: (edit) => leftOut(edit, 0),
  last_line_left_out_of_old_text: (edit) => leftOut(edit, -1),
  first_line_cut_in_old_text: (edit) => withPublished(edit, cut(edit, 0)),
  last_line_cut_in_old_text: (edit) => withPublished(edit, cut(edit, -1)),
  placeholder_in_brackets: placeholderInBrackets,
};

// The arguments of a call on a kept line stand in newText as a placeholder.
function placeholderInBrackets(edit: RealEdit): EditCase | null {
  const shorten = (line: string): string => line.replace(/^([^"'`/#*]*\w\()[^()]{3,}(\).*)$/, "$1{ /* ... */ }$2");
  const index = edit.newLines.findIndex(({ text, keptFrom }) => keptFrom !== null && shorten(text) !== text);
  const newLines = edit.newLines.map((line, at) =>
    at === index ? { keptFrom: null, text: shorten(line.text) } : line,
  );
  return index === -1 ? null : { ...createPlainCase({ ...edit, newLines }), expected: { refusedAs: REFUSED } };
}

const COMMENT = /^\s*(?:\/\/|#(?!\w)|--|\*) *\w.*\w+/;
const REFUSED = ["text_not_found", "no_change", "parse_error", "ambiguous_text_match"];

function onAsked(made: EditCase, change: (asked: AskedEdit) => AskedEdit): EditCase {
  return { ...made, edits: made.edits.map(change) };
}

function tabs(edit: RealEdit, text: string): string {
  const unit = edit.fileLines.map(indentationOf).find((each) => each !== "") ?? "  ";
  return reindent(text, (old) => "\t".repeat(Math.round(old.length / unit.length)));
}

function refused(made: EditCase | null): EditCase | null {
  const isFound = made?.edits.every(({ oldText, newText }) => made.before.includes(oldText) || oldText === newText);
  return made === null || isFound ? null : { ...made, expected: { refusedAs: REFUSED } };
}

function onBoth(edit: RealEdit, change: (text: string) => string): EditCase | null {
  const plain = createPlainCase(edit);
  const texts = (made: EditCase): string => made.edits.map(({ oldText }) => oldText).join("");
  const made = onAsked(plain, ({ oldText, newText }) => ({ oldText: change(oldText), newText: change(newText) }));
  return texts(plain) === texts(made) ? null : refused(made);
}

// Changes the first kept line that can be changed so, in both texts; the empty text leaves it out.
function onKeptLine(edit: RealEdit, change: (line: string) => string | null): EditCase | null {
  const target = edit.newLines.find(({ text, keptFrom }) => keptFrom !== null && change(text) !== null)?.keptFrom;
  if (target === undefined || target === null) return null;
  const isEnd = target === edit.start || target === edit.end - 1;
  const [changed = null] = [change(edit.fileLines[target] ?? "")];
  // A line that is left out at an end is not quoted, that is all.
  if (changed === "" && isEnd) return null;
  return refused(createDriftCase(edit, { quoted: (line, index) => (index === target ? changed || null : line) }));
}

function wrapCall(line: string): string | null {
  const call = /^(\s*)(.*\w\()([^()]*,[^()]*)(\).*)$/.exec(line);
  if (call === null) return null;
  const [, indentation = "", head = "", inner = "", tail = ""] = call;
  const args = inner.split(", ").map((each) => `${indentation}  ${each.trim()}`);
  return [`${indentation}${head}`, args.join(",\n"), `${indentation}${tail}`].join("\n");
}

function wrappedInFile(edit: RealEdit): EditCase | null {
  const target = edit.newLines.find(({ text, keptFrom }) => keptFrom !== null && wrapCall(text) !== null)?.keptFrom;
  if (target === undefined || target === null) return null;
  return refused(
    createDriftCase(edit, { file: (line, index) => (index === target ? (wrapCall(line) ?? line) : line) }),
  );
}

// The line is missing in oldText alone, so that it would stand in the file twice.
function leftOut(edit: RealEdit, end: 0 | -1): EditCase | null {
  const lines = oldLinesOf(edit);
  const line = lines.at(end) ?? "";
  const isKept = edit.newLines.at(end)?.text === line && edit.newLines.at(end)?.keptFrom !== null;
  const isAlone = edit.fileLines.filter((each) => each.trim() === line.trim()).length === 1;
  // A newText that is nothing but that line may be meant for another one like it.
  if (edit.newLines.filter(({ text }) => text.trim() !== "").length < 2) return null;
  if (!isKept || !isAlone || line.trim().length < 12 || lines.length < 3) return null;
  const rest = end === 0 ? lines.slice(1) : lines.slice(0, -1);
  const made = onAsked(createPlainCase(edit), ({ newText }) => ({
    oldText: rest.join("\n") + (newText.endsWith("\n") ? "\n" : ""),
    newText,
  }));
  return { ...made, expected: { refusedAs: REFUSED } };
}

// The first line begins, or the last one ends, between two words of it.
function cut(edit: RealEdit, end: 0 | -1): EditCase | null {
  const line = oldLinesOf(edit).at(end) ?? "";
  const isKept = edit.newLines.at(end)?.keptFrom === (end === 0 ? edit.start : edit.end - 1);
  const gap = line.trimEnd().indexOf(" ", indentationOf(line).length + 6);
  const isShort = [line.slice(0, gap), line.slice(gap)].some((each) => each.replace(/\s/g, "").length < 4);
  if (!isKept || gap === -1 || isShort || edit.end - edit.start < 2) return null;
  const unended = { ...edit, isClosed: end === 0 && edit.isClosed };
  const count = line.length - gap - 1;
  const isInOnce = (made: EditCase): boolean =>
    made.edits.every(({ oldText }) => made.before.split(oldText).length === 2);
  const made = onAsked(createPlainCase(unended), ({ oldText, newText }) =>
    end === 0
      ? { oldText: oldText.slice(gap + 1), newText: newText.slice(gap + 1) }
      : { oldText: oldText.slice(0, -count), newText: newText.slice(0, -count) },
  );
  return isInOnce(made) ? made : null;
}

function withPublished(edit: RealEdit, made: EditCase | null): EditCase | null {
  const newText = edit.newLines.map(({ text }) => text).join("\n");
  return made === null
    ? null
    : {
        ...onAsked(made, ({ oldText }) => ({ oldText, newText: oldText.endsWith("\n") ? `${newText}\n` : newText })),
        expected: { refusedAs: REFUSED },
      };
}
