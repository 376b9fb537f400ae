// Streams a range of a held file to somebody who looks at each piece once: the memory of a piece is used again.

import type { OpenFile } from "../directories/directory.js";
import { readWindow } from "./read-file.js";

/** Bytes of the pieces that are read at once: the first holds most windows, and both together take below 100 µs. */
const DIRECT_CHUNK_BYTES: readonly number[] = [16 * 1024, 112 * 1024];

/** Bytes of each of the two pieces that take turns behind those. Source: half the size takes a fifth longer. */
const CHUNK_BYTES = 1024 * 1024;

/** Says which bytes are streamed, from `start` to `end` (exclusive), and who is to know. */
export interface ScanRequest {
  readonly start: number;
  readonly end: number;
  /** Told how many bytes each piece has. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Streams a range. A piece holds good until the next one is asked for; while it is looked at, the one behind it is
 * already being read.
 */
export async function* scanRange(file: OpenFile, request: ScanRequest): AsyncGenerator<Uint8Array, void, void> {
  const { end, onRead, signal } = request;
  let position = request.start;
  for (const chunkBytes of DIRECT_CHUNK_BYTES) {
    if (position >= end) return;
    signal?.throwIfAborted();
    const bytes = await readWindow(file, { start: position, length: Math.min(chunkBytes, end - position) });
    if (bytes.length === 0) return;
    onRead?.(bytes.length);
    yield bytes;
    position += bytes.length;
  }
  if (position < end) yield* scanAhead(file, { ...request, start: position });
}

async function* scanAhead(file: OpenFile, request: ScanRequest): AsyncGenerator<Uint8Array, void, void> {
  const { start, end, onRead, signal } = request;
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
      onRead?.(bytesRead);
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
