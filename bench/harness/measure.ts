// Measures the two sides of an item: ours alone first, for its memory, then both in turn, so that noise hits both.

import { measurePeakMemory } from "./peak-memory.js";
import type { Answer, Measurement, Sides } from "./work-item.js";

/** Calls of our side before the other side has run at all. */
const LONE_ROUNDS = 2;

async function time(work: () => Promise<Answer>): Promise<{ readonly ms: number; readonly answer: Answer }> {
  const startedMs = performance.now();
  const answer = await work();
  return { ms: performance.now() - startedMs, answer };
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
  for (let round = 0; round < rounds; round++) {
    const our = await time(sides.ours);
    const floor = await time(sides.raw);
    assertSameWork(our.answer, floor.answer);
    ours.push(our.ms);
    raw.push(floor.ms);
  }
  return { firstMs: lone[0] ?? Number.NaN, oursMs: median(ours), rawMs: median(raw), memoryBytes };
}
