// The shape of a command and of what it is run with. Types only.

import type { Readable, Writable } from "node:stream";
import type { CliValues } from "./cli-values.js";

/** What a program is connected to. */
export interface CliStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where relative roots start from. */
  readonly cwd: string;
  /** Aborts with an `Interruption` when somebody stops the program. */
  readonly signal: AbortSignal;
}

/** One option of a command. */
export interface CliOption {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** May be given more than once. */
  readonly multiple?: true;
  /** How help names the value; absent for a boolean. */
  readonly value?: string;
  readonly summary: string;
}

/** Options by their long names. */
export type CliOptions = Readonly<Record<string, CliOption>>;

/** A command as it was called. */
export interface CliCall {
  readonly values: CliValues;
  /** At most as many as the command takes. */
  readonly positionals: readonly string[];
  readonly streams: CliStreams;
}

/** One command of the program. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name on the command line, without the options. */
  readonly parameters: string;
  /** Words that the command takes at most; `Infinity` takes all. */
  readonly maxPositionals: number;
  readonly options: CliOptions;
  /** The words are another program's command line; its options stand behind `--`. */
  readonly runsWords?: true;
  /** Further sentences of its help. */
  readonly notes?: readonly string[];
  /** Command lines without the name of the program. */
  readonly examples: readonly string[];
  /**
   * Runs the command and answers the exit code.
   * @throws {UsageError} when the command line is wrong
   * @throws {FsError} when what was asked for fails
   */
  run(call: CliCall): Promise<number>;
}
