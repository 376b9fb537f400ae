// The memory of a process that does the work for this one, as Linux tells it.

import { readFile } from "node:fs/promises";

const KIB = 1024;

async function readStatus(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * KIB;
}

/** Runs work and answers by how many bytes the peak of another process lies over its memory before; 0 without one. */
export async function measureServerMemory(pid: number | undefined, work: () => Promise<void>): Promise<number> {
  if (pid === undefined || process.platform !== "linux") {
    await work();
    return 0;
  }
  const startBytes = await readStatus(pid, "VmRSS");
  await work();
  return (await readStatus(pid, "VmHWM")) - startBytes;
}
