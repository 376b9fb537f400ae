// Finds the first argument of a command that does more than the allowed command spells out. Holds no rules itself.

import { type ArgumentEffect, findRuledArguments } from "./argument-match.js";
import { ARGUMENT_RULES, SECOND_OPERAND_WRITERS } from "./dangerous-arguments.js";
import { findGitEffects } from "./git-arguments.js";
import { findSedEffects } from "./sed-arguments.js";

/** Counts generously: whatever follows `--`, or begins with one dash and is no known option, is looked at as well. */
function findSecondOperand(program: string, words: readonly string[]): readonly ArgumentEffect[] {
  const optionsWithValue = SECOND_OPERAND_WRITERS[program];
  if (optionsWithValue === undefined) return [];
  const isOptionOrValue = (word: string, index: number): boolean =>
    index === 0 || /^-./.test(word) || (index > 1 && optionsWithValue.includes(words[index - 1] ?? ""));
  const operands = words.map((argument, index) => ({ argument, index }));
  return operands
    .filter(({ argument, index }) => !isOptionOrValue(argument, index))
    .slice(1)
    .map((operand) => ({ ...operand, effect: "is a file that would be written" }));
}

function findEffects(words: readonly string[]): readonly ArgumentEffect[] {
  const program = (words[0] ?? "").split("/").at(-1) ?? "";
  const rules = ARGUMENT_RULES.filter(({ programs }) => programs.includes(program));
  return [
    ...rules.flatMap((rule) => findRuledArguments(words, rule)),
    ...findSecondOperand(program, words),
    ...(program === "git" ? findGitEffects(words) : []),
    ...(program === "sed" || program === "gsed" ? findSedEffects(words) : []),
  ];
}

/**
 * Finds an argument that makes a well-known program run another one or write a file; `null` when none is known.
 * The first `spelledCount` words, which the allowed command spells out itself, are never held against it.
 * NOT guaranteed to be complete: programs that are not in the table have no rules.
 */
export function findDangerousArgument(words: readonly string[], spelledCount: number): ArgumentEffect | null {
  return findEffects(words).find(({ index }) => index >= spelledCount) ?? null;
}
