// Turns the options of a window into the place where it starts and the number of its first line.

import type { ByteSource, StreamRequest } from "./byte-source.js";
import { unitBytes } from "./line-feed.js";
import type { LineWindowOptions } from "./line-window-options.js";
import { countLineFeedsIn, locateLineFromEnd } from "./locate-line.js";

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
export async function locateWindowStart(source: ByteSource, options: LineWindowOptions): Promise<WindowStart> {
  const startLine = options.startLine ?? 1;
  if (options.startByte !== undefined) return await startAtByte(source, options, options.startByte);
  if (startLine < 0) return await startFromEnd(source, options, -startLine);
  return { startByte: 0, skipLines: startLine - 1, startLine };
}

async function startAtByte(source: ByteSource, options: LineWindowOptions, wanted: number): Promise<WindowStart> {
  const startByte = Math.min(wanted - (wanted % unitBytes(options.encoding)), source.sizeBytes);
  const { startLine } = options;
  if (startLine !== undefined) return { startByte, skipLines: 0, startLine, isLabelled: true };
  const lineFeeds = await countLineFeedsIn(source, rangeOf(options, startByte));
  return { startByte, skipLines: 0, startLine: lineFeeds + 1 };
}

async function startFromEnd(source: ByteSource, options: LineWindowOptions, lines: number): Promise<WindowStart> {
  const located = await locateLineFromEnd(source, lines, rangeOf(options, source.sizeBytes));
  const { startByte } = located;
  if (startByte > (options.maxCountBytes ?? Number.POSITIVE_INFINITY)) {
    return { startByte, skipLines: 0, startLine: -lines, isLabelled: true };
  }
  const startLine = (await countLineFeedsIn(source, rangeOf(options, startByte))) + 1;
  return { startByte, skipLines: 0, startLine, totalLines: startLine + located.lines - 1 };
}

function rangeOf(options: LineWindowOptions, endByte: number): StreamRequest {
  return { startByte: 0, endByte, encoding: options.encoding, signal: options.signal };
}
