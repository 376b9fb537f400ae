// What a case of the corpus is, and how one is made from a real edit. The truth is computed, never judged.

import { oldLinesOf, type RealEdit } from "../source/real-edit.js";

/** Asks for one replacement, as every engine understands it. */
export interface AskedEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean;
}

/** Says what must come out: the exact file, or a refusal of one of some kinds. */
export type Expectation =
  | { readonly after: string; readonly areEndingsFree?: boolean }
  | { readonly refusedAs: readonly string[] };

/** Holds a file, the edits asked for, and the truth. */
export interface EditCase {
  readonly before: string;
  readonly edits: readonly AskedEdit[];
  readonly expected: Expectation;
}

/** Makes the case of a class from a real edit; `null` where the class says nothing about that edit. */
export type CaseMaker = (edit: RealEdit) => EditCase | null;

/** Changes one line; `line` is its number in the file, 0-based, -1 for an added one. */
export type LineChange = (text: string, line: number) => string;

/** Says how the file and the model's texts differ from what was published. */
export interface Drift {
  /** Changes the lines of the file. */
  readonly file?: LineChange;
  /** Changes the added lines of the true result. */
  readonly added?: LineChange;
  /** Changes the file's lines where the model quotes them, in both texts; `null` leaves a line out. */
  readonly quoted?: (text: string, line: number) => string | null;
  /** Changes the added lines as the model writes them. */
  readonly written?: LineChange;
}

const same: LineChange = (text) => text;

/** Makes an answerable case; `null` where the drift leaves the old text as it stands in the file. */
export function createDriftCase(edit: RealEdit, drift: Drift): EditCase | null {
  const { file = same, added = same, quoted = same, written = same } = drift;
  const fileLines = edit.fileLines.map((line, index) => file(line, index));
  const newFileLines = edit.newLines.map(({ text, keptFrom }) =>
    keptFrom === null ? added(text, -1) : (fileLines[keptFrom] ?? ""),
  );
  const close = edit.isClosed ? "\n" : "";
  const oldText = oldLinesOf(edit)
    .map((line, index) => quoted(line, edit.start + index))
    .filter((line) => line !== null);
  const newText = edit.newLines
    .map(({ text, keptFrom }) => (keptFrom === null ? written(text, -1) : quoted(text, keptFrom)))
    .filter((line) => line !== null);
  const before = joinLines(fileLines);
  const asked = {
    oldText: oldText.join("\n") + close,
    newText: newText.join("\n") + (newText.length > 0 ? close : ""),
  };
  if (before.includes(asked.oldText) || asked.oldText === asked.newText) return null;
  return { before, edits: [asked], expected: { after: joinLines(splice(edit, fileLines, newFileLines)) } };
}

/** Makes the case without any drift. */
export function createPlainCase(edit: RealEdit): EditCase {
  const close = edit.isClosed ? "\n" : "";
  const newTexts = edit.newLines.map((line) => line.text);
  const oldText = oldLinesOf(edit).join("\n") + close;
  const after = joinLines(splice(edit, edit.fileLines, newTexts));
  return {
    before: joinLines(edit.fileLines),
    edits: [{ oldText, newText: newTexts.join("\n") + (newTexts.length > 0 ? close : "") }],
    expected: { after },
  };
}

/** Makes a case that must be refused from the plain one. */
export function createRefusalCase(
  edit: RealEdit,
  refusedAs: readonly string[],
  change: (plain: EditCase, asked: AskedEdit) => Partial<EditCase> | null,
): EditCase | null {
  const plain = createPlainCase(edit);
  const [asked] = plain.edits;
  const changed = asked === undefined ? null : change(plain, asked);
  return changed === null ? null : { ...plain, ...changed, expected: { refusedAs } };
}

/** Ends every line by LF and joins them. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function splice(edit: RealEdit, fileLines: readonly string[], newLines: readonly string[]): readonly string[] {
  return [...fileLines.slice(0, edit.start), ...newLines, ...fileLines.slice(edit.end)];
}
