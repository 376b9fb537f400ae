// Streams a range of a held file to somebody who looks at each piece once: the memory of a piece is used again.

import type { OpenFile } from "./directory.js";
import { readWindow } from "./read-file.js";

/** Bytes of the pieces that are read at once: the first holds most windows, and both together take below 100 µs. */
const DIRECT_CHUNK_BYTES: readonly number[] = [16 * 1024, 112 * 1024];

/** Bytes of each of the two pieces that take turns behind those. Source: half the size takes a fifth longer. */
const CHUNK_BYTES = 1024 * 1024;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Streams the bytes from `start` to `end` (exclusive). A piece holds good until the next one is asked for; while it is
 * looked at, the one behind it is already being read.
 */
export async function* scanRange(
  file: OpenFile,
  range: Range,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  let position = range.start;
  for (const chunkBytes of DIRECT_CHUNK_BYTES) {
    if (position >= range.end) return;
    signal?.throwIfAborted();
    const bytes = await readWindow(file, { start: position, length: Math.min(chunkBytes, range.end - position) });
    if (bytes.length === 0) return;
    yield bytes;
    position += bytes.length;
  }
  if (position < range.end) yield* scanAhead(file, { start: position, end: range.end }, signal);
}

async function* scanAhead(
  file: OpenFile,
  { start, end }: Range,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  const chunkBytes = Math.min(CHUNK_BYTES, end - start);
  let buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let spare = Buffer.allocUnsafeSlow(chunkBytes);
  let position = start;
  const readOn = (): Promise<number> => {
    const reading = file.read(buffer.subarray(0, Math.min(chunkBytes, end - position)), position);
    // Whoever awaits it is told; it may fail before anybody does.
    reading.catch(() => {});
    return reading;
  };
  let reading = readOn();
  try {
    for (;;) {
      const bytesRead = await reading;
      signal?.throwIfAborted();
      if (bytesRead === 0) return;
      const bytes = buffer.subarray(0, bytesRead);
      position += bytesRead;
      [buffer, spare] = [spare, buffer];
      if (position < end) reading = readOn();
      yield bytes;
      if (position >= end) return;
    }
  } finally {
    // The file may be closed only when nothing reads from it any more.
    await reading.catch(() => {});
  }
}
