// The port behind which commands run: a host shell, a sandbox, or an interpreter in memory. Types only.

import type { CommandChanges } from "./command-changes.js";
import type { CommandFiles } from "./command-files.js";

/** A directory that a command may work in. */
export interface CommandRoot {
  /** Absolute canonical path. */
  readonly path: string;
  readonly access: "read" | "write";
}

/** Asks for one command line to be run. */
export interface CommandRequest {
  /** The command line, in the syntax of a POSIX shell. */
  readonly command: string;
  /** Directory to run in, as an absolute path that the runner can enter. */
  readonly cwd: string;
  /** The directories of the workspace, for runners that bound what a command reaches; absent when there is none. */
  readonly roots?: readonly CommandRoot[] | undefined;
  /**
   * Lists what stands in the roots for writing and must stay as it is, as absolute paths of files and directories; for
   * runners that bound what a command writes. Takes the time of a walk through these roots.
   */
  readonly listProtected?: (() => Promise<readonly string[]>) | undefined;
  /** The files of the workspace through its boundary, for runners that have no disk. */
  readonly files?: CommandFiles | undefined;
  /** The whole environment of the command; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds after which the command is stopped with all its children. */
  readonly timeoutMs: number;
  /** Bytes kept of each stream: half of them from the head, half from the tail. */
  readonly maxOutputBytes: number;
  /**
   * Is given every piece of output as it comes, both streams in their order, before anything is cut from it. A piece may
   * be used again afterwards, so that what is kept of it must be copied.
   */
  readonly onOutput?: ((chunk: Uint8Array) => void) | undefined;
  /** Stops the command with all its children. */
  readonly signal?: AbortSignal | undefined;
}

/** Shows what a command has printed so far. */
export interface CommandSnapshot {
  readonly stdout: string;
  readonly stderr: string;
  /** Output was dropped between head and tail. */
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** Says how a command ended; the first cause wins. */
export type CommandEndReason = "exited" | "timed_out" | "aborted";

/** Shows what a command printed and how it ended. */
export interface CommandResult extends CommandSnapshot {
  /** Exit status, or `null` when a signal ended the command. */
  readonly exitCode: number | null;
  /** Name of the signal that ended the command, such as `SIGKILL`. */
  readonly signal?: string;
  readonly reason: CommandEndReason;
  /** File of the workspace that holds the output as it was, where that was asked for and some of it is missing here. */
  readonly outputPath?: string;
  /** What changed meanwhile, where the history was asked to look (`snapshotBeforeExec`). A runner leaves it out. */
  readonly changes?: CommandChanges;
}

/** Runs command lines. */
export interface CommandRunner {
  /** Runs one command; yields snapshots at most ten times a second and returns the result. */
  run(request: CommandRequest): AsyncGenerator<CommandSnapshot, CommandResult, void>;
  /** Stops every command that still runs. */
  close(): Promise<void>;
}
