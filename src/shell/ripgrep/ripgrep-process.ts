// Runs ripgrep and hands on what it prints. The process never outlives the generator.

import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { FsError } from "../../errors.js";
import { listenForAbort } from "../shared-aborts.js";
import type { RipgrepTrial } from "./ripgrep-request.js";

/** Says what to run. */
export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Milliseconds after which the run is ended; absent lets it run. */
  readonly timeoutMs?: number | undefined;
  /** Ends the run as soon as it has taken longer than what can be answered at once, unless it is worth going on. */
  readonly trial?: RipgrepTrial | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What is searched in place of files; a piece holds good until the next one is asked for. */
  readonly input?: AsyncIterable<Uint8Array> | undefined;
  /** Bytes of messages behind which the run is ended; absent drops what is too much. */
  readonly maxMessageBytes?: number | undefined;
}

/** Says how a run ended by itself. */
export interface RipgrepExit {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  /** The time was over. */
  readonly isTimedOut: boolean;
  /** The first messages. */
  readonly stderr: string;
  /** There were more. */
  readonly isStderrCut: boolean;
  /** It was ended for that. */
  readonly isEndedByMessages?: boolean | undefined;
}

/** Bytes of messages that are kept; each is about one file. */
const MAX_MESSAGE_BYTES: number = 256 * 1024;

const LINE_FEED = 10;

/** Milliseconds of a trial: a page of frequent hits takes 10 where nothing else runs, and so do 1 000 files. */
const TRIAL_MS = 25;

/** Starts of the program that a trial may take at least: one takes 4 ms where nothing else runs. */
const TRIAL_STARTS = 6;

const MAX_TRIAL_MS = 150;

type RipgrepChild = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Starts with an empty environment, so that no variable changes what is found. */
async function startRipgrep(run: RipgrepRun): Promise<RipgrepChild> {
  const { spawn } = await import("node:child_process");
  try {
    const stdin = run.input === undefined ? "ignore" : "pipe";
    const child = spawn(run.program, run.args, {
      cwd: run.cwd,
      env: {},
      stdio: [stdin, "pipe", "pipe"],
    }) as RipgrepChild;
    await once(child, "spawn");
    return child;
  } catch (cause) {
    throw new FsError("io_error", "The search program could not be started", { hint: "Try again later.", cause });
  }
}

/** Answers whether it was taken: not by a program that has ended, since it knows enough. */
function writePiece(stdin: Writable, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    stdin.write(piece, (error) => resolve(error === null || error === undefined));
  });
}

/** Hands the input on, and rejects when that cannot be read to its end. */
async function feed(stdin: Writable, input: AsyncIterable<Uint8Array>): Promise<void> {
  // The callback of each write is told as well.
  stdin.on("error", () => {});
  for await (const piece of input) if (!(await writePiece(stdin, piece))) return;
  stdin.end();
}

function collectMessages(
  stream: Readable,
  { maxBytes, onMore }: { readonly maxBytes: number; readonly onMore: () => void },
): () => Pick<RipgrepExit, "stderr" | "isStderrCut"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    if (bytes < maxBytes) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) onMore();
  });
  return () => {
    const isStderrCut = bytes > maxBytes;
    const kept = Buffer.concat(chunks).subarray(0, maxBytes);
    const whole = isStderrCut ? kept.subarray(0, kept.lastIndexOf(LINE_FEED) + 1) : kept;
    return { stderr: whole.toString("utf8"), isStderrCut };
  };
}

function describeMessages(
  { maxMessageBytes }: RipgrepRun,
  messages: Pick<RipgrepExit, "stderr" | "isStderrCut">,
): Pick<RipgrepExit, "stderr" | "isStderrCut" | "isEndedByMessages"> {
  return { ...messages, isEndedByMessages: maxMessageBytes !== undefined && messages.isStderrCut };
}

/** Ends a run when its time is over; a trial is given more time where starting a program takes long already. */
class RunTimers {
  #end: NodeJS.Timeout | undefined;
  #trial: NodeJS.Timeout | undefined;
  isTimedOut = false;

  constructor({ timeoutMs, trial }: RipgrepRun, startMs: number, kill: () => void) {
    const end = (): void => {
      this.isTimedOut = true;
      kill();
    };
    if (timeoutMs !== undefined) this.#end = setTimeout(end, timeoutMs);
    if (trial === undefined) return;
    const trialMs = Math.min(Math.max(TRIAL_MS, TRIAL_STARTS * startMs), MAX_TRIAL_MS);
    this.#trial = setInterval(() => {
      if (!trial.isGoingWell()) end();
    }, trialMs);
  }

  stop(): void {
    clearTimeout(this.#end);
    clearInterval(this.#trial);
  }
}

/**
 * Yields what ripgrep prints and returns how it ended; a run whose time is over has not looked at everything.
 * When the signal aborts, the process is killed, and is gone when the generator ends. When the consumer returns early it is
 * killed too, but nobody waits until the system has cleared it away.
 * @throws {FsError} io_error – when the program cannot be started
 */
export async function* streamRipgrep(run: RipgrepRun): AsyncGenerator<Buffer, RipgrepExit, void> {
  run.signal?.throwIfAborted();
  const startedMs = performance.now();
  const child = await startRipgrep(run);
  const closed = once(child, "close");
  // Nobody may be left to await it.
  closed.catch(() => {});
  const fed = child.stdin === null || run.input === undefined ? Promise.resolve() : feed(child.stdin, run.input);
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  const messages = collectMessages(child.stderr, {
    maxBytes: run.maxMessageBytes ?? MAX_MESSAGE_BYTES,
    onMore: run.maxMessageBytes === undefined ? () => {} : kill,
  });
  const timers = new RunTimers(run, performance.now() - startedMs, kill);
  const stopListening = run.signal === undefined ? undefined : listenForAbort(run.signal, kill);
  if (run.signal?.aborted === true) kill();
  // What cannot be read to its end has not been searched: the run ends, and its reader is told.
  fed.catch(kill);
  try {
    for await (const chunk of child.stdout) {
      run.signal?.throwIfAborted();
      yield chunk;
    }
    await closed;
    run.signal?.throwIfAborted();
    await fed;
    return { exitCode: child.exitCode, isTimedOut: timers.isTimedOut, ...describeMessages(run, messages()) };
  } finally {
    timers.stop();
    stopListening?.();
    kill();
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin?.destroy();
    // Whoever gave the input may close what it is read from now.
    await fed.catch(() => {});
    if (run.signal?.aborted === true) await closed;
  }
}
