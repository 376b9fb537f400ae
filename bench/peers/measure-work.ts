// Measures one task: the package alone first, for its memory, then in turn with the floor; every answer is checked.

import { median } from "../harness/measure.js";
import { measurePeakMemory } from "../harness/peak-memory.js";
import type { PeerResult } from "../harness/peer-result.js";
import type { Floor } from "./floor.js";
import { measureServerMemory } from "./server-memory.js";
import type { PeerWork } from "./work/peer-work.js";

/** Slow packages are not waited for as often as the item asks; where the first call takes longer, it is the one round. */
const BUDGET_MS = 4000;

/** What a measurement needs beside the work. */
export interface MeasuredAgainst {
  readonly floor: Floor;
  readonly rounds: number;
  readonly serverPid: number | undefined;
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function measureFirst(work: PeerWork, serverPid: number | undefined): Promise<{ ms: number; bytes: number }> {
  const first = { ms: 0, bytes: 0 };
  const serverBytes = await measureServerMemory(serverPid, async () => {
    first.bytes = await measurePeakMemory(async () => {
      first.ms = await time(work.run);
    });
  });
  return { ms: first.ms, bytes: first.bytes + serverBytes };
}

/**
 * Measures work of a package, or says what was wrong with its answer.
 * @throws whatever a call of the package throws
 */
export async function measureWork(work: PeerWork, { floor, rounds, serverPid }: MeasuredAgainst): Promise<PeerResult> {
  const first = await measureFirst(work, serverPid);
  const fault = await work.findFault((await floor.run()).answer);
  if (fault !== null) return { words: fault };
  if (first.ms > BUDGET_MS) return { peerMs: first.ms, rawMs: (await floor.run()).ms, memoryBytes: first.bytes };
  const peerMs: number[] = [];
  const rawMs: number[] = [];
  for (const endMs = performance.now() + BUDGET_MS; peerMs.length < rounds; ) {
    peerMs.push(await time(work.run));
    const { ms, answer } = await floor.run();
    rawMs.push(ms);
    const laterFault = await work.findFault(answer);
    if (laterFault !== null) return { words: laterFault };
    if (performance.now() > endMs) break;
  }
  return { peerMs: median(peerMs), rawMs: median(rawMs), memoryBytes: first.bytes };
}
