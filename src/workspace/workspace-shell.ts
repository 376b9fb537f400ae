// Commands in a workspace: trusted, judged, and run in a directory that the gate let through.

import { createCommandEnvironment } from "../shell/command-environment.js";
import type { CommandResult, CommandRunner, CommandSnapshot } from "../shell/command-runner.js";
import type { Access, Gate } from "./gate.js";
import { holdPlaceDirectory } from "./list-operations.js";
import { joinPath } from "./paths.js";
import { assertTrustedForIntent } from "./policy.js";
import type { ShellRunOptions, WorkspaceShell } from "./workspace.js";

type Run = AsyncGenerator<CommandSnapshot, CommandResult, void>;

/** Runs commands behind a gate. */
export function createWorkspaceShell(gate: Gate, runner: CommandRunner): WorkspaceShell {
  return { run: (command, options = {}) => runGated(gate, runner, { command, options }) };
}

interface ShellRequest {
  readonly command: string;
  readonly options: ShellRunOptions;
}

async function* runGated(gate: Gate, runner: CommandRunner, request: ShellRequest): Run {
  const { options } = request;
  let result: CommandResult | undefined;
  const access = { path: options.cwd ?? ".", intent: "exec", signal: options.signal } as const;
  const snapshots = gate.stream(access, async function* runInPlace(access) {
    result = yield* runHere(gate, runner, { ...request, access });
  });
  yield* snapshots;
  if (result === undefined) throw new TypeError("the command was left before it ended");
  return result;
}

/** Answers what to run; the parser behind the judgement is loaded only where there is something to judge. */
async function planAllowed(command: string, allowedCommands: readonly string[] | undefined): Promise<string> {
  if (allowedCommands === undefined) return command;
  const { planCommand } = await import("../shell/command-policy.js");
  return planCommand(command, allowedCommands).command;
}

async function* runHere(gate: Gate, runner: CommandRunner, request: ShellRequest & { readonly access: Access }): Run {
  const { options, access } = request;
  assertTrustedForIntent(gate.parts.isTrusted, "exec");
  const command = await planAllowed(request.command, options.allowedCommands);
  const directory = holdPlaceDirectory(access.place);
  try {
    return yield* runner.run({
      command,
      cwd: directory.pathForChild() ?? joinPath(access.place.root.path, access.place.components),
      env: createCommandEnvironment(process.env, options.env),
      timeoutMs: options.timeoutMs ?? gate.parts.limits.execTimeoutMs,
      maxOutputBytes: options.maxOutputBytes ?? gate.parts.limits.maxExecOutputBytes,
      signal: options.signal,
    });
  } finally {
    directory.close();
  }
}
