// The program without its process: finds the command, runs it, and answers the exit code whatever happens.

import { isFsError } from "../errors.js";
import { VERSION } from "../version.js";
import type { CliCommand, CliStreams } from "./command.js";
import { COMMAND_GROUPS, findCommand } from "./commands.js";
import { EXIT_FAILED, EXIT_FAULT, EXIT_OK, EXIT_USAGE, Interruption, UsageError } from "./exit-codes.js";
import { writeCommandHelp, writeProgramHelp } from "./help.js";
import { parseCommandLine } from "./parse-command-line.js";
import { printFailure, printText, toFailure } from "./print-outcome.js";
import { createStyle } from "./terminal-style.js";

/** Runs the program with the words behind its name; never rejects. */
export async function runCli(words: readonly string[], streams: CliStreams): Promise<number> {
  const [name = "--help", ...rest] = words;
  const command = findCommand(name);
  try {
    if (command !== undefined) return await runCommand(command, rest, streams);
    return answerWithoutCommand(name, rest, streams);
  } catch (error) {
    return endWithError(error, { streams, name: command?.name, asJson: rest.includes("--json") });
  }
}

async function runCommand(command: CliCommand, words: readonly string[], streams: CliStreams): Promise<number> {
  if (asksForHelp(words)) return printHelp(writeCommandHelp(command, styleOf(streams)), streams);
  const parsed = parseCommandLine(command, words);
  streams.signal.throwIfAborted();
  return command.run({ ...parsed, streams });
}

function answerWithoutCommand(name: string, rest: readonly string[], streams: CliStreams): number {
  if (name === "--version" || name === "-v") return printHelp(VERSION, streams);
  if (name === "help" && rest[0] !== undefined) return printHelp(helpFor(rest[0], streams), streams);
  if (["--help", "-h", "help"].includes(name)) {
    return printHelp(writeProgramHelp(COMMAND_GROUPS, styleOf(streams)), streams);
  }
  throw createUnknownError(name);
}

function helpFor(name: string, streams: CliStreams): string {
  const command = findCommand(name);
  if (command === undefined) throw createUnknownError(name);
  return writeCommandHelp(command, styleOf(streams));
}

function createUnknownError(name: string): UsageError {
  return new UsageError(`there is no command ${JSON.stringify(name)}`);
}

/** Tells whether help is asked for; what stands behind `--` belongs to another program. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = end === -1 ? words : words.slice(0, end);
  return own.includes("--help") || own.includes("-h");
}

function printHelp(text: string, streams: CliStreams): number {
  printText(streams.stdout, text);
  return EXIT_OK;
}

function styleOf({ stdout, environment }: CliStreams): ReturnType<typeof createStyle> {
  return createStyle(stdout, environment);
}

interface FailedRun {
  readonly streams: CliStreams;
  /** Of the command; `undefined` when there is none. */
  readonly name: string | undefined;
  readonly asJson: boolean;
}

function endWithError(error: unknown, { streams, name, asJson }: FailedRun): number {
  const { stderr, signal } = streams;
  if (signal.aborted && signal.reason instanceof Interruption) return signal.reason.exitCode;
  if (isFsError(error)) return printFailure(toFailure(error), streams, { asJson });
  const program = name === undefined ? "ai-file-tools" : `ai-file-tools ${name}`;
  if (error instanceof UsageError) {
    printText(stderr, `${program}: ${error.message}\nSee "${program} --help".`);
    return EXIT_USAGE;
  }
  if (isMissingPackage(error)) {
    printText(stderr, `${program}: a package is missing: ${error.message.replace(/ imported from .*/s, "")}`);
    return EXIT_FAILED;
  }
  printText(stderr, `${program}: a fault of the program: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT_FAULT;
}

/** Tells whether something is not installed that a command needs, such as a peer dependency that was left out. */
function isMissingPackage(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
