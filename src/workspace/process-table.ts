// Finds processes by their environment, where the system shows it.

import { readdirSync, readFileSync } from "node:fs";
import { COMMAND_MARK, type ProcessTable } from "../shell/process-table.js";

/** Linux shows the last id that was given to a process as the last word of this file. */
const LAST_PID = "/proc/loadavg";

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // The process is gone, or belongs to somebody else.
    return "";
  }
}

/** Ids that are tried one by one at most; listing all processes costs as much. */
const MAX_TRIED = 64;

/**
 * Answers the ids that processes started at or after `firstPid` may have. Ids are given in ascending order until they
 * start over; then a later process may have a lower one.
 */
function listCandidates(firstPid: number): readonly number[] {
  const lastPid = Number(readProcessFile(LAST_PID).trim().split(" ").at(-1));
  const count = lastPid - firstPid + 1;
  if (count > 0 && count <= MAX_TRIED) return Array.from({ length: count }, (_, index) => firstPid + index);
  const lowest = count > 0 ? firstPid : 1;
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid >= lowest);
}

function carries(pid: number, entry: string): boolean {
  const environment = readProcessFile(`/proc/${pid}/environ`);
  return environment.startsWith(`${entry}\0`) || environment.includes(`\0${entry}\0`);
}

/** Creates the table of this system; where there is no `/proc`, it never finds anything. */
export function createProcessTable(): ProcessTable {
  if (process.platform !== "linux") return { findMarked: () => [] };
  return {
    findMarked: (mark, firstPid) =>
      listCandidates(firstPid).filter((pid) => pid !== process.pid && carries(pid, `${COMMAND_MARK}=${mark}`)),
  };
}
