// Finds the files that a command is known to change by its operands. Judges nothing.

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

function readTargets(words: readonly string[], targetFlags: readonly string[]): readonly WrittenPath[] {
  return words.flatMap((word, index) => {
    const flag = targetFlags.find((one) => word.startsWith(one));
    if (flag === undefined) return [];
    const attached = word.slice(flag.length).replace(/^=/, "");
    return [attached === "" ? { index: index + 1, path: words[index + 1] ?? "" } : { index, path: attached }];
  });
}

function readChanged(
  words: readonly string[],
  { changes, valueFlags = [], targetFlags = [] }: Writer,
): readonly WrittenPath[] {
  const targets = readTargets(words, targetFlags);
  const operands = readOperands(words, [...valueFlags, ...targetFlags]);
  if (changes === "all") return [...operands, ...targets];
  if (changes === "afterFirst") return operands.slice(1);
  return targets.length > 0 ? targets : operands.slice(-1);
}

function readDd(words: readonly string[]): readonly WrittenPath[] {
  return words.flatMap((word, index) => (word.startsWith("of=") ? [{ index, path: word.slice(3) }] : []));
}

/** Lists the files that a program such as `rm`, `cp` or `tee` changes; programs that are not known change none here. */
export function findWrittenPaths(words: readonly string[]): readonly WrittenPath[] {
  const program = programName(words);
  if (program === "dd") return readDd(words);
  const writer = WRITERS.find(({ programs }) => programs.includes(program));
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
