// Finds the arguments of one program that fall under one rule. Knows no policy and no command line.

import { type IsInside, namesOutsidePath } from "./outside-paths.js";
import { programName } from "./program-name.js";
import type { ArgumentRule } from "./rules/argument-rule.js";
import { GIT_OPTIONS_WITH_VALUE } from "./rules/git-rules.js";

/** An argument that does more than its program is known for. */
export interface ArgumentEffect {
  /** 0-based index among the words of the command; the program is word 0. */
  readonly index: number;
  readonly argument: string;
  /** What it does, in words, such as `can write a file`. */
  readonly effect: string;
}

interface Argument {
  readonly index: number;
  readonly argument: string;
  /** The word behind it, which may be its value. */
  readonly next: string | undefined;
  /** The word before it, whose value it may be. */
  readonly previous: string | undefined;
}

/** A flag of a rule, with the value that it is given, if any. */
interface FoundFlag {
  readonly value: string | undefined;
}

/** Parsers differ in what they take for the same name: `--outDir`, `--out-dir`, `--out_dir`; all of it counts. */
function foldFlag(flag: string): string {
  return flag.replace(/^-+/, "").replace(/[-_]/g, "").toLowerCase();
}

/** A name also counts by its beginning, since many parsers take that, and with a key behind a dot. */
function isFlag(name: string, flag: string, rule: ArgumentRule): boolean {
  if (!(flag.startsWith("--") && name.startsWith(rule.oneDash === true ? "-" : "--"))) return name === flag;
  const spelled = foldFlag(name);
  const whole = foldFlag(flag);
  if (spelled === whole || spelled.startsWith(`${whole}.`)) return true;
  return rule.exact !== true && spelled !== "" && whole.startsWith(spelled);
}

function findFlag({ argument, next }: Argument, rule: ArgumentRule): FoundFlag | null {
  if (rule.flags === undefined || rule.harmless?.includes(argument) === true) return null;
  const [name = "", ...values] = argument.split("=");
  if (rule.flags.some((flag) => flag === argument || isFlag(name, flag, rule))) {
    return { value: values.length === 0 ? next : values.join("=") };
  }
  return null;
}

function findLetter({ argument, next }: Argument, rule: ArgumentRule): FoundFlag | null {
  if (rule.letters === undefined || !/^-[^-]/.test(argument)) return null;
  for (const [position, letter] of [...argument].entries()) {
    if (position === 0) continue;
    const rest = argument.slice(position + 1);
    if (rule.letters.includes(letter)) return { value: rest === "" ? next : rest.replace(/^=/, "") };
    if (rule.lettersWithValue?.includes(letter) === true) return null;
  }
  return null;
}

function isHarmlessValue(value: string | undefined, rule: ArgumentRule, isInside: IsInside): boolean {
  if (value !== undefined && rule.harmlessValues?.test(value) === true) return true;
  if (rule.outsideOnly !== true) return false;
  return value === undefined || (isInside(value) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value));
}

/** Tells whether a word is the value of an option that takes text, or holds it behind `=`. */
function isText({ argument, previous }: Argument, { textFlags = [] }: ArgumentRule): boolean {
  const [name = ""] = argument.split("=", 1);
  return textFlags.includes(previous ?? "") || (argument.includes("=") && textFlags.includes(name));
}

function leadsOutside(argument: Argument, rule: ArgumentRule, isInside: IsInside): boolean {
  if (rule.confined !== true || isText(argument, rule)) return false;
  if (rule.textPattern?.test(argument.argument) === true) return false;
  return namesOutsidePath(argument.argument, isInside, { isColonRemote: rule.colonIsRemote === true });
}

function isRuled(argument: Argument, rule: ArgumentRule, isInside: IsInside): boolean {
  if (rule.pattern?.test(argument.argument) === true) return true;
  if (rule.outsideOperands === true && !/^-/.test(argument.argument) && !isText(argument, rule)) {
    if (!isInside(argument.argument)) return true;
  }
  if (argument.index === 1 && rule.firstPattern?.test(argument.argument) === true) return true;
  if (leadsOutside(argument, rule, isInside)) return true;
  const found = findFlag(argument, rule) ?? findLetter(argument, rule);
  return found !== null && !isHarmlessValue(found.value, rule, isInside);
}

/** Answers the first word that is neither an option nor, for git, the value of one. */
function firstOperand(words: readonly string[]): string {
  const valued = programName(words) === "git" ? GIT_OPTIONS_WITH_VALUE : [];
  let index = 1;
  while (words[index]?.startsWith("-") === true) index += valued.includes(words[index] ?? "") ? 2 : 1;
  return words[index] ?? "";
}

/** Answers how many words an option takes; one that is no switch has a value, in its own word or in the next one. */
function measureOption(word: string, switches: RegExp): number {
  if (switches.test(word) || word.includes("=")) return 1;
  if (word.startsWith("--")) return 2;
  const letters = [...word.slice(1)];
  const valued = letters.findIndex((letter) => !switches.test(`-${letter}`));
  return valued === letters.length - 1 ? 2 : 1;
}

/** Answers the index of the first operand behind the subcommand, which may itself be named like that. */
function findOperand(words: readonly string[], switches: RegExp, subcommand: string): number {
  let index = words.indexOf(subcommand, 1);
  while (words[index] === subcommand || words[index]?.startsWith("-") === true) {
    index += words[index] === subcommand ? 1 : measureOption(words[index] ?? "", switches);
  }
  return index;
}

function findRuleEnd(words: readonly string[], rule: ArgumentRule): number {
  if (rule.untilOperand !== undefined) return findOperand(words, rule.untilOperand, rule.subcommand ?? "");
  const dashes = rule.untilDashes === true ? words.indexOf("--") : -1;
  return dashes === -1 ? words.length : dashes;
}

/** Lists the arguments among the words of a command that fall under a rule. */
export function findRuledArguments(
  words: readonly string[],
  rule: ArgumentRule,
  isInside: IsInside,
): readonly ArgumentEffect[] {
  if (rule.subcommand !== undefined && !words.includes(rule.subcommand, 1)) return [];
  if (rule.firstWord !== undefined && words[1] !== rule.firstWord) return [];
  if (rule.exceptSubcommands?.includes(firstOperand(words)) === true) return [];
  const judged = words.slice(0, findRuleEnd(words, rule));
  const all = judged.map((argument, index) => ({
    index,
    argument,
    next: words[index + 1],
    previous: words[index - 1],
  }));
  const ruled = all.filter((argument) => argument.index > 0 && isRuled(argument, rule, isInside));
  return ruled.map(({ index, argument }) => ({ index, argument, effect: rule.effect }));
}
