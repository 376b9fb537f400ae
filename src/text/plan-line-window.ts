// Decides which of the bytes at hand make a window. Pure: reads nothing.

import { cutOffset } from "./cut-bytes.js";
import { countLineFeeds, nextLineStart, previousLineStart } from "./line-feed.js";
import type { TextEncodingName } from "./text-format.js";

/** Bytes behind the byte budget that a plan has to see: one code point, and a byte order mark in front. */
export const PLAN_LOOKAHEAD_BYTES = 8;

/** Says how large a window may be. */
export interface LineWindowBudget {
  readonly maxLines: number;
  /** At least 1; a first character, or CRLF, that does not fit comes whole all the same. */
  readonly maxBytes: number;
  readonly encoding: TextEncodingName;
}

/** Says which of the bytes belong to a window. */
export interface LineWindowPlan {
  /** Offset behind the window. */
  readonly endOffset: number;
  /** Lines of the window; one that is cut inside counts. */
  readonly lines: number;
  /** The only line of the window ends before its end. */
  readonly cutInside: boolean;
}

/**
 * Plans a window at the start of `bytes`: whole lines as long as both budgets last. Only a first line that is too long
 * by itself is cut. The bytes must reach `maxBytes` + `PLAN_LOOKAHEAD_BYTES`, `maxLines` lines, or the end of the file.
 * @param lineFeeds how many there are in `bytes`
 */
export function planLineWindow(bytes: Buffer, lineFeeds: number, budget: LineWindowBudget): LineWindowPlan {
  const plan = lineFeeds < budget.maxLines ? planByBytes(bytes, lineFeeds, budget) : planByLines(bytes, budget);
  if (plan.lines > 0 || bytes.length === 0) return { ...plan, cutInside: false };
  const endOffset = cutOffset(bytes, budget.maxBytes, budget.encoding);
  if (endOffset > 0) return { endOffset, lines: 1, cutInside: true };
  return planLineWindow(bytes, lineFeeds, { ...budget, maxBytes: budget.maxBytes + 1 });
}

type WholeLines = Omit<LineWindowPlan, "cutInside">;

/** There are fewer lines than the window may have, so that it ends with the last one that fits. */
function planByBytes(bytes: Buffer, lineFeeds: number, { maxBytes, encoding }: LineWindowBudget): WholeLines {
  const lastStart = previousLineStart(bytes, Math.min(bytes.length, maxBytes) + 1, encoding);
  const isAllFit = bytes.length <= maxBytes;
  const endOffset = isAllFit ? bytes.length : Math.max(lastStart, 0);
  const isLastUnended = isAllFit && endOffset > Math.max(lastStart, 0);
  const linesBehind = countLineFeeds(bytes.subarray(endOffset), encoding);
  return { endOffset, lines: lineFeeds - linesBehind + (isLastUnended ? 1 : 0) };
}

function planByLines(bytes: Buffer, { maxLines, maxBytes, encoding }: LineWindowBudget): WholeLines {
  let endOffset = 0;
  let lines = 0;
  while (lines < maxLines && endOffset < bytes.length) {
    const next = nextLineStart(bytes, endOffset, encoding);
    const lineEnd = next === -1 ? bytes.length : next;
    if (lineEnd > maxBytes) break;
    endOffset = lineEnd;
    lines += 1;
  }
  return { endOffset, lines };
}
