// What it costs to run a command, against a bare spawn of the same shell.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createHostShellRunner } from "ai-file-tools";
import type { Answer, WorkItem } from "../harness/work-item.js";

const FLOOD = fileURLToPath(new URL("../../test/fixtures/programs/flood.mjs", import.meta.url));
const FLOOD_BYTES = 1_000_000_000;
const RUNS = 20;

function requestFor(command: string) {
  const { PATH = "/usr/bin:/bin" } = process.env;
  return { command, cwd: "/", env: { PATH }, timeoutMs: 600_000, maxOutputBytes: 32 * 1024 };
}

/** Runs commands one after another through one runner, as a workspace does. */
async function runOurs(runner: ReturnType<typeof createHostShellRunner>, command: string): Promise<Answer> {
  const run = runner.run(requestFor(command));
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value.exitCode ?? -1;
  }
}

/** A bare spawn of the same shell whose output is read and thrown away. */
async function runRaw(command: string): Promise<Answer> {
  const { env, cwd } = requestFor(command);
  const child = spawn("/bin/sh", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.resume();
  child.stdout.resume();
  const [code] = await once(child, "close");
  return Number(code);
}

const PRINTS = "echo up; read -r _ < /dev/null; exec sleep 600";

/** From start to the first output that is shown; the command is then stopped. */
async function runOursToFirst(runner: ReturnType<typeof createHostShellRunner>): Promise<Answer> {
  for await (const snapshot of runner.run(requestFor(PRINTS))) return snapshot.stdout.length;
  return 0;
}

async function runRawToFirst(): Promise<Answer> {
  const { env, cwd } = requestFor(PRINTS);
  const child = spawn("/bin/sh", ["-c", PRINTS], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const [first] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  return String(first).length;
}

async function repeat(count: number, run: () => Promise<Answer>): Promise<Answer> {
  let sum = 0;
  for (let turn = 0; turn < count; turn++) sum += Number(await run());
  return sum;
}

function defineCommand(name: string, options: { command: string; count: number; rounds: number }): WorkItem {
  return {
    number: 14,
    name,
    rounds: options.rounds,
    prepare: async () => {},
    open: async () => {
      const runner = createHostShellRunner();
      return {
        ours: () => repeat(options.count, () => runOurs(runner, options.command)),
        raw: () => repeat(options.count, () => runRaw(options.command)),
        close: () => runner.close(),
      };
    },
  };
}

/** Items about commands. */
export const COMMAND_ITEMS: readonly WorkItem[] = [
  {
    number: 14,
    name: "start a command and see its first output, then stop it",
    rounds: 30,
    prepare: async () => {},
    open: async () => {
      const runner = createHostShellRunner();
      return { ours: () => runOursToFirst(runner), raw: runRawToFirst, close: () => runner.close() };
    },
  },
  defineCommand(`run true ${RUNS} times, from start to result`, { command: "true", count: RUNS, rounds: 15 }),
  defineCommand(`read the output of a command that prints ${FLOOD_BYTES / 1e9} GB`, {
    command: `exec '${process.execPath}' '${FLOOD}' ${FLOOD_BYTES}`,
    count: 1,
    rounds: 3,
  }),
];
