// Makes the result of a window read out of the bytes that were collected for it. Pure: reads nothing.

import { byteOrderMarkLength } from "./byte-order-mark.js";
import type { CollectedLines } from "./collect-lines.js";
import type { LineWindow } from "./line-window-options.js";
import type { WindowStart } from "./locate-window-start.js";
import { type LineWindowBudget, type LineWindowPlan, planLineWindow } from "./plan-line-window.js";
import type { SparseLineIndex } from "./sparse-line-index.js";

/** Holds what is known once the bytes of a window are there. */
export interface LineWindowFindings {
  readonly start: WindowStart;
  readonly collected: CollectedLines;
  readonly budget: LineWindowBudget;
  readonly index: SparseLineIndex;
  /** Size of the file. */
  readonly sizeBytes: number;
}

/** Describes a window: its bytes, where they are, and where to go on. */
export function describeLineWindow(findings: LineWindowFindings): LineWindow {
  const { start, collected, budget } = findings;
  const markLength = collected.startByte === 0 ? byteOrderMarkLength(collected.bytes, budget.encoding) : 0;
  const content = collected.bytes.subarray(markLength);
  const plan = planLineWindow(content, collected.lineFeeds, budget);
  const startByte = collected.startByte + markLength;
  const endByte = startByte + plan.endOffset;
  const reachesEnd = plan.endOffset === content.length && (collected.exhausted || endByte >= findings.sizeBytes);
  const totalLines = start.totalLines ?? countedLines(findings, reachesEnd);
  const isBlank = totalLines === 0 && start.startLine === 1;
  return {
    bytes: new Uint8Array(content.buffer, content.byteOffset, plan.endOffset),
    startLine: start.startLine,
    endLine: start.startLine + plan.lines - 1,
    startByte,
    endByte,
    ...(reachesEnd ? {} : continuation(findings, plan, endByte)),
    ...(totalLines === undefined ? {} : { totalLines }),
    ...(plan.lines === 0 && !isBlank ? { beyondEnd: true } : {}),
  };
}

type Continuation = Pick<LineWindow, "truncatedBy" | "nextLine" | "nextByte">;

function continuation(findings: LineWindowFindings, plan: LineWindowPlan, endByte: number): Continuation {
  const { start, budget } = findings;
  if (plan.cutInside) return { truncatedBy: "bytes", nextLine: start.startLine, nextByte: endByte };
  return { truncatedBy: plan.lines === budget.maxLines ? "lines" : "bytes", nextLine: start.startLine + plan.lines };
}

// A source may turn out shorter than it said: what is covered when its end is reached is all there is.
function countedLines({ start, index, sizeBytes }: LineWindowFindings, reachesEnd: boolean): number | undefined {
  const isCountedToEnd = reachesEnd && !start.isLabelled;
  return index.totalLines(isCountedToEnd ? index.coveredBytes : sizeBytes);
}
