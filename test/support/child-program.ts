// Programs of test/fixtures/programs as child processes that are started, watched and stopped by their own handle.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAMS = new URL("../fixtures/programs/", import.meta.url);

export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** Resolves with the first output. */
  readonly started: Promise<void>;
  readonly ended: Promise<ProgramEnd>;
  /** Kills it and waits until it is gone. */
  kill(): Promise<ProgramEnd>;
}

/** Says how a program starts besides its arguments. */
export interface ProgramOptions {
  /** Words in front of `node`, such as a tracer. */
  readonly wrapper?: readonly string[];
  readonly timeoutMs?: number;
}

async function collect(child: ChildProcess): Promise<ProgramEnd> {
  const parts: Buffer[] = [];
  child.stdout?.on("data", (part: Buffer) => parts.push(part));
  child.stderr?.on("data", (part: Buffer) => parts.push(part));
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { exitCode, signal, output: Buffer.concat(parts).toString("utf8") };
}

/** Starts a program with one argument: its parameters as JSON. */
export function startProgram(name: string, parameters: unknown, options: ProgramOptions = {}): RunningProgram {
  const words = [
    ...(options.wrapper ?? []),
    process.execPath,
    fileURLToPath(new URL(name, PROGRAMS)),
    JSON.stringify(parameters),
  ];
  const [command = process.execPath, ...args] = words;
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeoutMs ?? 60_000,
    killSignal: "SIGKILL",
  });
  const ended = collect(child);
  const started = Promise.race([once(child.stdout, "data"), ended]).then(() => {});
  return {
    process: child,
    started,
    ended,
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** Runs a program to its end and reads its output as JSON. */
export async function runProgram(name: string, parameters: unknown, options: ProgramOptions = {}): Promise<unknown> {
  const { output, exitCode, signal } = await startProgram(name, parameters, options).ended;
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(`${name} ended with ${exitCode ?? signal}: ${output}`);
  }
}
