// The program without its process: finds the command, runs it, and answers the exit code whatever happens.

import { FsError, type FsErrorKind, isFsError } from "../errors.js";
import { showText } from "../text/visible-text.js";
import { VERSION } from "../version.js";
import type { CliCommand, CliStreams } from "./command.js";
import { COMMAND_GROUPS, findCommand } from "./commands.js";
import { EXIT_FAILED, EXIT_FAULT, EXIT_OK, EXIT_USAGE, Interruption, UsageError } from "./exit-codes.js";
import { writeCommandHelp, writeProgramHelp } from "./help.js";
import { parseCommandLine } from "./parse-command-line.js";
import { printFailure, printJson, printText, toFailure } from "./print-outcome.js";
import { createStyle } from "./terminal-style.js";

/** Runs the program with the words behind its name; never rejects. */
export async function runCli(words: readonly string[], streams: CliStreams): Promise<number> {
  const [name = "--help", ...rest] = words;
  const command = findCommand(name);
  try {
    if (command !== undefined) return await runCommand(command, rest, streams);
    return answerWithoutCommand(name, rest, streams);
  } catch (error) {
    return endWithError(error, { streams, name: command?.name, asJson: ownWords(rest).includes("--json") });
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

/** Answers the words that may be options; what stands behind `--` is none, or belongs to another program. */
function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}

function asksForHelp(words: readonly string[]): boolean {
  const own = ownWords(words);
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
  const { kind, message, details, exitCode } = explainEnd(error, program);
  printText(stderr, showText(`${program}: ${message}${details}`));
  if (asJson) printJson(streams, toFailure(new FsError(kind, message)));
  return exitCode;
}

/** What is said of an end that is no failure of a tool. */
interface ProgramEnd {
  readonly kind: FsErrorKind;
  readonly message: string;
  /** For people alone. */
  readonly details: string;
  readonly exitCode: number;
}

function explainEnd(error: unknown, program: string): ProgramEnd {
  if (error instanceof UsageError) {
    const details = `\nSee "${program} --help".`;
    return { kind: "parse_error", message: error.message, details, exitCode: EXIT_USAGE };
  }
  if (isMissingPackage(error)) {
    const message = `a package is missing: ${error.message.replace(/ imported from .*/s, "")}`;
    return { kind: "internal_error", message, details: "", exitCode: EXIT_FAILED };
  }
  const details = `: ${error instanceof Error ? error.stack : String(error)}`;
  return { kind: "internal_error", message: "a fault of the program", details, exitCode: EXIT_FAULT };
}

/** Tells whether something is not installed that a command needs, such as a peer dependency that was left out. */
function isMissingPackage(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
