// Knows the commands of one runner that still run, so that they die with the runner and with this process.

import { signalProcessGroup } from "./process-group.js";
import type { Termination } from "./termination.js";

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
  /** Remembers a command until it has ended. */
  add(command: LiveCommand): void;
  /** Stops every command, waits for their end, and lets no further one be started. */
  close(): Promise<void>;
}

/**
 * Creates an empty set of commands.
 * While it holds one, an `exit` hook kills the groups when this process ends by itself.
 * A signal that kills this process runs no hook: the commands then live on until they end.
 */
export function createLiveCommands(): LiveCommands {
  const commands = new Set<LiveCommand>();
  let isClosed = false;
  const killAll = (): void => {
    for (const { groupId } of commands) signalProcessGroup(groupId, "SIGKILL");
  };
  const forget = (command: LiveCommand): void => {
    commands.delete(command);
    if (commands.size === 0) process.removeListener("exit", killAll);
  };
  return {
    get isClosed(): boolean {
      return isClosed;
    },
    add(command: LiveCommand): void {
      if (commands.size === 0) process.on("exit", killAll);
      commands.add(command);
      const done = (): void => forget(command);
      command.ended.then(done, done);
    },
    async close(): Promise<void> {
      isClosed = true;
      const running = [...commands];
      for (const { termination } of running) termination.begin("aborted");
      await Promise.allSettled(running.map(({ ended }) => ended));
    },
  };
}
