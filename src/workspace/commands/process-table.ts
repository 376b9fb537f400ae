// Finds processes by their environment, where the system shows it.

import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { COMMAND_MARK, type GroupMember, type ProcessTable } from "../../shell/running/process-table.js";

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

function listProcesses(): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);
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
  return listProcesses().filter((pid) => count < 0 || pid > parentPid);
}

function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    // The process is gone, or belongs to somebody else.
    return "";
  }
}

function carries(pid: number, entry: string): boolean {
  const environment = readProcessFile(pid, "environ");
  return environment.startsWith(`${entry}\0`) || environment.includes(`\0${entry}\0`);
}

/** The name may hold anything, parentheses too; behind the last of them come state, parent and group. */
const STATUS = /\((?<name>.*)\) \S+ \d+ (?<group>\d+)/s;

function findMember(pid: number, groupId: number): readonly GroupMember[] {
  const { name = "", group } = STATUS.exec(readProcessFile(pid, "stat"))?.groups ?? {};
  return Number(group) === groupId ? [{ pid, name }] : [];
}

/** Creates the table of this system; where there is no `/proc`, it never finds anything. */
export function createProcessTable(): ProcessTable {
  if (process.platform !== "linux") return { findMarked: () => [], listGroup: () => [] };
  return {
    findMarked: (mark, parentPid) =>
      listCandidates(parentPid).filter((pid) => pid !== process.pid && carries(pid, `${COMMAND_MARK}=${mark}`)),
    listGroup: (groupId) => listProcesses().flatMap((pid) => findMember(pid, groupId)),
  };
}
