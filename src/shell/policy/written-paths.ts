// Finds the files that a command is known to change by its operands. Judges nothing.

import { posix } from "node:path";
import type { ArgumentEffect } from "./argument-match.js";
import { programName } from "./program-name.js";
import { SECOND_OPERAND_WRITERS, WRITERS, type Writer } from "./rules/writers.js";

/** A file that a command changes. */
export interface WrittenPath {
  /** 0-based index of the word among the words of the command. */
  readonly index: number;
  readonly path: string;
}

function readOperands(words: readonly string[], valueFlags: readonly string[]): readonly WrittenPath[] {
  const operands: WrittenPath[] = [];
  let isAfterDashes = false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (isAfterDashes || !/^-./.test(word)) operands.push({ index, path: word });
    else if (word === "--") isAfterDashes = true;
    else if (valueFlags.includes(word)) index += 1;
  }
  return operands;
}

/** `-t`, also at the end of a cluster or with its value behind it, and `--target-directory`, also abbreviated. */
const TARGET = /^(?:-[a-zA-Z]*?t|--t[a-z-]*(?:=|$))(?<attached>.*)$/s;

function readTargets(words: readonly string[], { valueFlags = [] }: Writer): readonly WrittenPath[] {
  return words.flatMap((word, index) => {
    const { attached } = TARGET.exec(word)?.groups ?? {};
    if (index === 0 || attached === undefined || valueFlags.includes(words[index - 1] ?? "")) return [];
    return [attached === "" ? { index: index + 1, path: words[index + 1] ?? "" } : { index, path: attached }];
  });
}

const SYMBOLIC = /^-[a-zA-Z]*s|^--s[a-z]*$/;

/** What a symbolic link points at is counted from the directory of the link, since that is where it is followed. */
function readLinks(operands: readonly WrittenPath[], targets: readonly WrittenPath[]): readonly WrittenPath[] {
  const last = operands.at(-1);
  if (last === undefined) return targets;
  const isInto = targets.length > 0;
  const pointed = isInto || operands.length === 1 ? operands : operands.slice(0, -1);
  const directory = isInto ? (targets.at(-1)?.path ?? ".") : linkDirectory(last.path, operands.length);
  const reached = pointed.map(({ index, path }) => ({
    index,
    path: path.startsWith("/") || path.startsWith("~") ? path : `${directory}/${path}`,
  }));
  return isInto ? [...reached, ...targets] : [...reached, last];
}

function linkDirectory(link: string, operandCount: number): string {
  if (operandCount === 1) return ".";
  return operandCount === 2 ? posix.dirname(link) : link;
}

function readChanged(words: readonly string[], writer: Writer): readonly WrittenPath[] {
  if (words.slice(1).some((word) => writer.noneFlag?.test(word) === true)) return [];
  const targets = writer.takesTarget === true ? readTargets(words, writer) : [];
  const operands = readOperands(words, writer.valueFlags ?? []);
  if (writer.makesLinks === true && words.some((word) => SYMBOLIC.test(word))) return readLinks(operands, targets);
  const isAll = writer.changes === "all" || words.some((word) => writer.allFlag?.test(word) === true);
  if (isAll) return [...operands, ...targets];
  if (writer.changes === "first") return readFirst(operands, words);
  return targets.length > 0 ? targets : operands.slice(-1);
}

/** The first operand, and those before it that may be the value of an option. */
function readFirst(operands: readonly WrittenPath[], words: readonly string[]): readonly WrittenPath[] {
  const first = operands.findIndex(({ index }) => !/^-./.test(words[index - 1] ?? ""));
  return first === -1 ? operands : operands.slice(0, first + 1);
}

const SED = ["sed", "gsed"];
const SED_VALUES = ["-e", "-f", "-l", "--expression", "--file", "--line-length"];

/** The files that sed edits in place; without a script of its own option, the first operand is the script. */
function readSed(words: readonly string[]): readonly WrittenPath[] {
  if (!words.some((word) => /^-[a-zA-Z]*i|^--in/.test(word))) return [];
  const clusters = words.filter((word) => /^-[nErsuz]+e$/.test(word));
  const operands = readOperands(words, [...SED_VALUES, ...clusters]);
  return words.some((word) => /^-[nErsuz]*[ef]|^--(?:ex|f)/.test(word)) ? operands : operands.slice(1);
}

const TAR = ["tar", "gtar", "bsdtar"];
const TAR_CHANGES = /^-?[a-zA-Z]*[cruA]|^--(?:cr|app|up|cat|con|del)/;
const TAR_FILE = /^(?:-[a-zA-Z]*f|--fil[a-z]*(?:=|$))(?<attached>.*)$/s;

/** The archive that tar makes or adds to; `-` is its output. */
function readTar(words: readonly string[]): readonly WrittenPath[] {
  const isChange = words.some(
    (word, index) => (index === 1 || (index > 1 && word.startsWith("-"))) && TAR_CHANGES.test(word),
  );
  if (!isChange) return [];
  const bundled = /^[a-zA-Z]*f/.test(words[1] ?? "") ? [{ index: 2, path: words[2] ?? "" }] : [];
  const flagged = words.flatMap((word, index) => {
    const { attached } = TAR_FILE.exec(word)?.groups ?? {};
    if (index === 0 || attached === undefined) return [];
    return [attached === "" ? { index: index + 1, path: words[index + 1] ?? "" } : { index, path: attached }];
  });
  return [...bundled, ...flagged].filter(({ path }) => path !== "-");
}

function readDd(words: readonly string[]): readonly WrittenPath[] {
  return words.flatMap((word, index) => (word.startsWith("of=") ? [{ index, path: word.slice(3) }] : []));
}

/** Answers what is known of a program that is made to write; `undefined` for any other. */
export function findWriter(program: string): Writer | undefined {
  return WRITERS.find(({ programs }) => programs.includes(program));
}

/** Lists the files that a program such as `rm`, `cp` or `tee` changes; programs that are not known change none here. */
export function findWrittenPaths(words: readonly string[]): readonly WrittenPath[] {
  const program = programName(words);
  if (program === "dd") return readDd(words);
  if (TAR.includes(program)) return readTar(words);
  if (SED.includes(program)) return readSed(words);
  const writer = findWriter(program);
  return writer === undefined
    ? []
    : readChanged(words, writer).filter(({ path }) => path !== "/dev/null" && path !== "");
}

/** Counts generously: whatever follows `--`, or begins with one dash and is no known option, is looked at as well. */
export function findSecondOperand(words: readonly string[]): readonly ArgumentEffect[] {
  const optionsWithValue = SECOND_OPERAND_WRITERS[programName(words)];
  if (optionsWithValue === undefined) return [];
  const isOptionOrValue = (word: string, index: number): boolean =>
    index === 0 || /^-./.test(word) || (index > 1 && optionsWithValue.includes(words[index - 1] ?? ""));
  const operands = words.map((argument, index) => ({ argument, index }));
  return operands
    .filter(({ argument, index }) => !isOptionOrValue(argument, index))
    .slice(1)
    .map((operand) => ({ ...operand, effect: "is a file that would be written" }));
}
