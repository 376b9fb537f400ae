// Runs command lines with the host's own shell. The parts of a run live in their own files; this one joins them.

import type { CommandRequest, CommandResult, CommandRunner, CommandSnapshot } from "../command-runner.js";
import { createLiveCommands, type LiveCommands } from "./live-commands.js";
import { createOutputCapture } from "./output-capture.js";
import type { ProcessTable } from "./process-table.js";
import { createChunkRelease } from "./release-chunk.js";
import { planStart, type ShellWrapper, spawnShell } from "./spawn-shell.js";
import { superviseChild } from "./supervision.js";
import { createTermination } from "./termination.js";
import { elapsedMs, watchOutput } from "./watch-output.js";

function isStopped(request: CommandRequest, live: LiveCommands): boolean {
  return live.isClosed || request.signal?.aborted === true;
}

function resultOfNothing(): CommandResult {
  return { exitCode: null, stdout: "", stderr: "", truncated: false, reason: "aborted", durationMs: 0 };
}

interface RunnerParts {
  readonly live: LiveCommands;
  readonly wrapper: ShellWrapper | undefined;
}

async function* runCommand(
  request: CommandRequest,
  { live, wrapper }: RunnerParts,
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  if (isStopped(request, live)) return resultOfNothing();
  const startedAtMs = performance.now();
  const mark = live.createMark();
  const start = await planStart(request, { mark, wrapper });
  if (isStopped(request, live)) return resultOfNothing();
  const child = await spawnShell(start, request.cwd);
  const termination = createTermination(child.pid, {
    ask: () => live.ask(child.pid, wrapper?.name),
    killEscaped: () => live.killEscaped(mark, child.pid),
  });
  const output = createOutputCapture(child.stdout, child.stderr, request);
  const release = createChunkRelease();
  for (const stream of [child.stdout, child.stderr]) stream.on("data", release);
  const end = superviseChild(child, termination, request);
  live.add({ groupId: child.pid, termination, ended: end });
  if (isStopped(request, live)) termination.begin("aborted");
  try {
    yield* watchOutput({ output, startedAtMs, end });
    const { signal, ...rest } = await end;
    const text = output.render({ isComplete: true });
    return { ...rest, ...(signal === null ? {} : { signal }), ...text, durationMs: elapsedMs(startedAtMs) };
  } finally {
    // A consumer that stops listening must not leave the command behind; one that has ended is not stopped again.
    termination.begin("aborted");
    await end;
  }
}

/** What a runner is given from outside this room. */
export interface ShellRunnerOptions {
  /** Finds what left the group of its command; absent leaves it alone. */
  readonly processes?: ProcessTable | undefined;
  /** Puts another program in front of the shell, such as a sandbox; default none. */
  readonly wrapper?: ShellWrapper | undefined;
}

/**
 * Creates a runner over the host's shell, or over what is put in front of it.
 * NOT guaranteed without a process table: that what leaves the group of its command dies with it.
 */
export function createShellRunner(options: ShellRunnerOptions = {}): CommandRunner {
  const live = createLiveCommands(options.processes);
  return {
    run: (request) => runCommand(request, { live, wrapper: options.wrapper }),
    close: () => live.close(),
  };
}
