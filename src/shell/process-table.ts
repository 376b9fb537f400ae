// How processes are found that left the group of their command. A port: this room reads no files.

/** The variable that every process of a command inherits; its value tells which command. */
export const COMMAND_MARK = "AI_FILE_TOOLS_COMMAND";

/** Finds processes by the mark in their environment. */
export interface ProcessTable {
  /**
   * Lists the processes that carry the mark, started after `parentPid`, which has ended; ones that cleared their
   * environment are NOT found.
   */
  findMarked(mark: string, parentPid: number): readonly number[];
}

/** Rounds in which escaped processes are killed; each may have started others meanwhile. */
const MAX_ROUNDS = 16;

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile, or beyond reach.
  }
}

/** Kills whatever carries the mark of a command, until nothing is found any more. */
export function killMarked(table: ProcessTable, mark: string, parentPid: number): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = table.findMarked(mark, parentPid);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}
