// Says in words what first differs between a quoted text and a region of the file. For reading, never for deciding.

import { cutUtf8 } from "../text/cut-text.js";
import { indentationOf } from "./changed-line.js";
import { occursIn } from "./find-occurrences.js";
import { foldLookAlikes, trimTrailingBlanks } from "./fold-characters.js";

/** Holds the lines of a region and of the text that was expected there. */
export interface ComparedLines {
  /** Line number of the region's first line, 1-based. */
  readonly firstLine: number;
  readonly fileLines: readonly string[];
  readonly oldLines: readonly string[];
}

const EXCERPT_BYTES = 120;

// Characters of a line up to which it is searched and folded: a file may be one line.
const MAX_FOLDED_LENGTH = 4096;

/** Describes the first difference; the first and the last quoted line may be parts of lines. */
export function describeDifference(compared: ComparedLines): string {
  const { fileLines, oldLines, firstLine } = compared;
  const index = oldLines.findIndex((_, place) => !isQuoted(compared, place));
  if (index === -1) return "every line occurs, but not with the text before or behind it";
  const file = fileLines[index];
  const old = oldLines[index] ?? "";
  if (file === undefined) return `the file ends before line ${index + 1} of oldText, ${quote(old)}`;
  return describeShift(compared, index) ?? describeLine({ line: firstLine + index, file, old });
}

function isQuoted({ fileLines, oldLines }: ComparedLines, index: number): boolean {
  const file = fileLines[index];
  const old = oldLines[index] ?? "";
  if (file === undefined) return false;
  if (index === 0 && index === oldLines.length - 1) return file.length <= MAX_FOLDED_LENGTH && occursIn(file, old);
  if (index === 0) return file.endsWith(old);
  return index === oldLines.length - 1 ? file.startsWith(old) : file === old;
}

function describeShift({ fileLines, oldLines, firstLine }: ComparedLines, index: number): string | null {
  const [file, nextFile] = [fileLines[index], fileLines[index + 1]].map((line) => line?.trim());
  const [old, nextOld] = [oldLines[index], oldLines[index + 1]].map((line) => line?.trim());
  if (file === old) return null;
  const line = firstLine + index;
  if (old === nextFile) return `the file has a line that oldText lacks: line ${line}, ${quote(file ?? "")}`;
  if (file === nextOld) return `oldText has a line that the file lacks before line ${line}: ${quote(old ?? "")}`;
  return null;
}

interface DifferingLine {
  readonly line: number;
  readonly file: string;
  readonly old: string;
}

function describeLine(differing: DifferingLine): string {
  const { line, file, old } = differing;
  const [fileBody, oldBody] = [file.trim(), old.trim()];
  if (fileBody === oldBody) return describeBlanks(differing);
  if (file.length > MAX_FOLDED_LENGTH) return describeCharacters(line, fileBody, oldBody);
  if (foldLookAlikes(fileBody) === foldLookAlikes(oldBody)) return describeLookAlike(differing);
  if (collapse(fileBody) === collapse(oldBody))
    return `line ${line} has other blanks between its words: ${quote(file)}`;
  if (fileBody.toLowerCase() === oldBody.toLowerCase()) {
    return `line ${line} differs in upper and lower case: ${quote(file)}`;
  }
  return describeCharacters(line, fileBody, oldBody);
}

function describeCharacters(line: number, fileBody: string, oldBody: string): string {
  const column = firstDifference(fileBody, oldBody) + 1;
  return `line ${line} reads ${quote(fileBody)} in the file and ${quote(oldBody)} in oldText, different from character ${column} on`;
}

function describeBlanks({ line, file, old }: DifferingLine): string {
  if (trimTrailingBlanks(file) === trimTrailingBlanks(old)) {
    return `line ${line} ends with ${countBlanks(file.slice(trimTrailingBlanks(file).length))} in the file and with ${countBlanks(old.slice(trimTrailingBlanks(old).length))} in oldText`;
  }
  return `line ${line} begins with ${countBlanks(indentationOf(file))} in the file and with ${countBlanks(indentationOf(old))} in oldText`;
}

function describeLookAlike({ line, file, old }: DifferingLine): string {
  const [fileBody, oldBody] = [file.trim(), old.trim()];
  const index = firstDifference(fileBody, oldBody);
  return `line ${line} has ${nameCharacter(fileBody, index)} in the file where oldText has ${nameCharacter(oldBody, index)}: ${quote(file)}`;
}

function nameCharacter(text: string, index: number): string {
  const code = text.codePointAt(index);
  if (code === undefined) return "nothing";
  return `${String.fromCodePoint(code)} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`;
}

function countBlanks(blanks: string): string {
  const tabs = [...blanks].filter((blank) => blank === "\t").length;
  const others = [...blanks].length - tabs;
  const parts = [plural(tabs, "tab"), plural(others, "space")].filter((part) => part !== "");
  return parts.length === 0 ? "no blanks" : parts.join(" and ");
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ");
}

function quote(text: string): string {
  return text.trim() === "" ? "blank" : `\`${cutUtf8(text.trim(), EXCERPT_BYTES)}\``;
}
