// Runs that answer once, made into runs as the port has them: stopped in time, cut to the budget. Knows no backend.

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { EXEC_KILL_GRACE_MS } from "../../limits.js";
import type { CommandEndReason, CommandRequest, CommandResult, CommandSnapshot } from "../command-runner.js";
import { createOutputBudget } from "./output-budget.js";
import { renderOutput } from "./output-text.js";

/** What a backend answers when a command has ended. */
export interface BufferedResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs one command to its end, which it should bring about when the signal aborts. */
export type RunBuffered = (signal: AbortSignal) => Promise<BufferedResult>;

const MAX_TIMER_MS = 2 ** 31 - 1;

function cut(text: string, maxBytes: number): { readonly text: string; readonly truncated: boolean } {
  const budget = createOutputBudget(maxBytes);
  budget.push(new TextEncoder().encode(text));
  return renderOutput(budget.read(), { maxBytes, isComplete: true });
}

/** Waits for the run, but after it was stopped no longer than for a process that is asked to end. */
async function settle(run: Promise<BufferedResult>, stopped: AbortSignal): Promise<BufferedResult | null> {
  const ended = new AbortController();
  const giveUp = async (): Promise<null> => {
    if (!stopped.aborted) await once(stopped, "abort");
    await delay(EXEC_KILL_GRACE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    return null;
  };
  try {
    return await Promise.race([run, giveUp()]);
  } catch (error) {
    if (stopped.aborted) return null;
    throw error;
  } finally {
    ended.abort();
  }
}

/**
 * Runs a command of a backend that answers once. A run that does not end when it is asked to is left alone, and its
 * output is lost.
 */
export async function runBuffered(
  request: CommandRequest,
  closing: AbortSignal,
  run: RunBuffered,
): Promise<CommandResult> {
  const startedAtMs = performance.now();
  const timeout = AbortSignal.timeout(Math.min(request.timeoutMs, MAX_TIMER_MS));
  const aborts = [closing, ...(request.signal === undefined ? [] : [request.signal])];
  const stopped = AbortSignal.any([timeout, ...aborts]);
  const found = stopped.aborted ? null : await settle(run(stopped), stopped);
  const reason = reasonOf(aborts, timeout);
  for (const text of [found?.stdout, found?.stderr]) if (text) request.onOutput?.(new TextEncoder().encode(text));
  const stdout = cut(found?.stdout ?? "", request.maxOutputBytes);
  const stderr = cut(found?.stderr ?? "", request.maxOutputBytes);
  return {
    exitCode: reason === "exited" ? (found?.exitCode ?? null) : null,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
    reason,
    durationMs: Math.round(performance.now() - startedAtMs),
  };
}

function reasonOf(aborts: readonly AbortSignal[], timeout: AbortSignal): CommandEndReason {
  if (aborts.some(({ aborted }) => aborted)) return "aborted";
  return timeout.aborted ? "timed_out" : "exited";
}

/** Makes a run without snapshots out of a promise of its result; nothing is started before the first `next`. */
export async function* runOnce(
  start: () => Promise<CommandResult>,
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  const none: readonly CommandSnapshot[] = [];
  yield* none;
  return await start();
}
