// Measures the two sides of an item: ours alone first, for its memory, then both in turn, so that noise hits both.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { measurePeakMemory } from "./peak-memory.js";
import type { Answer, Measurement, Sides } from "./work-item.js";

/** Calls of our side before the other side has run at all. */
const LONE_ROUNDS = 2;

/** Milliseconds between two looks at the event loop. */
const LOOK_MS = 2;

interface Timed {
  readonly ms: number;
  readonly answer: Answer;
}

async function time(work: () => Promise<Answer>): Promise<Timed> {
  const startedMs = performance.now();
  const answer = await work();
  return { ms: performance.now() - startedMs, answer };
}

/** Times some work and answers the longest that a timer beside it was late; what comes first in a process is left out. */
async function timeBesideTimer(work: () => Promise<Answer>): Promise<Timed & { readonly delayMs: number }> {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
  delays.enable();
  // Its first look only begins the count, and its last one comes behind work that never left the loop.
  await sleep(3 * LOOK_MS);
  const timed = await time(work);
  await sleep(3 * LOOK_MS);
  delays.disable();
  return { ...timed, delayMs: Math.max(0, delays.max / 1e6 - LOOK_MS) };
}

/** Answers the middle of some figures; of an even number of them, the higher of the two. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function assertSameWork(ours: Answer, raw: Answer): void {
  if (ours === raw) return;
  const show = (answer: Answer): string => JSON.stringify(answer).slice(0, 200);
  throw new Error(`The sides did different work: ours found ${show(ours)}, raw found ${show(raw)}`);
}

/** Measures both sides of an item in this process. */
export async function measureSides(sides: Sides, rounds: number): Promise<Measurement> {
  const lone: number[] = [];
  const sampledBytes = await measurePeakMemory(async () => {
    for (let round = 0; round < LONE_ROUNDS; round++) lone.push((await time(sides.ours)).ms);
  });
  const memoryBytes = (await sides.measureMemoryBytes?.()) ?? sampledBytes;
  await sides.raw();
  const ours: number[] = [];
  const raw: number[] = [];
  let worstDelayMs = 0;
  for (let round = 0; round < rounds; round++) {
    const our = await timeBesideTimer(sides.ours);
    worstDelayMs = Math.max(worstDelayMs, our.delayMs);
    const floor = await time(sides.raw);
    assertSameWork(our.answer, floor.answer);
    ours.push(our.ms);
    raw.push(floor.ms);
  }
  return { firstMs: lone[0] ?? Number.NaN, oursMs: median(ours), rawMs: median(raw), worstDelayMs, memoryBytes };
}
