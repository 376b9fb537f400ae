// Finds where lines begin in a source that is too large for memory. Nothing here keeps what it reads.

import { type ByteSource, readRange, type StreamRequest, streamUnits } from "./byte-source.js";
import { countLineFeeds, previousLineStart } from "./line-feed.js";
import type { TextEncodingName } from "./text-format.js";

const BACKWARD_BLOCK_BYTES = 65_536;

/** Says where a line that was counted from the end begins. */
export interface LocatedLine {
  /** 0-based; 0 when the source has no more lines than were asked for. */
  readonly startByte: number;
  /** Lines from there to the end. */
  readonly lines: number;
}

/** Counts the line feeds of a range by streaming all of it. */
export async function countLineFeedsIn(source: ByteSource, request: StreamRequest): Promise<number> {
  let count = 0;
  for await (const chunk of streamUnits(source, request)) count += countLineFeeds(chunk, request.encoding);
  return count;
}

/**
 * Finds the start of the line that is the `lines`-th from the end (1-based) by reading blocks of 64 KiB backwards.
 * `request` is the range to search; a line feed right at its end ends the last line.
 */
export async function locateLineFromEnd(
  source: ByteSource,
  lines: number,
  request: StreamRequest,
): Promise<LocatedLine> {
  let foundLines = 0;
  let blockEnd = request.endByte;
  while (blockEnd > request.startByte) {
    const blockStart = Math.max(request.startByte, blockStartBefore(blockEnd));
    const block = await readRange(source, { ...request, startByte: blockStart, endByte: blockEnd });
    const lineStarts = previousLineStarts(block, request.endByte - blockStart, request.encoding);
    for (const lineStart of lineStarts) {
      foundLines += 1;
      if (foundLines === lines) return { startByte: blockStart + lineStart, lines };
    }
    blockEnd = blockStart;
  }
  return { startByte: request.startByte, lines: foundLines + 1 };
}

function* previousLineStarts(block: Buffer, endOffset: number, encoding: TextEncodingName): Generator<number> {
  let lineStart = previousLineStart(block, Math.min(block.length + 1, endOffset), encoding);
  while (lineStart !== -1) {
    yield lineStart;
    lineStart = previousLineStart(block, lineStart, encoding);
  }
}

// Blocks begin at multiples of their size, so that none splits a code unit.
function blockStartBefore(endByte: number): number {
  return Math.floor((endByte - 1) / BACKWARD_BLOCK_BYTES) * BACKWARD_BLOCK_BYTES;
}
