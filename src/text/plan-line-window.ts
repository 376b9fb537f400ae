// Decides which of the bytes at hand make a window. Pure: reads nothing.

import { cutOffset } from "./cut-bytes.js";
import { nextLineStart } from "./line-feed.js";
import type { TextEncodingName } from "./text-format.js";

/** Bytes behind the byte budget that a plan has to see: one code point, and a byte order mark in front. */
export const PLAN_LOOKAHEAD_BYTES = 8;

/** Says how large a window may be. */
export interface LineWindowBudget {
  readonly maxLines: number;
  /** At least 4, so that every code point fits. */
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
 */
export function planLineWindow(bytes: Buffer, budget: LineWindowBudget): LineWindowPlan {
  let endOffset = 0;
  let lines = 0;
  while (lines < budget.maxLines && endOffset < bytes.length) {
    const next = nextLineStart(bytes, endOffset, budget.encoding);
    const lineEnd = next === -1 ? bytes.length : next;
    if (lineEnd > budget.maxBytes) break;
    endOffset = lineEnd;
    lines += 1;
  }
  if (lines > 0 || bytes.length === 0) return { endOffset, lines, cutInside: false };
  return { endOffset: cutOffset(bytes, budget.maxBytes, budget.encoding), lines: 1, cutInside: true };
}
