// The runner over bubblewrap, with what only this room may look at.

import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { CommandRunner } from "../../shell/command-runner.js";
import {
  assertBubblewrapOptions,
  type BubblewrapOptions,
  createBubblewrapWrapper,
  detectBubblewrapProblem,
} from "../../shell/running/bubblewrap.js";
import { createShellRunner } from "../../shell/running/host-shell-runner.js";
import { assertKnownOptions } from "../../text/check-options.js";
import { createProcessTable } from "./process-table.js";

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  network: true,
  readable: true,
  protect: true,
} satisfies Record<keyof BubblewrapOptions, true>);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(): string {
  const { PATH = "" } = process.env;
  const directories = PATH.split(delimiter).filter((directory) => isAbsolute(directory));
  const found = directories.map((directory) => join(directory, "bwrap")).find(isExecutable);
  if (found !== undefined) return found;
  throw new TypeError("bubblewrap is not installed (no bwrap on the PATH): install it, or choose another runner");
}

/**
 * Creates a runner that puts each command into a sandbox of its own with bubblewrap (Linux). It is tried once when it
 * is created, which takes some milliseconds.
 *
 * A command sees the system's directories read-only, the roots of the workspace as they were opened for it, an empty
 * home directory, a `/tmp` and a `/proc` of its own, and no network unless `network` is set. When it ends, all it
 * started dies with it, whatever it did to leave. In everything else it is the host's shell.
 *
 * The protected paths of the workspace that exist when a command starts are read-only, unless `protect` is `false`.
 *
 * NOT guaranteed: that a command makes no protected path that did not exist, also by moving a directory that holds one;
 * that a link of a protected name stays; that what is world readable in `/etc` stays secret; that a hole of the kernel is
 * not used.
 * @throws {TypeError} when an option is of another form, or bubblewrap is missing, or may not make a sandbox here
 */
export function createBubblewrapRunner(options: BubblewrapOptions = {}): CommandRunner {
  assertKnownOptions("createBubblewrapRunner", options, OPTION_NAMES);
  assertBubblewrapOptions(options);
  const program = findProgram();
  const problem = detectBubblewrapProblem(program, options);
  if (problem !== null) throw new TypeError(`bubblewrap does not work here: ${problem}`);
  return createShellRunner({ processes: createProcessTable(), wrapper: createBubblewrapWrapper(program, options) });
}
