// Runs command lines in a sandbox session as the AI SDK hands it to tools. The session is known by its shape alone.

import { once } from "node:events";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { setTimeout as delay } from "node:timers/promises";
import { EXEC_KILL_GRACE_MS, EXEC_PIPE_GRACE_MS } from "../../limits.js";
import type {
  CommandEndReason,
  CommandRequest,
  CommandResult,
  CommandRunner,
  CommandSnapshot,
} from "../command-runner.js";
import { runBuffered, runOnce } from "../running/buffered-run.js";
import { createOutputCapture } from "../running/output-capture.js";
import { elapsedMs, watchOutput } from "../running/watch-output.js";

/** How a session starts a command. */
export interface SandboxCommandOptions {
  readonly command: string;
  readonly workingDirectory?: string;
  readonly env?: Record<string, string>;
  readonly abortSignal?: AbortSignal;
}

/** A command that runs in a session. */
export interface SandboxProcessHandle {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Resolves once the command has ended. */
  wait(): PromiseLike<{ readonly exitCode: number }>;
  /** Kills the command. */
  kill(): PromiseLike<void>;
}

/** The part of a sandbox session that runs commands; one of the two methods must be there. */
export interface SandboxCommands {
  /** Starts a command whose output can be read while it runs. */
  spawn?(options: SandboxCommandOptions): PromiseLike<SandboxProcessHandle>;
  /** Runs a command to its end. */
  run?(options: SandboxCommandOptions): PromiseLike<{
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** Tells whether a value is a session that can run commands. */
export function isSandboxCommands(value: unknown): value is SandboxCommands {
  if (typeof value !== "object" || value === null) return false;
  const { spawn, run } = value as Partial<Record<keyof SandboxCommands, unknown>>;
  return isFunction(spawn) || isFunction(run);
}

function toOptions(request: CommandRequest, abortSignal: AbortSignal): SandboxCommandOptions {
  const { command, cwd, env } = request;
  return { command, ...(cwd === "" ? {} : { workingDirectory: cwd }), env: { ...env }, abortSignal };
}

/** What stops a command, and which of it came first. */
interface Stop {
  readonly signal: AbortSignal;
  readonly reason: () => CommandEndReason;
}

function createStop(request: CommandRequest, closing: AbortSignal): Stop {
  const timeout = AbortSignal.timeout(Math.min(request.timeoutMs, MAX_TIMER_MS));
  const aborts = AbortSignal.any([closing, ...(request.signal === undefined ? [] : [request.signal])]);
  let reason: CommandEndReason = "exited";
  const note = (first: CommandEndReason) => (): void => {
    if (reason === "exited") reason = first;
  };
  aborts.addEventListener("abort", note("aborted"), { once: true });
  timeout.addEventListener("abort", note("timed_out"), { once: true });
  if (aborts.aborted) reason = "aborted";
  return { signal: AbortSignal.any([aborts, timeout]), reason: () => reason };
}

async function stopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Waits for the end of a process, kills it when it is stopped, and then waits no longer than for one of our own. */
async function waitForEnd(handle: SandboxProcessHandle, signal: AbortSignal): Promise<number | null> {
  const exit = Promise.resolve(handle.wait()).then(
    ({ exitCode }) => exitCode,
    (error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    },
  );
  const killed = stopped(signal).then(async () => {
    await Promise.race([Promise.resolve(handle.kill()).catch(() => undefined), delay(EXEC_KILL_GRACE_MS)]);
    return Promise.race([exit, delay(EXEC_KILL_GRACE_MS, null)]);
  });
  return Promise.race([exit, killed]);
}

function toReadable(stream: ReadableStream<Uint8Array>): Readable {
  const readable = Readable.fromWeb(stream as WebStream<Uint8Array>);
  // What breaks the stream also ends the process, and is told there.
  return readable.on("error", () => {});
}

async function drained(streams: readonly Readable[]): Promise<void> {
  const closed = streams.map(async (stream) => {
    if (!stream.closed) await once(stream, "close");
  });
  await Promise.race([Promise.all(closed), delay(EXEC_PIPE_GRACE_MS)]);
}

async function* runSpawned(
  handle: SandboxProcessHandle,
  request: CommandRequest,
  { stop, startedAtMs }: { readonly stop: Stop; readonly startedAtMs: number },
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  const streams = [toReadable(handle.stdout), toReadable(handle.stderr)] as const;
  const output = createOutputCapture(...streams, request);
  const left = new AbortController();
  const end = waitForEnd(handle, AbortSignal.any([stop.signal, left.signal]));
  end.catch(() => {});
  try {
    yield* watchOutput({ output, startedAtMs, end });
    const exitCode = await end;
    const reason = stop.reason();
    await drained(streams);
    return { exitCode, reason, ...output.render({ isComplete: true }), durationMs: elapsedMs(startedAtMs) };
  } finally {
    left.abort();
    for (const stream of streams) stream.destroy();
  }
}

function resultOfNothing(reason: CommandEndReason, durationMs = 0): CommandResult {
  return { exitCode: null, stdout: "", stderr: "", truncated: false, reason, durationMs };
}

/** Starts a process; `null` when it was stopped first. One that starts after all is then killed. */
async function startUntil(
  signal: AbortSignal,
  start: () => PromiseLike<SandboxProcessHandle>,
): Promise<SandboxProcessHandle | null> {
  const starting = Promise.resolve(start());
  const givenUp = stopped(signal).then(() => delay(EXEC_KILL_GRACE_MS, null));
  try {
    const handle = await Promise.race([starting, givenUp]);
    if (handle === null) starting.then((late) => late.kill()).catch(() => {});
    return handle;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

async function* runInSession(
  session: SandboxCommands,
  request: CommandRequest,
  closing: AbortSignal,
): AsyncGenerator<CommandSnapshot, CommandResult, void> {
  const spawn = session.spawn?.bind(session);
  if (spawn === undefined) {
    return yield* runOnce(() => runBuffered(request, closing, async (signal) => runOnceIn(session, request, signal)));
  }
  const stop = createStop(request, closing);
  if (stop.signal.aborted) return resultOfNothing("aborted");
  const startedAtMs = performance.now();
  const handle = await startUntil(stop.signal, () => spawn(toOptions(request, stop.signal)));
  if (handle === null) return resultOfNothing(stop.reason(), elapsedMs(startedAtMs));
  return yield* runSpawned(handle, request, { stop, startedAtMs });
}

async function runOnceIn(session: SandboxCommands, request: CommandRequest, signal: AbortSignal) {
  if (session.run === undefined) throw new TypeError("a sandbox session needs spawn or run");
  return await session.run(toOptions(request, signal));
}

/**
 * Creates a runner over a sandbox session: over its `spawn`, with snapshots, or over its `run` where it has no other.
 * The directory of a request is handed on as it is, so that it must mean something inside.
 *
 * NOT guaranteed: that a command dies when it is stopped, which is up to the session; the result comes within two
 * seconds all the same.
 * @throws {TypeError} when the session has neither method
 */
export function createSandboxRunner(session: SandboxCommands): CommandRunner {
  if (!isSandboxCommands(session)) throw new TypeError("a sandbox session needs spawn or run");
  const closing = new AbortController();
  return {
    run: (request) => runInSession(session, request, closing.signal),
    close: async () => closing.abort(),
  };
}
