// Finds out whether a conversation still holds what a read would show it again. Pure.

import type { ReadMediaOutput, ReadTextOutput } from "../reading/read-output.js";
import { comparablePath, readStamp } from "./freshness-stamp.js";
import type { KnownLines } from "./known-lines.js";
import { fieldOf, listOf, listToolOutputs } from "./tool-results.js";

/** Below this many characters, saying that nothing changed is no shorter than showing it. */
const LEAST_CHARACTERS = 200;

/** What a read would show. */
export interface ShownWindow {
  readonly output: ReadTextOutput;
  /** The lines as the model would see them, without the closing line. */
  readonly lines: string;
  /** Each line says which one it is, so that the same lines elsewhere in the file are told apart. */
  readonly isNumbered: boolean;
}

/**
 * Tells whether messages hold these very lines of this very version, whole and as they would be shown now. What was
 * pruned, cut, redacted or numbered otherwise is not the same.
 */
export function isShownBefore({ output, lines, isNumbered }: ShownWindow, messages: unknown): boolean {
  if (lines.length < LEAST_CHARACTERS) return false;
  const path = comparablePath(output.path);
  return listToolOutputs(messages).some((earlier) => {
    const text = fieldOf(earlier, "value");
    if (fieldOf(earlier, "type") !== "text" || typeof text !== "string") return false;
    const isSameVersion = readStamp(earlier).some(
      (stamp) =>
        comparablePath(stamp.path) === path &&
        (stamp.version ?? undefined) === output.sha256 &&
        (isNumbered || covers(stamp.lines, output)),
    );
    return isSameVersion && `\n${text}\n`.includes(`\n${lines}\n`);
  });
}

/** Tells whether messages hold an image or the like, byte for byte. */
export function isMediaShownBefore({ base64 }: ReadMediaOutput, messages: unknown): boolean {
  const parts = listToolOutputs(messages)
    .filter((earlier) => fieldOf(earlier, "type") === "content")
    .flatMap((earlier) => listOf(fieldOf(earlier, "value")));
  return parts.some((part) => {
    const data = fieldOf(part, "data");
    return data === base64 || fieldOf(data, "data") === base64;
  });
}

/** Without numbers, the same lines could stand elsewhere: the earlier answer must be one of just these lines. */
function covers(lines: KnownLines, { startLine, endLine, truncated }: ReadTextOutput): boolean {
  if (lines === "all") return startLine === 1 && !truncated;
  return lines.some((span) => span.startLine === startLine && span.endLine === endLine);
}
