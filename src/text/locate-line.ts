// Finds where lines begin in a source that is too large for memory. What is read on the way goes into the index.

import { type ByteSource, readRange, type StreamRequest, streamUnits } from "./byte-source.js";
import { countLineFeeds, previousLineStart } from "./line-feed.js";
import type { LinePlace, SparseLineIndex } from "./sparse-line-index.js";
import type { TextEncodingName } from "./text-format.js";

const BACKWARD_BLOCK_BYTES = 65_536;
const MAX_BACKWARD_BLOCK_BYTES = 524_288;

/** Holds a source and what is known about its lines. */
export interface IndexedSource {
  readonly source: ByteSource;
  readonly index: SparseLineIndex;
  readonly signal: AbortSignal | undefined;
}

/** Says where a line that was counted from the end begins. */
export interface LocatedLine {
  /** 0-based; 0 when the source has no more lines than were asked for. */
  readonly startByte: number;
  /** Lines from there to the end. */
  readonly lines: number;
}

/** Finds a line, 1-based, by counting on from what is known; `null` when the source has no such line. */
export async function locateLine(indexed: IndexedSource, line: number): Promise<LinePlace | null> {
  const { index, source } = indexed;
  const found = index.findLine(line);
  if (found !== null) return found;
  await countOn(indexed, source.sizeBytes, () => index.lineFeeds >= line - 1);
  return index.findLine(line);
}

/** Counts the line feeds in front of a position, reading no further than it, and little where they are known. */
export async function countLineFeedsBefore(indexed: IndexedSource, byteOffset: number): Promise<number> {
  await countOn(indexed, byteOffset, () => false);
  const { startByte, lineFeeds } = indexed.index.findCountBefore(byteOffset);
  const { encoding } = indexed.index;
  const request = { startByte, endByte: byteOffset, encoding, signal: indexed.signal };
  return lineFeeds + countLineFeeds(await readRange(indexed.source, request), encoding);
}

/**
 * Finds the start of the line that is the `lines`-th from the end (1-based) by reading blocks backwards: of
 * 64 KiB first, and then larger ones, which are streamed, so that a line of gigabytes holds nobody up. A line feed right at the end ends the last line.
 */
export async function locateLineFromEnd({ source, index, signal }: IndexedSource, lines: number): Promise<LocatedLine> {
  const { encoding } = index;
  let foundLines = 0;
  let blockEnd = source.sizeBytes;
  for (let size = BACKWARD_BLOCK_BYTES; blockEnd > 0; size = Math.min(2 * size, MAX_BACKWARD_BLOCK_BYTES)) {
    const blockStart = blockStartBefore(blockEnd, size);
    const block = await readRange(source, { startByte: blockStart, endByte: blockEnd, encoding, signal });
    for (const lineStart of previousLineStarts(block, source.sizeBytes - blockStart, encoding)) {
      foundLines += 1;
      if (foundLines === lines) return { startByte: blockStart + lineStart, lines };
    }
    blockEnd = blockStart;
  }
  return { startByte: 0, lines: foundLines + 1 };
}

async function countOn({ source, index, signal }: IndexedSource, endByte: number, isEnough: () => boolean) {
  const request: StreamRequest = { startByte: index.coveredBytes, endByte, encoding: index.encoding, signal };
  let position = request.startByte;
  for await (const chunk of streamUnits(source, request)) {
    index.observe(position, chunk);
    position += chunk.length;
    if (isEnough()) return;
  }
}

function* previousLineStarts(block: Buffer, endOffset: number, encoding: TextEncodingName): Generator<number> {
  // Looking forward for the first one is ten times as fast as looking back for the last.
  if (!block.includes(0x0a)) return;
  let lineStart = previousLineStart(block, Math.min(block.length + 1, endOffset), encoding);
  while (lineStart !== -1) {
    yield lineStart;
    lineStart = previousLineStart(block, lineStart, encoding);
  }
}

// Blocks begin at multiples of their size, so that none splits a code unit.
function blockStartBefore(endByte: number, size: number): number {
  return Math.floor((endByte - 1) / size) * size;
}
