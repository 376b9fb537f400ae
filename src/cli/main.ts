// The program itself: what of the process it is connected to, and how it stops.

import { constants } from "node:os";
import { EXIT_FAILED, Interruption } from "./exit-codes.js";
import { runCli } from "./run-cli.js";

const STOPPING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Answers a signal that aborts when somebody stops the program; whoever does it twice ends it at once. */
function watchSignals(): AbortSignal {
  const stopped = new AbortController();
  for (const name of STOPPING_SIGNALS) {
    const interruption = new Interruption(name, constants.signals[name]);
    process.on(name, () => {
      if (stopped.signal.aborted) process.exit(interruption.exitCode);
      stopped.abort(interruption);
    });
  }
  return stopped.signal;
}

const CLOSED_PIPE_CODES: readonly unknown[] = ["EPIPE", "ERR_STREAM_DESTROYED"];

/** Lets the program go on when nobody reads its output any more, as in front of "| head"; ends it on a full disk. */
function watchOutput(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (CLOSED_PIPE_CODES.includes(error.code)) return;
    process.stderr.write(`ai-file-tools: the output cannot be written: ${error.code ?? error.message}\n`);
    process.exit(EXIT_FAILED);
  });
}

watchOutput(process.stdout);
watchOutput(process.stderr);
process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  cwd: process.cwd(),
  signal: watchSignals(),
});
// A pipe that somebody holds open would keep the program alive.
process.stdin.destroy();
