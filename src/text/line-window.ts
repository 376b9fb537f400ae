// Reads a window of lines out of a file of any size. How lines are found and where windows end is decided elsewhere.

import { byteOrderMark } from "./byte-order-mark.js";
import { type ByteSource, readRange } from "./byte-source.js";
import { collectLines } from "./collect-lines.js";
import { describeLineWindow } from "./describe-line-window.js";
import type { LineWindow, LineWindowOptions } from "./line-window-options.js";
import { locateWindowStart, type WindowStart } from "./locate-window-start.js";
import { type LineWindowBudget, PLAN_LOOKAHEAD_BYTES } from "./plan-line-window.js";
import { SparseLineIndex } from "./sparse-line-index.js";

export type { ByteSource } from "./byte-source.js";
export type { LineWindow, LineWindowOptions } from "./line-window-options.js";

/**
 * Reads a window of lines. A final line ending starts no further line; an empty file has no line. A line that does not
 * fit is left to the next window, unless it is the first: that one is cut between two code points. Windows joined over
 * `nextLine` and `nextByte` are the file, byte for byte, if it does not change meanwhile.
 *
 * Holds no more than the window and a chunk. Reads what the source's index does not know yet of what is in front of a
 * positive `startLine`; no more than a character in front of a `startByte` that comes with a `startLine`; from the end backwards to a
 * negative `startLine`, and then what is in front of it, up to `maxCountBytes`, to number it.
 * @throws {TypeError} when a number is not a whole one of its range
 */
export async function readLineWindow(source: ByteSource, options: LineWindowOptions): Promise<LineWindow> {
  assertOptions(options);
  const { encoding, memory, signal } = options;
  signal?.throwIfAborted();
  const budget = budgetOf(options);
  const index = source.lineIndex?.(encoding) ?? new SparseLineIndex(encoding);
  const start: WindowStart = (await isBlank(source, options))
    ? { startByte: source.sizeBytes, skipLines: 0, startLine: Math.max(options.startLine ?? 1, 1), totalLines: 0 }
    : await locateWindowStart({ source, index, signal }, options);
  const skipBytes = start.skipLines > 0 ? index.blockBytes : 0;
  const collected = await collectLines(source, {
    ...budget,
    startByte: start.startByte,
    endByte: Math.min(start.startByte + skipBytes + budget.maxBytes + PLAN_LOOKAHEAD_BYTES, source.sizeBytes),
    skipLines: start.skipLines,
    lineFeedsBefore: start.isLabelled === true ? undefined : start.startLine - 1,
    index,
    memory,
    signal,
  });
  const window = describeLineWindow({ start, collected, budget, index, sizeBytes: source.sizeBytes });
  if (!start.isLabelled && window.nextLine !== undefined && window.nextByte === undefined) {
    index.noteLine(window.nextLine, window.endByte);
  }
  return window;
}

function budgetOf(options: LineWindowOptions): LineWindowBudget {
  return {
    maxLines: options.maxLines ?? Number.POSITIVE_INFINITY,
    maxBytes: options.maxBytes,
    encoding: options.encoding,
  };
}

async function isBlank(source: ByteSource, options: LineWindowOptions): Promise<boolean> {
  const mark = byteOrderMark(options.encoding);
  if (source.sizeBytes === 0) return true;
  if (source.sizeBytes !== mark.length) return false;
  const { encoding, signal } = options;
  const bytes = await readRange(source, { startByte: 0, endByte: source.sizeBytes, encoding, signal });
  return Buffer.compare(bytes, mark) === 0;
}

function assertOptions(options: LineWindowOptions): void {
  assertWholeNumber("startLine", options.startLine, Number.NEGATIVE_INFINITY);
  assertWholeNumber("startByte", options.startByte, 0);
  assertWholeNumber("maxLines", options.maxLines, 1);
  assertWholeNumber("maxBytes", options.maxBytes, 1);
  assertWholeNumber("maxCountBytes", options.maxCountBytes, 0);
  if (options.startLine === 0)
    throw new TypeError("startLine must not be 0: lines count from 1, or from the end as -1");
}

function assertWholeNumber(name: string, value: number | undefined, minimum: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= minimum)) return;
  throw new TypeError(`${name} must be a whole number that is in range, not ${value}`);
}
