// How processes are found that left the group of their command. A port: this room reads no files.

/** The variable that every process of a command inherits; its value tells which command. */
export const COMMAND_MARK = "AI_FILE_TOOLS_COMMAND";

/** A process of a group. */
export interface GroupMember {
  readonly pid: number;
  /** Name of its program; at most 15 bytes. */
  readonly name: string;
}

/** Finds processes by the mark in their environment, or by their group. */
export interface ProcessTable {
  /**
   * Lists the processes that carry the mark, started after `parentPid`, which has ended; ones that cleared their
   * environment are NOT found.
   */
  findMarked(mark: string, parentPid: number): readonly number[];
  /** Lists the processes of a group. */
  listGroup(groupId: number): readonly GroupMember[];
}

/** Rounds in which escaped processes are killed; each may have started others meanwhile. */
const MAX_ROUNDS = 16;

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile, or beyond reach.
  }
}

/** Kills whatever carries the mark of a command, until nothing is found any more. */
export function killMarked(table: ProcessTable, mark: string, parentPid: number): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = table.findMarked(mark, parentPid);
    if (found.length === 0) return;
    for (const pid of found) send(pid, "SIGKILL");
  }
}

/** Asks every process of a group to end but those of one program. */
export function askGroup(table: ProcessTable, groupId: number, exceptName: string): void {
  for (const { pid, name } of table.listGroup(groupId)) if (name !== exceptName) send(pid, "SIGTERM");
}
