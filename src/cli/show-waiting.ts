// Shows a person at a terminal that something is still going on. Writes to standard error alone, and only there.

import type { CliStreams } from "./command.js";

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FIRST_FRAME_MS = 400;
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";

/** Waits for work; meanwhile, where standard error is a terminal, counts the seconds there. */
export async function showWaiting<Result>(
  label: string,
  { stderr }: Pick<CliStreams, "stderr">,
  work: () => Promise<Result>,
): Promise<Result> {
  if (stderr.isTTY !== true) return work();
  const startedMs = performance.now();
  let frame = 0;
  const draw = (): void => {
    const passedMs = performance.now() - startedMs;
    if (passedMs < FIRST_FRAME_MS) return;
    stderr.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length]} ${label} ${Math.floor(passedMs / 1000)} s`);
  };
  const timer = setInterval(draw, FRAME_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (frame > 0) stderr.write(CLEAR_LINE);
  }
}
