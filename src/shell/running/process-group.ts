// Sends signals to a command and everything it started. The only place that knows how a group is addressed.

/**
 * Signals every process of the group that `groupId` leads; a group that is gone is no error.
 * On Windows, where groups do not exist, only the process itself is signalled.
 * Does NOT reach a process that left the group, such as one started by `setsid`.
 */
export function signalProcessGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === "win32" ? groupId : -groupId, signal);
  } catch {
    // ESRCH: all of it has ended. EPERM: what is left has changed its user and is beyond reach.
  }
}
