// Turns the options of a window into the place where it starts and the number of its first line.

import { readRange } from "./byte-source.js";
import { isMultiByte } from "./character-length.js";
import { cutOffset } from "./cut-bytes.js";
import { unitBytes } from "./line-feed.js";
import type { LineWindowOptions } from "./line-window-options.js";
import { countLineFeedsBefore, type IndexedSource, locateLine, locateLineFromEnd } from "./locate-line.js";

/** Bytes around a position that tell which character it lies in; even, so that they begin between two code units. */
const CHARACTER_BYTES = 4;

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
  const startByte = await startOfCharacter(indexed, wanted);
  const { startLine } = options;
  if (startLine !== undefined) return { startByte, skipLines: 0, startLine, isLabelled: true };
  return { startByte, skipLines: 0, startLine: (await countLineFeedsBefore(indexed, startByte)) + 1 };
}

/**
 * Answers a position, or that of the character which it would split; an earlier window never ended at such a one. In
 * encodings of several bytes that is told from the start only, and the position is taken as given.
 */
async function startOfCharacter({ source, index, signal }: IndexedSource, wanted: number): Promise<number> {
  const { encoding } = index;
  const position = Math.min(wanted - (wanted % unitBytes(encoding)), source.sizeBytes);
  if (position === source.sizeBytes || isMultiByte(encoding)) return position;
  const startByte = Math.max(0, position - CHARACTER_BYTES);
  const endByte = Math.min(position + CHARACTER_BYTES, source.sizeBytes);
  const around = await readRange(source, { startByte, endByte, encoding, signal });
  const hasShrunk = around.length <= position - startByte;
  return hasShrunk ? position : startByte + cutOffset(around, position - startByte, encoding);
}

async function startFromEnd(indexed: IndexedSource, options: LineWindowOptions, lines: number): Promise<WindowStart> {
  const { startByte, lines: foundLines } = await locateLineFromEnd(indexed, lines);
  if (startByte - indexed.index.coveredBytes > (options.maxCountBytes ?? Number.POSITIVE_INFINITY)) {
    return { startByte, skipLines: 0, startLine: -lines, isLabelled: true };
  }
  const startLine = (await countLineFeedsBefore(indexed, startByte)) + 1;
  return { startByte, skipLines: 0, startLine, totalLines: startLine + foundLines - 1 };
}
