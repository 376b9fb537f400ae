// Runs commands for the tests of this folder and finds the processes that they leave behind.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type {
  CommandRequest,
  CommandResult,
  CommandRunner,
  CommandSnapshot,
} from "../../../src/shell/command-runner.js";

const MARKER_NAME = "SHELL_TEST_MARKER";

/** Everything that a run gave out. */
export interface Recording {
  readonly snapshots: readonly CommandSnapshot[];
  readonly result: CommandResult;
}

/** A name that a command and all its children carry in their environment. */
export function createMarker(): string {
  return randomUUID();
}

/** A request with defaults that suit a short command. */
export function requestFor(
  command: string,
  changes: Partial<CommandRequest> & { marker?: string } = {},
): CommandRequest {
  const { marker = "none", ...rest } = changes;
  const { PATH = "/usr/bin:/bin" } = process.env;
  const env = { PATH, [MARKER_NAME]: marker };
  return { command, cwd: tmpdir(), env, timeoutMs: 30_000, maxOutputBytes: 4096, ...rest };
}

/** A command line that runs one of the fixture programs. */
export function programCommand(name: string, ...args: readonly string[]): string {
  const path = fileURLToPath(new URL(`../../fixtures/programs/${name}.mjs`, import.meta.url));
  return `exec '${process.execPath}' '${path}' ${args.join(" ")}`;
}

/** Runs a command to its end. */
export async function record(runner: CommandRunner, request: CommandRequest): Promise<Recording> {
  const snapshots: CommandSnapshot[] = [];
  const run = runner.run(request);
  for (;;) {
    const step = await run.next();
    if (step.done === true) return { snapshots, result: step.value };
    snapshots.push(step.value);
  }
}

function hasMarker(pid: string, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${MARKER_NAME}=${marker}`);
  } catch {
    return false;
  }
}

/** Lists the processes that carry a marker. */
export function findMarked(marker: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && hasMarker(pid, marker));
}

/** Answers the processes that still carry a marker after they had time to die. */
export async function findSurvivors(marker: string): Promise<readonly string[]> {
  for (let attempt = 0; attempt < 100 && findMarked(marker).length > 0; attempt += 1) await delay(20);
  return findMarked(marker);
}
