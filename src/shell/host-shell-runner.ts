// Runs command lines with the host's own shell. The parts of a run live in their own files; this one joins them.

import { setTimeout as delay } from "node:timers/promises";
import { EXEC_SNAPSHOT_INTERVAL_MS } from "../limits.js";
import type { CommandRequest, CommandResult, CommandRunner, CommandSnapshot } from "./command-runner.js";
import { createLiveCommands, type LiveCommands } from "./live-commands.js";
import { createOutputCapture, type OutputCapture } from "./output-capture.js";
import { spawnShell } from "./spawn-shell.js";
import { superviseChild } from "./supervision.js";
import { createTermination } from "./termination.js";

interface Progress {
  readonly output: OutputCapture;
  readonly startedAtMs: number;
}

function elapsedMs(startedAtMs: number): number {
  return Math.round(performance.now() - startedAtMs);
}

async function waitForTick(ended: AbortSignal): Promise<void> {
  // The end of the command aborts the wait: it is news, not a failure.
  await delay(EXEC_SNAPSHOT_INTERVAL_MS, undefined, { signal: ended }).catch(() => undefined);
}

async function* watchOutput(progress: Progress, ended: AbortSignal): AsyncGenerator<CommandSnapshot, void, void> {
  let shownBytes = 0;
  for (;;) {
    await waitForTick(ended);
    if (ended.aborted) return;
    if (progress.output.totalBytes === shownBytes) continue;
    shownBytes = progress.output.totalBytes;
    yield { ...progress.output.render({ isComplete: false }), durationMs: elapsedMs(progress.startedAtMs) };
  }
}

function isStopped(request: CommandRequest, live: LiveCommands): boolean {
  return live.isClosed || request.signal?.aborted === true;
}

function resultOfNothing(): CommandResult {
  return { exitCode: null, stdout: "", stderr: "", truncated: false, reason: "aborted", durationMs: 0 };
}

async function* runCommand(
  request: CommandRequest,
  live: LiveCommands,
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  if (isStopped(request, live)) return resultOfNothing();
  const startedAtMs = performance.now();
  const child = await spawnShell(request);
  const termination = createTermination(child.pid);
  const output = createOutputCapture(child.stdout, child.stderr, request.maxOutputBytes);
  const ended = new AbortController();
  const end = superviseChild(child, termination, request).finally(() => ended.abort());
  live.add({ groupId: child.pid, termination, ended: end });
  if (isStopped(request, live)) termination.begin("aborted");
  try {
    yield* watchOutput({ output, startedAtMs }, ended.signal);
    const { signal, ...rest } = await end;
    const text = output.render({ isComplete: true });
    return { ...rest, ...(signal === null ? {} : { signal }), ...text, durationMs: elapsedMs(startedAtMs) };
  } finally {
    // A consumer that stops listening must not leave the command behind.
    if (!ended.signal.aborted) termination.begin("aborted");
    await end;
  }
}

/**
 * Creates a runner over `/bin/sh`. On Windows, where nothing of this is tested, `sh.exe` must be on the `PATH`, as it
 * is with Git for Windows, and children of a stopped command live on.
 *
 * Each command leads its own process group. The group is asked to end, then killed, when the time is over, when the
 * signal aborts, when the runner is closed and when the consumer returns the generator early; the result follows
 * within a second. Whatever the command left running in its group is killed when the command ends. After `close()`
 * a run answers `aborted` without starting anything. An abort is a result with `reason: "aborted"`, not a rejection.
 *
 * NOT guaranteed: a process that leaves the group (`setsid`) survives; a command may read whatever this user may
 * read, `/proc` of this process included. Only an operating system sandbox bounds that.
 */
export function createHostShellRunner(): CommandRunner {
  const live = createLiveCommands();
  return {
    run: (request) => runCommand(request, live),
    close: () => live.close(),
  };
}
