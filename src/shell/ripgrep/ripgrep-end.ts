// Says how a run of ripgrep ended: by its exit status and what it wrote to stderr.

import { FsError } from "../../errors.js";
import { createRegexError } from "../../search/regex-error.js";
import { parseRipgrepMessages } from "./ripgrep-messages.js";
import type { RipgrepExit } from "./ripgrep-process.js";
import type { RipgrepEnd, RipgrepSkip } from "./ripgrep-request.js";

/** ripgrep's exit status when something went wrong; files may have been searched all the same. */
const EXIT_TROUBLE = 2;

/** Names a file without the `./` that ripgrep was given in front of it. */
export function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/**
 * Says what is known when a run has ended.
 * @throws {FsError} invalid_pattern – when ripgrep cannot use the pattern; the reason is in its own words
 * @throws {FsError} io_error – when it was stopped from outside
 */
export function resolveRipgrepEnd(exit: RipgrepExit, skipped: readonly RipgrepSkip[]): RipgrepEnd {
  const { exitCode, isTimedOut, isEndedByMessages = false } = exit;
  const messages = parseRipgrepMessages(exit.stderr);
  if (exitCode === null && !(isTimedOut || isEndedByMessages)) {
    throw new FsError("io_error", "The search was stopped from outside", { hint: "Try the same search again." });
  }
  if (exitCode === EXIT_TROUBLE && messages.failure !== null) throw createRegexError(messages.failure);
  const unsearched = exit.isStderrCut ? null : (messages.unsearched?.map(withoutDot) ?? null);
  return { skipped: [...skipped, ...messages.skipped], isTimedOut, unsearched };
}
