// The host's shell as a runner, with what only this room may look at.

import type { CommandRunner } from "../../shell/command-runner.js";
import { createShellRunner } from "../../shell/running/host-shell-runner.js";
import { assertKnownOptions } from "../../text/check-options.js";
import { createProcessTable } from "./process-table.js";

/**
 * Creates a runner over `/bin/sh`. On Windows, where nothing of this is tested, `sh.exe` must be on the `PATH`, as it
 * is with Git for Windows, and children of a stopped command live on.
 *
 * Each command leads its own process group. The group is asked to end, then killed, when the time is over, when the
 * signal aborts, when the runner is closed and when the consumer returns the generator early; the result follows
 * within a second. When a command ends, whatever is left of it is killed: its group, and on Linux also what left the
 * group but carries the mark that the command was given in its environment. A process that watches this one does the
 * same when this one is killed. After `close()` a run answers `aborted` without starting anything. An abort is a
 * result with `reason: "aborted"`, not a rejection.
 *
 * NOT guaranteed: a process that left the group and cleared its environment survives, and so does one that runs as
 * another user; a command may read whatever this user may read, `/proc` of this process included. Only a sandbox of
 * the operating system bounds that.
 * @throws {TypeError} when it is given an option; it has none
 */
export function createHostShellRunner(options: Readonly<Record<string, never>> = {}): CommandRunner {
  assertKnownOptions("createHostShellRunner", options, []);
  return createShellRunner({ processes: createProcessTable() });
}
