// Finds the commands that stand among the arguments of another one. Knows where they are, not whether they may run.

import type { ArgumentEffect } from "./argument-match.js";
import { findBareTool } from "./bare-tool.js";
import { programName } from "./program-name.js";
import { HARMLESS_VARIABLE, WRAPPERS, type Wrapper } from "./rules/wrappers.js";

/** A command among the words of another one. */
export interface InnerCommand {
  /** 0-based index of its program; equal to `end` when it is missing. */
  readonly start: number;
  /** Exclusive index of its last word. */
  readonly end: number;
  /** What stands for words that nobody has seen: a mark inside the command, or more words behind it. */
  readonly fill: Fill;
  /** Any tool may stand here, as long as its arguments do no more than it is known for. */
  readonly startsTools: boolean;
}

/** Says what else a command is given when it runs. */
export type Fill =
  | { readonly kind: "none" }
  | { readonly kind: "behind" }
  | {
      readonly kind: "mark";
      readonly mark: string;
      /** Each word begins with a directory that was named, so that it is no option. */
      readonly isPath: boolean;
      /** These directories; empty when nobody has seen them. */
      readonly origins: readonly string[];
    };

/** What was found among the words of a command. */
export interface InnerCommands {
  readonly commands: readonly InnerCommand[];
  /** An option that may change what is started, or a command without its end. */
  readonly effects: readonly ArgumentEffect[];
}

const FIND = ["find", "gfind"];
const EXEC = /^-(?:exec|execdir|ok|okdir)$/;
interface FillOption {
  readonly index: number;
  readonly argument: string;
  /** The mark of `-I`; `null` for an option that takes one back. */
  readonly mark: string | null;
}

interface FoundFill {
  readonly fill: Fill;
  readonly effects: readonly ArgumentEffect[];
}

function findEnd(words: readonly string[], start: number): number {
  return words.findIndex(
    (word, index) => index >= start && (word === ";" || (word === "+" && words[index - 1] === "{}")),
  );
}

/** Options of find that say elsewhere where it starts, or that are not followed here. */
const UNKNOWN_ORIGIN = /^-(?:files0-from|f|D)/;

/** Answers the directories that find starts in; the root, when they are not known. */
function listOrigins(words: readonly string[]): readonly string[] {
  if (words.some((word) => UNKNOWN_ORIGIN.test(word) && !/^-(?:fstype|follow|false)$/.test(word))) return ["/"];
  const first = words.findIndex((word, index) => index > 0 && !/^-(?:[HLP]|O\d|-)$/.test(word));
  const operands = first === -1 ? [] : words.slice(first);
  const end = operands.findIndex((word) => /^-.|^[(!),]$/.test(word));
  const origins = end === -1 ? operands : operands.slice(0, end);
  return origins.length === 0 ? ["."] : origins;
}

function readFind(words: readonly string[]): InnerCommands {
  const fill: Fill = { kind: "mark", mark: "{}", isPath: true, origins: listOrigins(words) };
  const commands: InnerCommand[] = [];
  const effects: ArgumentEffect[] = [];
  for (const [index, argument] of words.entries()) {
    if (index === 0 || !EXEC.test(argument)) continue;
    const end = findEnd(words, index + 1);
    if (end === -1) effects.push({ index, argument, effect: "has no end" });
    else commands.push({ start: index + 1, end, fill, startsTools: false });
  }
  return { commands, effects };
}

function takesValueInside(word: string, flag: string): boolean {
  return flag.startsWith("--") ? word.startsWith(`${flag}=`) : word.length > 2 && word.startsWith(flag);
}

/** Answers how many words an option takes; 0 means that it is not known. */
function measureOption(word: string, { flags = [], valueFlags = [] }: Wrapper): number {
  if (flags.includes(word)) return 1;
  if (valueFlags.includes(word)) return 2;
  return valueFlags.some((flag) => takesValueInside(word, flag)) ? 1 : 0;
}

/** Tells whether an option, with the word behind it, has a value that is kept from it. */
function takesKeptValue([option = "", next]: readonly string[], { keepsValues, valueFlags = [] }: Wrapper): boolean {
  if (keepsValues === undefined) return false;
  const flag = valueFlags.find((one) => takesValueInside(option, one));
  const attached = flag === undefined ? "" : option.slice(flag.length).replace(/^=/, "");
  return keepsValues.test(next ?? attached);
}

interface Start {
  readonly index: number;
  readonly effects: readonly ArgumentEffect[];
}

function skipOptions(words: readonly string[], first: number, wrapper: Wrapper): Start {
  const effects: ArgumentEffect[] = [];
  let index = first;
  while (words[index]?.startsWith("-") === true && words[index] !== "--") {
    const argument = words[index] ?? "";
    const taken = measureOption(argument, wrapper);
    if (takesKeptValue(words.slice(index, index + taken), wrapper))
      effects.push({ index, argument, effect: "has a value that may change what is started" });
    if (taken === 0) effects.push({ index, argument, effect: "is an option that may change what is started" });
    index += Math.max(1, taken);
  }
  return { index: words[index] === "--" ? index + 1 : index, effects };
}

function skipVariables(words: readonly string[], first: number): Start {
  const effects: ArgumentEffect[] = [];
  let index = first;
  for (; /^[^=-][^=]*=/.test(words[index] ?? ""); index += 1) {
    const argument = words[index] ?? "";
    if (!HARMLESS_VARIABLE.test(argument)) effects.push({ index, argument, effect: "sets a variable" });
  }
  return { index, effects };
}

/** Lists the options, up to the command, that say where unseen words stand. */
function listFillOptions(words: readonly string[], start: number, wrapper: Wrapper): readonly FillOption[] {
  const found: FillOption[] = [];
  for (let index = 1; index < start; index += Math.max(1, measureOption(words[index] ?? "", wrapper))) {
    const argument = words[index] ?? "";
    if (argument.startsWith("-I")) found.push({ index, argument, mark: argument.slice(2) || (words[index + 1] ?? "") });
    if (/^(?:-[nL]|--max-args)/.test(argument)) found.push({ index, argument, mark: null });
  }
  return found;
}

/** `xargs -I{}` puts each line where the mark stands, unless a later option takes that back; else they follow. */
function readFill(words: readonly string[], start: number, wrapper: Wrapper): FoundFill {
  if (wrapper.appends !== true) return { fill: { kind: "none" }, effects: [] };
  const options = listFillOptions(words, start, wrapper);
  const marks = options.flatMap(({ mark }) => (mark === null ? [] : [mark]));
  const [mark] = marks;
  const last = options.at(-1);
  if (mark === undefined || last === undefined) return { fill: { kind: "behind" }, effects: [] };
  const isClear = marks.length === 1 && last.mark !== null;
  const { index, argument } = last;
  const effects = isClear ? [] : [{ index, argument, effect: "changes where unseen words stand" }];
  return { fill: { kind: "mark", mark, isPath: false, origins: [] }, effects };
}

/** Answers the index of the subcommand, which may stand behind options and their values; 0 when there is none. */
function findSubcommand(words: readonly string[], { subcommands = [] }: Wrapper): number {
  if (subcommands.length === 0) return 0;
  const isOver = (word: string, index: number): boolean =>
    index > 0 && (subcommands.includes(word) || (!word.startsWith("-") && words[index - 1]?.startsWith("-") !== true));
  const index = words.findIndex(isOver);
  return subcommands.includes(words[index] ?? "") ? index : 0;
}

function readWrapper(words: readonly string[], wrapper: Wrapper): InnerCommands {
  const first = 1 + findSubcommand(words, wrapper);
  if (wrapper.asking?.includes(words[first] ?? "") === true) return { commands: [], effects: [] };
  const options = skipOptions(words, first, wrapper);
  const variables: Start =
    wrapper.takesVariables === true ? skipVariables(words, options.index) : { index: options.index, effects: [] };
  const start = Math.min(variables.index + (wrapper.operandCount ?? 0), words.length);
  const { fill, effects } = readFill(words, start, wrapper);
  const command = { start, end: words.length, fill, startsTools: wrapper.startsTools === true };
  return { commands: [command], effects: [...options.effects, ...variables.effects, ...effects] };
}

function isWrapper({ programs, subcommands = [] }: Wrapper, words: readonly string[]): boolean {
  if (!programs.includes(programName(words))) return false;
  return subcommands.length === 0 || findSubcommand(words, { programs, subcommands }) > 0;
}

/** Finds the commands that a command starts: behind `xargs`, `env` and their like, and behind the `-exec` of find. */
export function findInnerCommands(words: readonly string[]): InnerCommands {
  if (FIND.includes(programName(words))) return readFind(words);
  const wrapper = WRAPPERS.find((one) => isWrapper(one, words));
  if (wrapper !== undefined) return readWrapper(words, wrapper);
  const start = findBareTool(words);
  const command = { start: start ?? 0, end: words.length, fill: { kind: "none" }, startsTools: true } as const;
  return { commands: start === null ? [] : [command], effects: [] };
}
