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

/** Ids are given in ascending order until they start over; then a later process may have a lower one. */
function hasWrapped(firstPid: number): boolean {
  const lastPid = Number(readProcessFile(LAST_PID).trim().split(" ").at(-1));
  return !(lastPid >= firstPid);
}

function carries(pid: number, entry: string): boolean {
  const environment = readProcessFile(`/proc/${pid}/environ`);
  return environment.startsWith(`${entry}\0`) || environment.includes(`\0${entry}\0`);
}

/** Creates the table of this system; where there is no `/proc`, it never finds anything. */
export function createProcessTable(): ProcessTable {
  if (process.platform !== "linux") return { findMarked: () => [] };
  return {
    findMarked(mark, firstPid): readonly number[] {
      const lowest = hasWrapped(firstPid) ? 0 : firstPid;
      const pids = readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid >= lowest && pid !== process.pid);
      return pids.filter((pid) => carries(pid, `${COMMAND_MARK}=${mark}`));
    },
  };
}
