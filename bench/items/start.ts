// What it costs to have the package at all: a fresh process that imports it, against one that imports nothing.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../harness/measure.js";
import type { WorkItem } from "../harness/work-item.js";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const MEMORY_ROUNDS = 5;
const PRINT_MEMORY = "process.stdout.write(String(process.memoryUsage.rss()));";
const IMPORT = 'await import("ai-file-tools");';

/** Runs a script in a fresh process and answers what it prints. */
async function runScript(script: string): Promise<number> {
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PACKAGE, env: {} });
  return Number(stdout);
}

async function medianMemory(script: string): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < MEMORY_ROUNDS; round++) figures.push(await runScript(`${script}${PRINT_MEMORY}`));
  return median(figures);
}

/** Items about starting. */
export const START_ITEMS: readonly WorkItem[] = [
  {
    number: 11,
    name: "import the package in a fresh process, against an empty one",
    rounds: 15,
    prepare: async () => {},
    open: async () => ({
      ours: () => runScript(IMPORT),
      raw: () => runScript(""),
      measureMemoryBytes: async () => (await medianMemory(IMPORT)) - (await medianMemory("")),
      close: async () => {},
    }),
  },
];
