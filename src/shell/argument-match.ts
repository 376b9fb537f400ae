// Finds the arguments of one program that fall under one rule. Knows no policy and no command line.

import type { ArgumentRule } from "./dangerous-arguments.js";

/** An argument that does more than its program is known for. */
export interface ArgumentEffect {
  /** 0-based index among the words of the command; the program is word 0. */
  readonly index: number;
  readonly argument: string;
  /** What it does, in words, such as `can write a file`. */
  readonly effect: string;
}

function isFlag(argument: string, flag: string): boolean {
  const name = argument.split("=", 1)[0] ?? "";
  return flag.startsWith("--") ? name.length > 2 && flag.startsWith(name) : argument === flag;
}

function hasFlag(argument: string, rule: ArgumentRule): boolean {
  if (rule.harmless?.includes(argument) === true) return false;
  return rule.flags?.some((flag) => isFlag(argument, flag)) === true;
}

function hasLetter(argument: string, rule: ArgumentRule): boolean {
  if (rule.letters === undefined || !/^-[^-]/.test(argument)) return false;
  for (const letter of argument.slice(1)) {
    if (rule.letters.includes(letter)) return true;
    if (rule.lettersWithValue?.includes(letter) === true) return false;
  }
  return false;
}

function isRuled(argument: string, index: number, rule: ArgumentRule): boolean {
  if (hasFlag(argument, rule) || hasLetter(argument, rule)) return true;
  if (rule.pattern?.test(argument) === true) return true;
  return index === 1 && rule.firstPattern?.test(argument) === true;
}

/** Lists the arguments among the words of a command that fall under a rule. */
export function findRuledArguments(words: readonly string[], rule: ArgumentRule): readonly ArgumentEffect[] {
  if (rule.subcommand !== undefined && !words.includes(rule.subcommand, 1)) return [];
  const all = words.map((argument, index) => ({ index, argument, effect: rule.effect }));
  return all.filter(({ index, argument }) => index > 0 && isRuled(argument, index, rule));
}
