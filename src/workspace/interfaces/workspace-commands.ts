// The public shape of the shell of a workspace. Types only.

import type { CommandResult, CommandSnapshot } from "../../shell/command-runner.js";
import type { AllowedCommand } from "../../shell/policy/allowance.js";
import type { CallOptions } from "./workspace-files.js";

/** Says how a command runs. */
export interface ShellRunOptions extends CallOptions {
  /** Directory inside a root; default the focus. */
  readonly cwd?: string | undefined;
  /** The simple commands that may run, by their first words; absent allows every command line. */
  readonly allowedCommands?: readonly AllowedCommand[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxOutputBytes?: number | undefined;
  /**
   * Directory of the workspace for the output of commands that printed more than is kept; absent drops the rest. A file
   * holds what came first, up to the size of one write.
   */
  readonly spillDirectory?: string | undefined;
  /**
   * The command outlives the call that starts it. With `snapshotBeforeExec` nothing that it changes is recorded, since
   * others change files in the same time.
   */
  readonly background?: boolean | undefined;
  /** Variables besides the allow-listed ones of the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs commands in a trusted workspace. */
export interface WorkspaceShell {
  /**
   * Runs one command line; yields snapshots and returns the result.
   * @throws {FsError} untrusted_workspace, command_not_allowed, path_outside_workspace, symlink_escape, path_not_found, not_a_directory
   */
  run(command: string, options?: ShellRunOptions): AsyncGenerator<CommandSnapshot, CommandResult, void>;
}
