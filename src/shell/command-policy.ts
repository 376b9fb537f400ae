// Decides whether a command line may run, and what is run instead of it. Runs nothing.

import { FsError } from "../errors.js";
import { type AllowedCommand, resolveAllowedCommand } from "./allowed-command.js";
import { type SimpleCommand, serializeCommandLine } from "./command-line.js";
import { parseCommandLine } from "./command-line-parser.js";
import { findDangerousArgument } from "./find-dangerous-argument.js";
import { type Refuse, showPart } from "./refusal.js";

/** A command line that a policy lets through. */
export interface PlannedCommand {
  /** Our own spelling of the command line, with every word quoted; this is what must be run. */
  readonly command: string;
}

/** Judges command lines against a list of allowed commands. */
export interface CommandPolicy {
  /**
   * Answers what to run for a command line.
   * @throws {FsError} command_not_allowed – when any part of it is not allowed, or is not a literal word
   */
  plan(command: string): PlannedCommand;
}

const MAX_LISTED_COMMANDS = 20;

function describeAllowed(allowedCommands: readonly string[]): string {
  if (allowedCommands.length === 0) return "No command is allowed here.";
  const more = allowedCommands.length > MAX_LISTED_COMMANDS ? ", …" : "";
  return `Allowed commands: ${allowedCommands.slice(0, MAX_LISTED_COMMANDS).join(", ")}${more}.`;
}

function isSpelledBy(words: readonly string[], allowed: AllowedCommand): boolean {
  return allowed.every((word, index) => words[index] === word);
}

function enforceAllowed(command: SimpleCommand, allowed: readonly AllowedCommand[], refuse: Refuse): void {
  const matching = allowed.filter((one) => isSpelledBy(command.words, one));
  const found = matching.map((one) => findDangerousArgument(command.words, one.length));
  if (found.includes(null)) return;
  const [dangerous] = found;
  const reason = dangerous
    ? `the argument ${showPart(dangerous.argument)} of ${command.words[0]} ${dangerous.effect}`
    : `${showPart(command.words.slice(0, 2).join(" "))} is not an allowed command`;
  refuse(reason);
}

/**
 * Creates a policy from commands such as `git status`; each allows the same words followed by any further arguments.
 *
 * A bare name never allows a path to a program of that name, and `git status` does not allow `git stash`. Arguments
 * known to run other programs or to write files are refused unless the allowed command spells them out; that table is
 * a help, NOT complete. Allowing a wrapper (`env`, `xargs`, `sudo`, `timeout`, `sh`, `npx` …) or an interpreter allows
 * everything behind it, and allowing a build tool allows whatever the workspace tells it to do. What is planned is for
 * a POSIX shell; no other shell may be given it.
 * @throws {TypeError} when an allowed command is not a list of literal words
 */
export function createCommandPolicy(allowedCommands: readonly string[]): CommandPolicy {
  const allowed = allowedCommands.map(resolveAllowedCommand);
  const hint =
    "Write plain words, joined by && || ; or |, and put special characters in single quotes. " +
    describeAllowed(allowedCommands);
  const refuse: Refuse = (reason) => {
    throw new FsError("command_not_allowed", `The command was not run: ${reason}.`, { hint });
  };
  return {
    plan(command: string): PlannedCommand {
      const commands = parseCommandLine(command, refuse);
      for (const one of commands) enforceAllowed(one, allowed, refuse);
      return { command: serializeCommandLine(commands) };
    },
  };
}

/**
 * Answers what to run for a command line under a list of allowed commands; see {@link createCommandPolicy}.
 * @throws {FsError} command_not_allowed – when any part of it is not allowed, or is not a literal word
 * @throws {TypeError} when an allowed command is not a list of literal words
 */
export function planCommand(command: string, allowedCommands: readonly string[]): PlannedCommand {
  return createCommandPolicy(allowedCommands).plan(command);
}
