// Shows the output of a command while it comes, at most ten times a second. Knows no process.

import { EXEC_SNAPSHOT_INTERVAL_MS } from "../../limits.js";
import type { CommandSnapshot } from "../command-runner.js";
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

/** Tells whether a promise has settled, and sleeps no longer than until then. */
interface EndWatch {
  readonly isEnded: () => boolean;
  readonly sleep: () => Promise<void>;
}

/** Adds one reaction to the promise, however often it is slept. */
function watchEnd(end: Promise<unknown>): EndWatch {
  let isEnded = false;
  let wake = (): void => {};
  const settle = (): void => {
    isEnded = true;
    wake();
  };
  end.then(settle, settle);
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, EXEC_SNAPSHOT_INTERVAL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return { isEnded: () => isEnded, sleep };
}

/** Shows the first output at once, and whatever is new at every tick after it. */
export async function* watchOutput(progress: Progress): AsyncGenerator<CommandSnapshot, void, void> {
  const { isEnded, sleep } = watchEnd(progress.end);
  await Promise.race([progress.output.started, progress.end]);
  let shownBytes = 0;
  while (!isEnded()) {
    if (progress.output.totalBytes > shownBytes) {
      shownBytes = progress.output.totalBytes;
      yield { ...progress.output.render({ isComplete: false }), durationMs: elapsedMs(progress.startedAtMs) };
    }
    await sleep();
  }
}
