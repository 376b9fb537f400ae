// Commands in a sandbox session instead of a workspace: judged by the same policy, bounded by the session.

import { FsError } from "../../errors.js";
import { EXEC_TIMEOUT_MS, MAX_EXEC_OUTPUT_BYTES } from "../../limits.js";
import { createSandboxRunner, isSandboxCommands, type SandboxCommands } from "../../shell/backends/sandbox-runner.js";
import type { CommandResult, CommandSnapshot } from "../../shell/command-runner.js";
import { resolveAllowance } from "../../shell/policy/allowance.js";
import type { ShellRunOptions, WorkspaceShell } from "../../workspace/interfaces/workspace.js";

/** A session, or `"call"` for the one that the AI SDK hands to each call as `experimental_sandbox`. */
export type ExecSandbox = SandboxCommands | "call";

/**
 * Checks what a developer gave as a sandbox.
 * @throws {TypeError} when it is neither a session that can run commands nor `"call"`
 */
export function assertSandbox(sandbox: ExecSandbox): void {
  if (sandbox === "call" || isSandboxCommands(sandbox)) return;
  throw new TypeError('sandbox must be "call", or a session with spawn or run');
}

/**
 * Answers the session of a call.
 * @throws {FsError} command_not_allowed – when the call came without one that can run commands
 */
export function resolveSandbox(sandbox: ExecSandbox, ofCall: unknown): SandboxCommands {
  const session = sandbox === "call" ? ofCall : sandbox;
  if (isSandboxCommands(session)) return session;
  throw new FsError("command_not_allowed", "There is no sandbox in which commands could run.", {
    hint: "The developer can pass experimental_sandbox to the call.",
  });
}

async function planAllowed(command: string, { allowedCommands }: ShellRunOptions): Promise<string> {
  if (allowedCommands === undefined) return command;
  const { createCommandPolicy } = await import("../../shell/policy/command-policy.js");
  return createCommandPolicy(allowedCommands).plan(command).command;
}

async function* runInSandbox(
  session: SandboxCommands,
  command: string,
  options: ShellRunOptions,
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  options.allowedCommands?.forEach(resolveAllowance);
  options.signal?.throwIfAborted();
  const runner = createSandboxRunner(session);
  return yield* runner.run({
    command: await planAllowed(command, options),
    cwd: options.cwd ?? "",
    env: options.env ?? {},
    timeoutMs: options.timeoutMs ?? EXEC_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_EXEC_OUTPUT_BYTES,
    signal: options.signal,
  });
}

/** Runs commands in a session; no variable of this process is handed on. */
export function createSandboxShell(session: SandboxCommands): WorkspaceShell {
  return { run: (command, options = {}) => runInSandbox(session, command, options) };
}
