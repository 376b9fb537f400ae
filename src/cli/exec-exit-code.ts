// The exit code of a command that was run, as a shell would have it. Pure.

import { constants } from "node:os";
import type { ExecOutput } from "../tools/commands/exec-output.js";
import { EXIT_FAILED, EXIT_SIGNAL, EXIT_TIMED_OUT } from "./exit-codes.js";

/** Answers the command's own exit code, 124 when the time was over, 128 and the signal's number when one ended it. */
export function execExitCode(output: ExecOutput): number {
  if (output.reason === undefined) return EXIT_FAILED;
  if (output.reason === "timed_out") return EXIT_TIMED_OUT;
  return output.exitCode ?? EXIT_SIGNAL + signalNumber(output.signal);
}

function signalNumber(name: string | undefined): number {
  return Object.entries(constants.signals).find(([signal]) => signal === name)?.[1] ?? 0;
}
