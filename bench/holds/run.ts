// How long one call keeps the event loop at worst: `npm run bench:holds`. Prints the longest, and fails on none of them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type HoldCase, prepareCases } from "./cases.js";

setFlagsFromString("--expose-gc");
/** So that no case is measured with what another one left behind. */
const collectGarbage = runInNewContext("gc") as () => void;

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? "3");
const SHOWN = Number(process.env["BENCH_SHOWN"] ?? "25");
const ONLY = process.env["BENCH_ONLY"] ?? "";

/** The longest stretch without a turn of the loop: its time, and what the process worked in it. */
interface Hold {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Watches a timer of a millisecond beside some work. */
async function watch(work: () => Promise<unknown>): Promise<Hold & { readonly problem: string }> {
  let problem = "";
  let longest: Hold = { ms: 0, cpuMs: 0 };
  let sinceMs = performance.now();
  let sinceCpu = process.cpuUsage();
  const look = (): void => {
    const ms = performance.now() - sinceMs;
    if (ms > longest.ms) {
      const { user, system } = process.cpuUsage(sinceCpu);
      longest = { ms, cpuMs: (user + system) / 1000 };
    }
    sinceMs = performance.now();
    sinceCpu = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  await sleep(3);
  try {
    await work();
  } catch (error) {
    problem = String(error).slice(0, 60);
  }
  await sleep(3);
  clearInterval(timer);
  return { ...longest, problem };
}

interface Figure {
  readonly name: string;
  readonly hold: Hold;
  readonly totalMs: number;
  readonly problem: string;
}

async function measure({ name, prepare }: HoldCase): Promise<Figure> {
  const holds: Hold[] = [];
  let problem = "";
  const run = prepare();
  collectGarbage();
  const startedMs = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { problem: found, ...hold } = await watch(run);
    holds.push(hold);
    problem ||= found;
  }
  const totalMs = (performance.now() - startedMs) / ROUNDS;
  const [longest = { ms: Number.NaN, cpuMs: Number.NaN }] = holds.toSorted((a, b) => b.ms - a.ms);
  return { name, hold: longest, totalMs, problem };
}

const root = await mkdtemp(join(tmpdir(), "ai-file-tools-holds-"));
try {
  const cases = (await prepareCases(root)).filter(({ name }) => name.includes(ONLY));
  const figures: Figure[] = [];
  for (const one of cases) {
    const figure = await measure(one);
    figures.push(figure);
    if (figure.totalMs > 5000) process.stderr.write(`${figure.name}: ${Math.round(figure.totalMs)} ms in all\n`);
  }
  const longest = figures.toSorted((a, b) => b.hold.ms - a.hold.ms);
  console.log("| call | longest hold (ms) | work of the process in it (ms) | whole call (ms) |");
  console.log("| --- | ---: | ---: | ---: |");
  for (const { name, hold, totalMs } of longest.slice(0, SHOWN)) {
    console.log(`| ${name} | ${hold.ms.toFixed(0)} | ${hold.cpuMs.toFixed(0)} | ${totalMs.toFixed(0)} |`);
  }
  for (const { name, problem } of figures) if (problem !== "") console.log(`${name} threw ${problem}`);
  console.log(`${figures.length} calls, ${figures.filter(({ hold }) => hold.ms > 100).length} above 100 ms`);
} finally {
  await rm(root, { recursive: true, force: true });
}
