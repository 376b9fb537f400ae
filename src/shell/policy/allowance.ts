// What a developer may allow, and the form in which it is judged. Needs no parser of command lines.

import { resolveAllowedCommand } from "./allowed-command.js";

/** Allows a command under conditions that words alone do not say. */
export interface AllowedCommandRule {
  /** The literal words that a command begins with, such as `git` or `npm run`. */
  readonly command: string;
  /** Judges the arguments behind these words; what it lets through is still held against the known dangers. */
  readonly args?: ((args: readonly string[]) => boolean) | undefined;
  /**
   * Arguments that are refused although the rest is allowed. A long option counts with its value too; an entry of
   * several words refuses commands that hold all of them.
   */
  readonly deny?: readonly string[] | undefined;
}

/** A command that may run: its first words, or those with conditions on the rest. */
export type AllowedCommand = string | AllowedCommandRule;

/** An allowed command as it is judged. */
export interface Allowance {
  /** The words that a command begins with; never empty. */
  readonly words: readonly string[];
  readonly acceptsArguments: (args: readonly string[]) => boolean;
  /** Each entry refuses a command that holds all its words. */
  readonly denied: readonly (readonly string[])[];
}

function assertRule(rule: unknown): asserts rule is AllowedCommandRule {
  const { command, args, deny = [] } = (rule ?? {}) as Partial<AllowedCommandRule>;
  const isRule =
    typeof command === "string" &&
    (args === undefined || typeof args === "function") &&
    Array.isArray(deny) &&
    deny.every((entry) => typeof entry === "string");
  if (!isRule) throw new TypeError("An allowed command is a string, or an object of command, args and deny.");
}

/**
 * Reads an allowed command.
 * @throws {TypeError} when its words are not literal, or it is no such thing
 */
export function resolveAllowance(allowed: AllowedCommand): Allowance {
  if (typeof allowed === "string") {
    return { words: resolveAllowedCommand(allowed), acceptsArguments: () => true, denied: [] };
  }
  assertRule(allowed);
  const { command, args, deny = [] } = allowed;
  return {
    words: resolveAllowedCommand(command),
    acceptsArguments: (given) => args === undefined || args(given) === true,
    denied: deny.map(resolveAllowedCommand),
  };
}

/** Answers how an allowed command is named to a model. */
export function showAllowedCommand(allowed: AllowedCommand): string {
  return typeof allowed === "string" ? allowed : allowed.command;
}

function isDeniedWord(argument: string, word: string): boolean {
  return argument === word || (word.startsWith("--") && argument.startsWith(`${word}=`));
}

/** Answers the words of the first denied entry that the arguments hold; `null` when there is none. */
export function findDenied({ denied }: Allowance, args: readonly string[]): readonly string[] | null {
  return denied.find((entry) => entry.every((word) => args.some((argument) => isDeniedWord(argument, word)))) ?? null;
}
