// Turns the options of a window into the place where it starts and the number of its first line.

import { unitBytes } from "./line-feed.js";
import type { LineWindowOptions } from "./line-window-options.js";
import { countLineFeedsBefore, type IndexedSource, locateLine, locateLineFromEnd } from "./locate-line.js";

/** Says where a window starts. */
export interface WindowStart {
  /** 0-based position to read from. */
  readonly startByte: number;
  /** Lines between that position and the window. */
  readonly skipLines: number;
  /** Number of the first line of the window; negative when it counts from the end. */
  readonly startLine: number;
  /** Lines of the file, where that is known already. */
  readonly totalLines?: number;
  /** The number of the first line was given, not counted. */
  readonly isLabelled?: true;
}

/** Locates the start of a window in a source that is not empty; reads only what has to be counted or searched. */
export async function locateWindowStart(indexed: IndexedSource, options: LineWindowOptions): Promise<WindowStart> {
  const startLine = options.startLine ?? 1;
  if (options.startByte !== undefined) return await startAtByte(indexed, options, options.startByte);
  if (startLine < 0) return await startFromEnd(indexed, options, -startLine);
  const place = await locateLine(indexed, startLine);
  return { ...(place ?? { startByte: indexed.source.sizeBytes, skipLines: 0 }), startLine };
}

async function startAtByte(indexed: IndexedSource, options: LineWindowOptions, wanted: number): Promise<WindowStart> {
  const { sizeBytes } = indexed.source;
  const startByte = Math.min(wanted - (wanted % unitBytes(options.encoding)), sizeBytes);
  const { startLine } = options;
  if (startLine !== undefined) return { startByte, skipLines: 0, startLine, isLabelled: true };
  return { startByte, skipLines: 0, startLine: (await countLineFeedsBefore(indexed, startByte)) + 1 };
}

async function startFromEnd(indexed: IndexedSource, options: LineWindowOptions, lines: number): Promise<WindowStart> {
  const { startByte, lines: foundLines } = await locateLineFromEnd(indexed, lines);
  if (startByte - indexed.index.coveredBytes > (options.maxCountBytes ?? Number.POSITIVE_INFINITY)) {
    return { startByte, skipLines: 0, startLine: -lines, isLabelled: true };
  }
  const startLine = (await countLineFeedsBefore(indexed, startByte)) + 1;
  return { startByte, skipLines: 0, startLine, totalLines: startLine + foundLines - 1 };
}
