// Watches one started command until it and its group are gone. Collects no output.

import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { EXEC_PIPE_GRACE_MS } from "../../limits.js";
import type { CommandEndReason } from "../command-runner.js";
import { listenForAbort } from "../shared-aborts.js";
import type { Termination } from "./termination.js";

/** A started shell: no input, two pipes for output, leader of its own process group. */
export type ShellChild = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };

/** How a command ended. */
export interface CommandEnd {
  /** Exit status, or `null` when a signal ended the command. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: CommandEndReason;
}

/** Says what stops a command from outside. */
export interface SupervisionOptions {
  /** Milliseconds after which the command is stopped. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** `setTimeout` fires at once when it is given more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits for the pipes to run dry, but not for a background child that keeps them open. */
function waitForPipes(child: ShellChild): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, EXEC_PIPE_GRACE_MS);
    child.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function waitForExit(child: ChildProcess): Promise<Omit<CommandEnd, "reason">> {
  const [exitCode, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return { exitCode, signal };
}

/**
 * Resolves once the command has exited, its output has been read and its group has been killed.
 * After a time-out or an abort that takes less than a second. The first cause is the one reported.
 * Must be called in the turn of the event loop in which the child was started.
 */
export async function superviseChild(
  child: ShellChild,
  termination: Termination,
  options: SupervisionOptions,
): Promise<CommandEnd> {
  let isClosed = false;
  child.once("close", () => {
    isClosed = true;
  });
  const abort = (): void => termination.begin("aborted");
  const timer = setTimeout(() => termination.begin("timed_out"), Math.min(options.timeoutMs, MAX_TIMER_MS));
  const stopListening = options.signal === undefined ? undefined : listenForAbort(options.signal, abort);
  try {
    const exit = await waitForExit(child);
    const reason = termination.reason ?? "exited";
    if (!isClosed) await waitForPipes(child);
    return { ...exit, reason };
  } finally {
    clearTimeout(timer);
    stopListening?.();
    termination.finish();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
