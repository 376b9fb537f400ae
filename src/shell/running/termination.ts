// The one way in which a command is stopped: ask, wait, kill. Knows nothing about why or about output.

import { EXEC_KILL_GRACE_MS } from "../../limits.js";
import type { CommandEndReason } from "../command-runner.js";
import { signalProcessGroup } from "./process-group.js";

/** Why a running command is stopped. */
export type StopReason = Exclude<CommandEndReason, "exited">;

/** Stops one process group. */
export interface Termination {
  /** The first reason for which the group was stopped; `null` while nobody stopped it. */
  readonly reason: StopReason | null;
  /** Asks the group to end, and kills it after a grace; a later reason changes nothing. */
  begin(reason: StopReason): void;
  /** Kills what is left of the group, and what left it; afterwards nothing is ever signalled, since its id may be reused. */
  finish(): void;
}

/** What the end of one command takes besides a signal to its group. */
export interface TerminationParts {
  /** Asks the group to end. */
  readonly ask: () => void;
  /** Kills what left the group. */
  readonly killEscaped: () => void;
}

/** Creates the termination of the group that `groupId` leads. */
export function createTermination(groupId: number, { ask, killEscaped }: TerminationParts): Termination {
  let reason: StopReason | null = null;
  let isFinished = false;
  let killTimer: NodeJS.Timeout | undefined;
  return {
    get reason(): StopReason | null {
      return reason;
    },
    begin(because: StopReason): void {
      if (reason !== null || isFinished) return;
      reason = because;
      ask();
      killTimer = setTimeout(() => signalProcessGroup(groupId, "SIGKILL"), EXEC_KILL_GRACE_MS);
    },
    finish(): void {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(killTimer);
      signalProcessGroup(groupId, "SIGKILL");
      killEscaped();
    },
  };
}
