// Knows the commands of one runner that still run, so that they die with the runner and with this process.

import { randomUUID } from "node:crypto";
import { signalProcessGroup } from "./process-group.js";
import { askGroup, killMarked, type ProcessTable } from "./process-table.js";
import type { Termination } from "./termination.js";
import { createWatchdog, type Watchdog } from "./watchdog.js";

/** One command that runs. */
export interface LiveCommand {
  readonly groupId: number;
  readonly termination: Termination;
  /** Settles when the command and its group are gone. */
  readonly ended: Promise<unknown>;
}

/** Holds the running commands of one runner. */
export interface LiveCommands {
  readonly isClosed: boolean;
  /** Answers a mark that no other command has. */
  createMark(): string;
  /** Asks a group to end, but for the processes of a program that the others would die with. */
  ask(groupId: number, exceptName: string | undefined): void;
  /** Kills what carries the mark of a command that has ended, although it left its group. */
  killEscaped(mark: string, groupId: number): void;
  /** Remembers a command until it has ended. */
  add(command: LiveCommand): void;
  /** Stops every command, waits for their end, and lets no further one be started. */
  close(): Promise<void>;
}

/**
 * Creates an empty set of commands.
 * While it holds one, an `exit` hook kills the groups when this process ends by itself, and a watchdog does so when it
 * is killed. The watchdog stays until the set is closed, or this process ends.
 */
export function createLiveCommands(processes: ProcessTable | undefined): LiveCommands {
  const commands = new Set<LiveCommand>();
  const runnerMark = randomUUID();
  let watchdog: Watchdog | undefined;
  let count = 0;
  let isClosed = false;
  const killAll = (): void => {
    for (const { groupId } of commands) signalProcessGroup(groupId, "SIGKILL");
  };
  const forget = (command: LiveCommand): void => {
    commands.delete(command);
    watchdog?.forget(command.groupId);
    if (commands.size === 0) process.removeListener("exit", killAll);
  };
  return {
    get isClosed(): boolean {
      return isClosed;
    },
    createMark(): string {
      count += 1;
      return `${runnerMark}-${count}`;
    },
    ask(groupId, exceptName): void {
      if (processes === undefined || exceptName === undefined) signalProcessGroup(groupId, "SIGTERM");
      else askGroup(processes, groupId, exceptName);
    },
    killEscaped(mark, groupId): void {
      if (processes !== undefined) killMarked(processes, mark, groupId);
    },
    add(command: LiveCommand): void {
      if (commands.size === 0) process.on("exit", killAll);
      commands.add(command);
      watchdog ??= createWatchdog(runnerMark);
      watchdog.watch(command.groupId);
      const done = (): void => forget(command);
      command.ended.then(done, done);
    },
    async close(): Promise<void> {
      isClosed = true;
      const running = [...commands];
      for (const { termination } of running) termination.begin("aborted");
      await Promise.allSettled(running.map(({ ended }) => ended));
      await watchdog?.close();
    },
  };
}
