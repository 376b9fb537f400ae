// Shows the output of a command while it comes, at most ten times a second. Knows no process.

import { setTimeout as delay } from "node:timers/promises";
import { EXEC_SNAPSHOT_INTERVAL_MS } from "../limits.js";
import type { CommandSnapshot } from "./command-runner.js";
import type { OutputCapture } from "./output-capture.js";

/** What is known of a command that runs. */
export interface Progress {
  readonly output: OutputCapture;
  readonly startedAtMs: number;
  /** Settles when the command has ended. */
  readonly end: Promise<unknown>;
}

/** Answers the whole milliseconds since a moment of the monotonic clock. */
export function elapsedMs(startedAtMs: number): number {
  return Math.round(performance.now() - startedAtMs);
}

async function waitForTick(ended: AbortSignal): Promise<void> {
  // The end of the command aborts the wait: it is news, not a failure.
  await delay(EXEC_SNAPSHOT_INTERVAL_MS, undefined, { signal: ended }).catch(() => undefined);
}

/** Shows the first output at once, and whatever is new at every tick after it. */
export async function* watchOutput(
  progress: Progress,
  ended: AbortSignal,
): AsyncGenerator<CommandSnapshot, void, void> {
  await Promise.race([progress.output.started, progress.end]);
  let shownBytes = 0;
  while (!ended.aborted) {
    if (progress.output.totalBytes > shownBytes) {
      shownBytes = progress.output.totalBytes;
      yield { ...progress.output.render({ isComplete: false }), durationMs: elapsedMs(progress.startedAtMs) };
    }
    await waitForTick(ended);
  }
}
