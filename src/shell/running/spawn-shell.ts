// Starts the host's POSIX shell for one command line, and words the failures to start. Watches nothing.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { FsError } from "../../errors.js";
import type { CommandRequest } from "../command-runner.js";
import { COMMAND_MARK } from "./process-table.js";
import type { ShellChild } from "./supervision.js";

/** How a shell is started. */
export interface ShellStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Puts another program in front of a shell. */
export interface ShellWrapper {
  /** The program as the system names its processes. The command dies with them, so that they are not asked to end. */
  readonly name: string;
  /** Answers how the same shell is started behind it. */
  wrap(start: ShellStart, request: CommandRequest): Promise<ShellStart>;
}

/** What is added to a request when it is started. */
export interface ShellAdditions {
  /** Put into the environment, where the system shows the environment of processes. */
  readonly mark: string;
  readonly wrapper: ShellWrapper | undefined;
}

/** A request is in the syntax of a POSIX shell, so that `cmd.exe`, which reads quotes differently, is never used. */
function findShell(): string {
  return process.platform === "win32" ? "sh.exe" : "/bin/sh";
}

function hasPid(child: ChildProcess): child is ShellChild {
  return child.pid !== undefined;
}

function describeStartFailure(cause: unknown): FsError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "E2BIG") {
    const hint = "Write the script to a file and run the file.";
    return new FsError("command_not_allowed", "The command line is longer than the system takes.", { hint, cause });
  }
  if (code === "ENOENT" || code === "ENOTDIR") {
    const hint = "Choose a directory that exists.";
    return new FsError("path_not_found", "The directory to run in, or the shell, does not exist.", { hint, cause });
  }
  if (code === "EACCES" || code === "EPERM") {
    const hint = "Choose a directory that this process may enter.";
    return new FsError("permission_denied", "The directory to run in cannot be entered.", { hint, cause });
  }
  return new FsError("io_error", "The shell could not be started.", { hint: "Try again later.", cause });
}

/**
 * Answers how the shell for a command line is started.
 * @throws {FsError} command_not_allowed – when the line holds NUL
 */
export async function planStart(request: CommandRequest, { mark, wrapper }: ShellAdditions): Promise<ShellStart> {
  if (request.command.includes("\0")) {
    const hint = "Remove the NUL character.";
    throw new FsError("command_not_allowed", "A command line cannot hold a NUL character.", { hint });
  }
  const plain: ShellStart = {
    program: findShell(),
    args: ["-c", "--", request.command],
    env: process.platform === "linux" ? { ...request.env, [COMMAND_MARK]: mark } : request.env,
  };
  return wrapper === undefined ? plain : await wrapper.wrap(plain, request);
}

/**
 * Starts a command line as the leader of its own process group, with exactly the given environment and no input.
 * @throws {FsError} command_not_allowed – when the line is longer than the system takes
 * @throws {FsError} path_not_found – when the directory does not exist
 * @throws {FsError} permission_denied – when the directory cannot be entered
 * @throws {FsError} io_error – when the system has no room for another process
 */
export async function spawnShell({ program, args, env }: ShellStart, cwd: string): Promise<ShellChild> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    const child = spawn(program, [...args], {
      cwd,
      env: { ...env },
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (hasPid(child)) return child;
    const [cause] = await once(child, "error");
    throw describeStartFailure(cause);
  } catch (cause) {
    throw cause instanceof FsError ? cause : describeStartFailure(cause);
  }
}
