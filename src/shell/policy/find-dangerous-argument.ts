// Finds the first argument of a command that does more than the allowed command spells out. Holds no rules itself.

import { type ArgumentEffect, findRuledArguments } from "./argument-match.js";
import { findAwkEffects, isAwk } from "./awk-arguments.js";
import { findGitEffects } from "./git-arguments.js";
import { findInnerCommands, type InnerCommands } from "./inner-commands.js";
import { findInterpreterEffects, findModule, type InterpreterSight, isInterpreter } from "./interpreter-arguments.js";
import { programName } from "./program-name.js";
import type { ArgumentRule } from "./rules/argument-rule.js";
import { BUILD_RULES } from "./rules/build-rules.js";
import { CHECK_RULES } from "./rules/check-rules.js";
import { CODE_RULES } from "./rules/code-rules.js";
import { CONFINED_RULES, TOOL_RULE } from "./rules/confined-rules.js";
import { CONTAINER_RULES } from "./rules/container-rules.js";
import { GIT_RULES } from "./rules/git-rules.js";
import { PACKAGE_RULES } from "./rules/package-rules.js";
import { UNCONFINED } from "./rules/readers.js";
import { SEARCH_RULES } from "./rules/search-rules.js";
import { TEXT_RULES } from "./rules/text-rules.js";
import { TRANSFER_RULES } from "./rules/transfer-rules.js";
import { LAUNCHERS } from "./rules/wrappers.js";
import { SECOND_OPERAND_WRITERS } from "./rules/writers.js";
import { findSedEffects } from "./sed-arguments.js";
import { findSecondOperand, findWriter, findWrittenPaths } from "./written-paths.js";

const ARGUMENT_RULES = [
  ...SEARCH_RULES,
  ...TEXT_RULES,
  ...TRANSFER_RULES,
  ...GIT_RULES,
  ...BUILD_RULES,
  ...CHECK_RULES,
  ...CONFINED_RULES,
  ...CODE_RULES,
  ...CONTAINER_RULES,
  ...PACKAGE_RULES,
];

function indexRules(rules: readonly ArgumentRule[]): ReadonlyMap<string, readonly ArgumentRule[]> {
  const index = new Map<string, ArgumentRule[]>();
  for (const rule of rules) {
    for (const program of rule.programs) index.set(program, [...(index.get(program) ?? []), rule]);
  }
  return index;
}

/** Most lines name programs of which a few rules hold, among hundreds. */
const RULES_BY_PROGRAM = /* @__PURE__ */ indexRules(ARGUMENT_RULES);

const SED = ["sed", "gsed"];

/** What of a command is known to be meant. */
export interface CommandSight extends InterpreterSight {
  /** A project runner starts it, so that it may be any tool. */
  readonly isTool?: boolean;
}

/** Tells whether any argument of a program is held against it, so that unseen ones must not be given to it. */
export function hasArgumentRules(program: string): boolean {
  if (SECOND_OPERAND_WRITERS[program] !== undefined || findWriter(program) !== undefined) return true;
  return SED.includes(program) || isAwk([program]) || RULES_BY_PROGRAM.has(program);
}

/** A module that Python runs is held to the rules of the program of the same name. */
function findModuleEffects(words: readonly string[], sight: CommandSight): readonly ArgumentEffect[] {
  const start = findModule(words);
  if (start === null) return [];
  const [name = "", ...given] = words.slice(start);
  // A part of a package runs what the package runs.
  const program = name === "json.tool" ? name : name.replace(/\..*$/s, "");
  const effects = findEffects([program, ...given], sight);
  return effects.map((effect) => ({ ...effect, index: effect.index + start }));
}

function findLaunched(words: readonly string[]): readonly ArgumentEffect[] {
  const [, argument] = words;
  if (argument === undefined || !LAUNCHERS.has(programName(words))) return [];
  return [{ index: 1, argument, effect: "is not judged here, and may run anything" }];
}

/** What is given to a script, to a program of the workspace, or to a command inside, is theirs. */
function isFree(words: readonly string[], inner: InnerCommands): boolean {
  const program = programName(words);
  if (isInterpreter(words) || inner.commands.length > 0) return true;
  return UNCONFINED.has(program) || findWriter(program) !== undefined;
}

/** A program that no table knows takes no path outside. */
function findConfinedEffects(
  words: readonly string[],
  inner: InnerCommands,
  { isTool, isInside }: CommandSight,
): readonly ArgumentEffect[] {
  const [name = ""] = words;
  const isOfWorkspace = name.includes("/") && !(isTool === true && name.startsWith("@"));
  if (isOfWorkspace || isFree(words, inner)) return [];
  return findRuledArguments(words, TOOL_RULE, isInside);
}

function findOutsideWrites(words: readonly string[], { isInside }: CommandSight): readonly ArgumentEffect[] {
  const outside = findWrittenPaths(words).filter(({ path }) => !isInside(path));
  return outside.map(({ index, path }) => ({
    index,
    argument: path,
    effect: "would be changed outside the workspace",
  }));
}

function findEffects(words: readonly string[], sight: CommandSight): readonly ArgumentEffect[] {
  const program = programName(words);
  const rules = RULES_BY_PROGRAM.get(program) ?? [];
  const inner = findInnerCommands(words);
  return [
    ...rules.flatMap((rule) => findRuledArguments(words, rule, sight.isInside)),
    ...findSecondOperand(words),
    ...findOutsideWrites(words, sight),
    ...findConfinedEffects(words, inner, sight),
    ...findLaunched(words),
    ...inner.effects,
    ...findInterpreterEffects(words, sight),
    ...findModuleEffects(words, sight),
    ...(program === "git" ? findGitEffects(words, sight.isInside) : []),
    ...(SED.includes(program) ? findSedEffects(words) : []),
    ...(isAwk(words) ? findAwkEffects(words) : []),
  ];
}

/**
 * Finds an argument that makes a well-known program run another one, write a file or leave the workspace; `null` when
 * none is known. The first `spelledCount` words, which the allowed command spells out itself, are never held against it.
 * NOT guaranteed to be complete: a program that is in no table is held to paths inside the workspace, and to nothing else.
 */
export function findDangerousArgument(words: readonly string[], sight: CommandSight): ArgumentEffect | null {
  return findEffects(words, sight).find(({ index }) => index >= sight.spelledCount) ?? null;
}
