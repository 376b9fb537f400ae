// Finds processes by their environment, where the system shows it.

import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { COMMAND_MARK, type ProcessTable } from "../shell/process-table.js";

/** Linux shows the last id that was given to a process as the last word of this file. */
const LAST_PID = "/proc/loadavg";

/** Bytes of that file at most. Source: five fields of at most 20 digits; it comes whole with one read. */
const MAX_LAST_PID_BYTES = 128;

/** Answers `NaN` where the system does not tell. */
function readLastPid(): number {
  const bytes = Buffer.allocUnsafe(MAX_LAST_PID_BYTES);
  try {
    const descriptor = openSync(LAST_PID, "r");
    try {
      const length = readSync(descriptor, bytes);
      return Number(bytes.toString("latin1", 0, length).trim().split(" ").at(-1));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return Number.NaN;
  }
}

/** Ids that are tried one by one at most; listing all processes costs as much. */
const MAX_TRIED = 64;

/**
 * Answers the ids that processes started after `parentPid` may have. Ids are given in ascending order until they start
 * over; then a later process may have a lower one.
 */
function listCandidates(parentPid: number): readonly number[] {
  const count = readLastPid() - parentPid;
  if (count >= 0 && count <= MAX_TRIED) return Array.from({ length: count }, (_, index) => parentPid + 1 + index);
  const lowest = count > 0 ? parentPid + 1 : 1;
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid >= lowest);
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // The process is gone, or belongs to somebody else.
    return "";
  }
}

function carries(pid: number, entry: string): boolean {
  const environment = readEnvironment(pid);
  return environment.startsWith(`${entry}\0`) || environment.includes(`\0${entry}\0`);
}

/** Creates the table of this system; where there is no `/proc`, it never finds anything. */
export function createProcessTable(): ProcessTable {
  if (process.platform !== "linux") return { findMarked: () => [] };
  return {
    findMarked: (mark, parentPid) =>
      listCandidates(parentPid).filter((pid) => pid !== process.pid && carries(pid, `${COMMAND_MARK}=${mark}`)),
  };
}
