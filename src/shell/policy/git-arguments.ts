// Finds what is dangerous about git before and at its subcommand. Its other arguments are covered by the table of rules.

import type { ArgumentEffect } from "./argument-match.js";
import type { IsInside } from "./outside-paths.js";
import {
  GIT_CONFIG_READS,
  GIT_CONFIG_SCOPES,
  GIT_OPTIONS_WITH_VALUE,
  GIT_OWN_SUBCOMMANDS,
  GIT_SUBCOMMANDS,
  HARMLESS_GIT_OPTIONS,
  HARMLESS_GIT_SETTINGS,
} from "./rules/git-rules.js";

/** Answers the 0-based index of the subcommand among the words; their number when there is none. */
export function findGitSubcommand(words: readonly string[]): number {
  let index = 1;
  while (words[index]?.startsWith("-") === true) {
    index += GIT_OPTIONS_WITH_VALUE.includes(words[index] ?? "") ? 2 : 1;
  }
  return Math.min(index, words.length);
}

function findSequence(words: readonly string[], start: number, sequence: readonly string[]): number | null {
  const [first, second] = sequence;
  if (words[start] !== first) return null;
  if (second === undefined) return start;
  const index = words.indexOf(second, start + 1);
  return index === -1 ? null : index;
}

/** A setting that names no program; `cat` as a pager shows what is printed. */
function isHarmlessSetting(setting: string): boolean {
  const [key = "", ...value] = setting.split("=");
  if (key.toLowerCase() === "core.pager") return value.join("=") === "cat";
  // With colours for certain, a filter of the repository's choice is run on what is shown.
  return HARMLESS_GIT_SETTINGS.test(key) && value.join("=").toLowerCase() !== "always";
}

function findOptions(words: readonly string[], start: number, isInside: IsInside): readonly ArgumentEffect[] {
  const effects: ArgumentEffect[] = [];
  for (const [index, argument] of words.slice(0, start).entries()) {
    if (!argument.startsWith("-") || HARMLESS_GIT_OPTIONS.includes(argument)) continue;
    if (argument === "-C" && isInside(words[index + 1] ?? "")) continue;
    if (argument === "-c" && isHarmlessSetting(words[index + 1] ?? "")) continue;
    effects.push({ index, argument, effect: "changes what git runs or where" });
  }
  return effects;
}

/** Lists the directories that `-C` enters before the subcommand; each one starts from the one before it. */
export function listGitDirectories(words: readonly string[]): readonly string[] {
  const directories: string[] = [];
  const end = findGitSubcommand(words);
  for (let index = 1; index < end; index += GIT_OPTIONS_WITH_VALUE.includes(words[index] ?? "") ? 2 : 1) {
    if (words[index] !== "-C") continue;
    const directory = words[index + 1] ?? "";
    const before = directories.at(-1);
    directories.push(before === undefined || directory.startsWith("/") ? directory : `${before}/${directory}`);
  }
  return directories;
}

/** Tells whether the first word that is no scope makes `git config` read; a later one may be a value. */
function isConfigRead(given: readonly string[]): boolean {
  const first = given.find((word) => !GIT_CONFIG_SCOPES.includes(word));
  return first !== undefined && GIT_CONFIG_READS.includes(first);
}

/** Reading settings is harmless, and so is writing one that names no program; everything else is not. */
function findConfigEffects(words: readonly string[], start: number): readonly ArgumentEffect[] {
  if (words[start] !== "config") return [];
  const given = words.slice(start + 1);
  const operands = given.filter((word) => !word.startsWith("-"));
  if (isConfigRead(given)) return [];
  const options = given.filter((word) => word.startsWith("-"));
  const isRead = operands.length === 1 && options.every((word) => GIT_CONFIG_SCOPES.includes(word));
  const isHarmless = operands.length === 2 && options.every((word) => word === "--local");
  if (isRead || (isHarmless && HARMLESS_GIT_SETTINGS.test(operands[0] ?? ""))) return [];
  return [{ index: words.length - 1, argument: given.join(" "), effect: "may set what git runs" }];
}

/** Two files that are compared without a repository may lie anywhere. */
function findForeignFiles(words: readonly string[], isInside: IsInside): readonly ArgumentEffect[] {
  if (!words.includes("--no-index")) return [];
  const all = words.map((argument, index) => ({ index, argument, effect: "leads outside the workspace" }));
  return all.filter(({ index, argument }) => index > 0 && !isInside(argument) && argument !== "/dev/null");
}

/** Subcommands that write where their operands say, with the number of operands that only name what is read. */
const MAKERS: Readonly<Record<string, number>> = { init: 0, clone: 1, worktree: 0, bundle: 0 };

function findForeignTargets(words: readonly string[], start: number, isInside: IsInside): readonly ArgumentEffect[] {
  const skipped = Object.hasOwn(MAKERS, words[start] ?? "") ? MAKERS[words[start] ?? ""] : undefined;
  if (skipped === undefined) return [];
  const operands = words.map((argument, index) => ({ index, argument, effect: "leads outside the workspace" }));
  const given = operands.slice(start + 1).filter(({ argument }) => !argument.startsWith("-"));
  return given.slice(skipped).filter(({ argument }) => !isInside(argument));
}

function findAlias(words: readonly string[], start: number): readonly ArgumentEffect[] {
  const argument = words[start];
  const isOwn = argument === undefined || GIT_OWN_SUBCOMMANDS.has(argument);
  if (isOwn || GIT_SUBCOMMANDS.some(([first]) => first === argument)) return [];
  return [{ index: start, argument, effect: "may be an alias that the repository defines" }];
}

/** Lists the options before git's subcommand, and the subcommands, with which git runs other programs or looks outside. */
export function findGitEffects(words: readonly string[], isInside: IsInside): readonly ArgumentEffect[] {
  const start = findGitSubcommand(words);
  const effects: ArgumentEffect[] = [
    ...findOptions(words, start, isInside),
    ...findAlias(words, start),
    ...findConfigEffects(words, start),
    ...findForeignFiles(words, isInside),
    ...findForeignTargets(words, start, isInside),
  ];
  for (const sequence of GIT_SUBCOMMANDS) {
    const index = findSequence(words, start, sequence);
    if (index !== null) effects.push({ index, argument: sequence.join(" "), effect: "can run another program" });
  }
  return effects;
}
