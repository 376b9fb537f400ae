// How long a small request takes while the server has other things to do: `npm run bench:http`. Prints a table.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  ask,
  createBigReadLoad,
  createBurstLoad,
  createSearchLoad,
  createSlowLoad,
  createSteadyLoad,
  type Load,
  statuses,
} from "./loads.js";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));
const PROBES = Number(process.env["BENCH_PROBES"] ?? "300");
const PROBE_DISTANCE_MS = 10;

type Loads = Readonly<Record<string, Load | null>>;

const LOADS: Loads = {
  idle: null,
  "100 mixed requests a second": createSteadyLoad(100),
  "300 mixed requests a second": createSteadyLoad(300),
  "500 bodies a byte at a time": createSlowLoad(500),
  "2 searches at once": createSearchLoad(2),
  "8 searches at once": createSearchLoad(8),
  "50 reads of 10 MiB at once": createBigReadLoad(50),
  "10 000 requests at once": createBurstLoad(10_000),
  "idle again": null,
};

/** What Node itself can do with the same bytes, without a file, a check or a decision. */
const FLOOR_LOADS: Loads = {
  "floor: idle": null,
  "floor: 10 000 requests at once": createBurstLoad(10_000),
};

async function startServer(kind: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [...process.execArgv, SERVER, kind], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), child };
}

async function probe(url: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let turn = 0; turn < PROBES; turn += 1) {
    const startedMs = performance.now();
    const status = await ask(`${url}/file?path=src-0/file-${turn % 100}.ts`, agent);
    if (status !== 200) throw new Error(`a probe was answered with ${status}`);
    times.push(performance.now() - startedMs);
    await delay(PROBE_DISTANCE_MS);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measure(kind: string, loads: Loads): Promise<void> {
  const { url, child } = await startServer(kind);
  await probe(url);
  let idleMs: number | undefined;
  for (const [name, load] of Object.entries(loads)) {
    const controller = new AbortController();
    const running = load?.(url, controller.signal);
    await delay(200);
    const times = await probe(url);
    controller.abort();
    await running;
    const p99 = quantile(times, 0.99);
    idleMs ??= p99;
    console.log(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${p99.toFixed(1)} | ×${(p99 / idleMs).toFixed(1)} |`);
  }
  child.stdin?.end();
  await once(child, "close");
}

console.log("| load | p50 ms | p99 ms | p99 to idle |\n|---|---:|---:|---:|");
await measure("routes", LOADS);
await measure("floor", FLOOR_LOADS);
console.log(`statuses of the loads: ${JSON.stringify(Object.fromEntries(statuses))}`);
