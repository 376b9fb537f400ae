// A private directory outside the workspace for what must outlive a process: locks and the journal of temporary files.

import { lstatSync, mkdirSync, readFileSync, unlinkSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "./errno.js";

/** Where a workspace keeps what must not lie in it. */
export interface StateDirectory {
  readonly path: string;
  /** Answers a file name that stands for a text, the same in every process. */
  nameFor(text: string): string;
}

/** Names one process so that a later process with the same number is not taken for it. */
export interface ProcessIdentity {
  readonly processId: number;
  /** Clock ticks since boot at which the process started; empty where the platform does not tell. */
  readonly startedAt: string;
}

/** Position of the start time among the fields after the command name in /proc/<pid>/stat. Source: proc(5). */
const START_TIME_FIELD = 19;

function readStartTime(processId: number): string {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[START_TIME_FIELD] ?? "";
  } catch {
    return "";
  }
}

/** Answers the identity of this process. */
export function identifyThisProcess(): ProcessIdentity {
  return { processId: process.pid, startedAt: readStartTime(process.pid) };
}

/** Tells whether a process still runs; one whose number went to another process does not. */
export function isProcessAlive(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.processId, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return identity.startedAt === "" || identity.startedAt === readStartTime(identity.processId);
}

/** Removes a file of the state directory that another process, or a cleaner, may have removed already. */
export function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasErrno(error, "ENOENT")) throw error;
  }
}

function userTag(): string {
  return process.getuid === undefined ? userInfo().username : String(process.getuid());
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || !(way === ".." || way.startsWith("../") || way.startsWith("..\\") || isAbsolute(way));
}

/** Makes the directory if need be; answers `false` where it belongs to somebody else or cannot be made. */
function ensurePrivateDirectory(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(path);
    return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
  } catch {
    return false;
  }
}

function candidates(): readonly string[] {
  const stateHome = process.env["XDG_STATE_HOME"];
  return [
    join(tmpdir(), `ai-file-tools-${userTag()}`),
    join(
      stateHome !== undefined && isAbsolute(stateHome) ? stateHome : join(homedir(), ".local", "state"),
      "ai-file-tools",
    ),
  ];
}

/**
 * Finds a private directory that lies in none of the given roots; where there is none, one that may lie in a root.
 * The caller protects it from mutations in that case.
 * @throws {TypeError} when no candidate can be made and owned
 */
export function openStateDirectory(roots: readonly string[]): StateDirectory {
  const outsideFirst = candidates().toSorted(
    (a, b) => Number(roots.some((root) => isInside(a, root))) - Number(roots.some((root) => isInside(b, root))),
  );
  const path = outsideFirst.find(ensurePrivateDirectory);
  if (path === undefined) {
    throw new TypeError(
      "no private directory for locks can be made: set TMPDIR or XDG_STATE_HOME to a writable directory",
    );
  }
  return { path, nameFor: sha256Of };
}
