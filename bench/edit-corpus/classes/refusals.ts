// Classes that nothing may be applied for: the right answer is a refusal of a fitting kind.

import { oldLinesOf, type RealEdit, removedLinesOf } from "../source/real-edit.js";
import {
  type CaseMaker,
  createDriftCase,
  createPlainCase,
  createRefusalCase,
  type EditCase,
  joinLines,
} from "./edit-case.js";
import { indentationOf, quoteAs, quoteTabs, usualUnitOf } from "./indentation.js";

// Where the file reads newText already, saying so is as right.
const MISSING = ["text_not_found", "no_change"];
const SEVERAL = ["ambiguous_text_match"];
const APPLIED = ["no_change", "text_not_found"];

/** Maps the names of the classes to their makers. */
export const REFUSAL_CLASSES: Readonly<Record<string, CaseMaker>> = {
  occurs_twice: (edit) =>
    createRefusalCase(edit, SEVERAL, ({ before }) => ({ before: before + joinLines(oldLinesOf(edit)) })),
  occurs_twice_with_other_blanks: (edit) =>
    createRefusalCase(edit, SEVERAL, () => ({
      before: copies(
        edit,
        (line) => `${line} `,
        (line) => `${line}\t`,
      ),
    })),
  occurs_twice_with_other_indentation: (edit) =>
    createRefusalCase(edit, SEVERAL, () => ({
      before: copies(
        edit,
        (line) => ` ${line}`,
        (line) => `   ${line}`,
      ),
    })),
  occurs_twice_and_escaped: (edit) =>
    createRefusalCase(edit, [...SEVERAL, ...MISSING], ({ before }, { oldText, newText }) => {
      if (!oldText.trim().includes("\n") || /\\/.test(oldText + newText)) return null;
      const edits = [{ oldText: oldText.replaceAll("\n", "\\n"), newText: newText.replaceAll("\n", "\\n") }];
      return { before: before + joinLines(oldLinesOf(edit)), edits };
    }),
  text_gone: (edit) =>
    createRefusalCase(edit, MISSING, () => ({
      before: joinLines([...edit.fileLines.slice(0, edit.start), ...edit.fileLines.slice(edit.end)]),
    })),
  already_applied: (edit) => {
    const { expected } = createPlainCase(edit);
    const hasAdded = edit.newLines.some(({ keptFrom, text }) => keptFrom === null && text.trim().length > 8);
    if (!("after" in expected) || !hasAdded || removedLinesOf(edit).length === 0) return null;
    return createRefusalCase(edit, APPLIED, () => ({ before: expected.after }));
  },
  insertion_already_applied: (edit) => {
    const { expected } = createPlainCase(edit);
    const hasAdded = edit.newLines.some(({ keptFrom, text }) => keptFrom === null && text.trim().length > 8);
    if (!("after" in expected) || !hasAdded || removedLinesOf(edit).length > 0) return null;
    return createRefusalCase(edit, APPLIED, () => ({ before: expected.after }));
  },
  value_differs: (edit) => onRemovedLine(edit, changeDigitOrWord),
  value_differs_and_indentation: (edit) =>
    onRemovedLine(edit, (line) => changeDigitOrWord(line)?.replace(/^/, "  ") ?? null),
  case_differs: (edit) =>
    onRemovedLine(edit, (line) =>
      changed(
        line,
        line.replace(/[a-z]{4,}/, (word) => word.toUpperCase()),
      ),
    ),
  middle_line_invented: (edit) =>
    onOldLines(edit, (lines) => lines.toSpliced(middle(lines), 0, "const invented = compute(42);")),
  middle_line_forgotten: (edit) =>
    onOldLines(edit, (lines) => (isForgettable(lines) ? lines.toSpliced(middle(lines), 1) : null)),
  placeholder_in_old_text: (edit) =>
    onOldLines(edit, (lines) =>
      isForgettable(lines) ? lines.toSpliced(middle(lines), 1, "// ... existing code ...") : null,
    ),
  edits_overlap: (edit) =>
    createRefusalCase(edit, ["overlapping_edits"], (_, asked) => {
      const last = oldLinesOf(edit).at(-1) ?? "";
      const next = edit.fileLines[edit.end];
      if (next === undefined || last.trim() === "" || next.trim() === "") return null;
      const second = { oldText: `${last}\n${next}`, newText: `${last} changed\n${next}` };
      return occursOnce(edit, second.oldText) ? { edits: [asked, second] } : null;
    }),
  edits_nested: (edit) =>
    createRefusalCase(edit, ["overlapping_edits"], (_, asked) => {
      const line = oldLinesOf(edit).find((each) => each.trim().length > 8 && occursOnce(edit, each));
      return line === undefined || line === asked.oldText
        ? null
        : { edits: [asked, { oldText: line, newText: `${line} changed` }] };
    }),
  repeated_with_other_indentation: (edit) =>
    repeated(
      edit,
      quoteAs(edit, (old) => `${usualUnitOf(edit)}${old}`),
    ),
  repeated_with_trailing_blanks: (edit) => repeated(edit, createDriftCase(edit, { quoted: (line) => `${line} ` })),
  repeated_with_tabs: (edit) => repeated(edit, quoteTabs(edit, "    ")),
  repeated_with_wide_spaces: (edit) =>
    repeated(edit, createDriftCase(edit, { quoted: (line) => line.replace(/(\S) (?=\S)/g, "$1\u00a0") })),
  repeated_with_other_runs: (edit) =>
    repeated(edit, createDriftCase(edit, { quoted: (line) => line.replace(/(\S) (?=\S)/g, "$1  ") })),
  same_texts: (edit) =>
    createRefusalCase(edit, ["no_change"], (_, { oldText }) => ({ edits: [{ oldText, newText: oldText }] })),
  empty_old_text: (edit) =>
    createRefusalCase(edit, ["parse_error"], (_, { newText }) => ({
      edits: [{ oldText: "", newText: `${newText}x` }],
    })),
  one_edit_of_two_fails: (edit) =>
    createRefusalCase(edit, MISSING, (_, asked) => ({
      edits: [asked, { oldText: "this line is in no file at all", newText: "x" }],
    })),
  escaped_on_one_side: (edit) =>
    createRefusalCase(edit, MISSING, ({ before }, { oldText, newText }) => {
      const escaped = oldText.replaceAll("\n", "\\n");
      const isMeant = oldText.trim().includes("\n") && newText.includes("\n") && !before.includes(escaped);
      return isMeant && !/\\/.test(oldText + newText) ? { edits: [{ oldText: escaped, newText }] } : null;
    }),
  escapes_in_the_code: (edit) =>
    createRefusalCase(edit, MISSING, ({ before }, { oldText, newText }) => {
      const isMeant = /\\/.test(oldText) && oldText.trim().includes("\n");
      const escapeText = (text: string): string => text.replaceAll("\n", "\\n");
      return isMeant && !before.includes(escapeText(oldText))
        ? { edits: [{ oldText: escapeText(oldText), newText: escapeText(newText) }] }
        : null;
    }),
  placeholder_in_new_text: (edit) => withPlaceholder(edit, 0),
  placeholder_in_new_text_hash: (edit) => withPlaceholder(edit, 1),
  placeholder_in_new_text_block: (edit) => withPlaceholder(edit, 2),
  placeholder_in_new_text_markup: (edit) => withPlaceholder(edit, 3),
  placeholder_in_new_text_bare: (edit) => withPlaceholder(edit, 4),
};

// The file is what the same call made of it before.
function repeated(edit: RealEdit, made: EditCase | null): EditCase | null {
  const hasAdded = edit.newLines.some(({ keptFrom, text }) => keptFrom === null && text.trim().length > 8);
  if (made === null || !("after" in made.expected) || !hasAdded) return null;
  const before = made.expected.after;
  return isLikeFirst(before, made.edits) ? null : { ...made, before, expected: { refusedAs: APPLIED } };
}

// What no function of file, oldText and newText can tell from a call that was not sent before: where the file has oldText to
// the letter, once, and newText not around it; and where an edit that changes blanks alone is nearer to the file in its
// oldText than in its newText. Lines indented by two and quoted four too deep are, by then, lines quoted two too deep.
function isLikeFirst(before: string, edits: EditCase["edits"]): boolean {
  return edits.every(({ oldText, newText }) => {
    const isOnce = before.includes(oldText) && before.indexOf(oldText) === before.lastIndexOf(oldText);
    if (isOnce && !(newText.includes(oldText) && before.includes(newText))) return true;
    const place = before.split("\n").find((line) => line.trim() !== "" && line.trim() === firstLineOf(oldText).trim());
    const depths = [place ?? "", firstLineOf(oldText), firstLineOf(newText)].map(indentationOf);
    const [file = 0, old = 0, next = 0] = depths.map((depth) => depth.length);
    const isOneKind = new Set(depths.join("")).size < 2;
    const isSame = oldText.replace(/\s+/g, "") === newText.replace(/\s+/g, "");
    return isSame && isOneKind && Math.abs(file - old) < Math.abs(file - next);
  });
}

function firstLineOf(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

const PLACEHOLDERS = [
  ["// ... rest of the code", "// ... existing code ...", "// rest of the function remains unchanged"],
  ["# ... existing code", "# ... rest of the file unchanged ...", "# (rest of the code stays the same)"],
  ["/* unchanged */", "/* ... */", "/* ... rest of the styles ... */"],
  ["<!-- rest -->", "<!-- ... rest of the document ... -->", "<!-- existing content -->"],
  ["rest of methods ...", "... rest of code ...", "(unchanged code ...)"],
];

// The model leaves out a kept line and says so, in the words that models use.
function withPlaceholder(edit: RealEdit, kind: number): ReturnType<CaseMaker> {
  const kept = [...edit.newLines.keys()].filter((index) => {
    const line = edit.newLines[index];
    if (line === undefined || line.keptFrom === null || line.text.trim() === "") return false;
    return !edit.newLines.some(({ text, keptFrom }) => keptFrom === null && text.trim() === line.text.trim());
  });
  const target = kept[middle(kept)];
  if (target === undefined) return null;
  return createRefusalCase(edit, ["parse_error"], (_, { oldText }) => {
    const lines = edit.newLines.map((line) => line.text);
    const indentation = /^[ \t]*/.exec(lines[target] ?? "")?.[0] ?? "";
    const words = PLACEHOLDERS[kind]?.[edit.start % 3] ?? "";
    return { edits: [{ oldText, newText: lines.toSpliced(target, 1, indentation + words).join("\n") }] };
  });
}

function copies(edit: RealEdit, first: (line: string) => string, second: (line: string) => string): string {
  const filled = (change: (line: string) => string): readonly string[] =>
    oldLinesOf(edit).map((line) => (line.trim() === "" ? line : change(line)));
  const { fileLines, start, end } = edit;
  return joinLines([...fileLines.slice(0, start), ...filled(first), ...fileLines.slice(end), ...filled(second)]);
}

function middle(lines: readonly unknown[]): number {
  return Math.floor(lines.length / 2);
}

function isForgettable(lines: readonly string[]): boolean {
  return lines.length >= 3 && (lines[middle(lines)] ?? "").trim().length > 3;
}

function onOldLines(
  edit: RealEdit,
  change: (lines: readonly string[]) => readonly string[] | null,
): ReturnType<CaseMaker> {
  return createRefusalCase(edit, MISSING, ({ before }, { newText }) => {
    const lines = change(oldLinesOf(edit));
    const oldText = lines?.join("\n") ?? "";
    const isMeant = lines !== null && !before.includes(oldText) && oldText !== newText;
    return isMeant ? { edits: [{ oldText, newText }] } : null;
  });
}

function onRemovedLine(edit: RealEdit, change: (line: string) => string | null): ReturnType<CaseMaker> {
  const target = removedLinesOf(edit).find((line) => change(edit.fileLines[line] ?? "") !== null);
  if (target === undefined) return null;
  return onOldLines(edit, (lines) =>
    lines.map((line, index) => (index === target - edit.start ? (change(line) ?? line) : line)),
  );
}

function changeDigitOrWord(line: string): string | null {
  return (
    changed(
      line,
      line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    ) ?? changed(line, line.replace(/[a-z]{4,}/, "other"))
  );
}

function changed(line: string, result: string): string | null {
  return line === result ? null : result;
}

function occursOnce(edit: RealEdit, text: string): boolean {
  const file = joinLines(edit.fileLines);
  return file.includes(text) && file.indexOf(text) === file.lastIndexOf(text);
}
