// Carries splices of a text whose last line was given an ending over to the text without it. Pure.

import type { Splice } from "../edit/splice-bytes.js";
import type { FinalLineEnding } from "./parsed-patch.js";

/** Says what the end of the file is like, and what it is to be like. */
export interface FinalEndingTask {
  /** The text that the splices are made for; its last line has an ending. */
  readonly text: string;
  /** The ending that the file lacks at its end; `""` when it lacks none. */
  readonly missingEnding: string;
  readonly wanted: FinalLineEnding;
}

/**
 * Answers splices for the file as it is. A splice that reaches the end leaves the file with a final line ending, or
 * without one, as it was, unless something else is wanted; any other leaves the end alone.
 */
export function fitFinalEnding(splices: readonly Splice[], task: FinalEndingTask): readonly Splice[] {
  const { text, missingEnding, wanted } = task;
  const joined = joinTouching(splices);
  const last = joined.at(-1);
  if (last === undefined || last.end < text.length) return joined;
  const isLacking = wanted === "keep" ? missingEnding !== "" : wanted === "remove";
  const end = text.length - missingEnding.length;
  const replacement = isLacking ? withoutFinalEnding(last.replacement) : last.replacement;
  const before = joined.slice(0, -1);
  if (last.start > end) return [...before, { start: end, end, replacement: missingEnding + replacement }];
  const start = isLacking && last.replacement === "" ? startOfEnding(text, last.start) : last.start;
  return [...before, { start, end, replacement }];
}

// Only the last of splices that touch decides about the end, and may take away what an earlier one put there.
function joinTouching(splices: readonly Splice[]): readonly Splice[] {
  const joined: Splice[] = [];
  for (const splice of splices) {
    const last = joined.at(-1);
    if (last === undefined || last.end < splice.start) joined.push(splice);
    else joined.splice(-1, 1, { ...splice, start: last.start, replacement: last.replacement + splice.replacement });
  }
  return joined;
}

function withoutFinalEnding(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function startOfEnding(text: string, offset: number): number {
  const ending = /\r?\n$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0] ?? "";
  return offset - ending.length;
}
