// The port through which windows read bytes, and the ways to take bytes from it.

import { unitBytes } from "./line-feed.js";
import type { SparseLineIndex } from "./sparse-line-index.js";
import type { TextEncodingName } from "./text-format.js";

/** Gives access to the bytes of a file by range. */
export interface ByteSource {
  /** Size of the file, as far as known; nothing behind it is ever asked for. */
  readonly sizeBytes: number;
  /**
   * Streams a range in chunks of any size: 0-based, `endByte` exclusive. May end early when the file shrank, and may use
   * the memory of a chunk again for the next one.
   */
  read(startByte: number, endByte: number): AsyncIterable<Uint8Array>;
  /**
   * Answers a small range at once, in the given memory if it is large enough, otherwise in memory of its own; `null` for
   * one that is to be streamed.
   */
  readAtOnce?(startByte: number, endByte: number, memory?: Uint8Array): Uint8Array | null;
  /** Answers what is known about the lines of this version of the file; it grows by every window that is read. */
  lineIndex?(encoding: TextEncodingName): SparseLineIndex;
}

/** Says which bytes of a source to stream. */
export interface StreamRequest {
  /** 0-based, inclusive; between two code units. */
  readonly startByte: number;
  /** 0-based, exclusive. */
  readonly endByte: number;
  readonly encoding: TextEncodingName;
  /** What a range that is read at once may be read into. */
  readonly memory?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Streams a range so that every chunk begins between two code units; an odd byte at the end of UTF-16 comes last, alone.
 * Rejects with `signal.reason` once the signal is aborted. Leaving the loop closes the source's iterator.
 */
export async function* streamUnits(source: ByteSource, request: StreamRequest): AsyncGenerator<Buffer, void, void> {
  const { startByte, endByte, signal } = request;
  const width = unitBytes(request.encoding);
  let rest: Buffer = Buffer.alloc(0);
  signal?.throwIfAborted();
  if (startByte >= endByte) return;
  for await (const bytes of source.read(startByte, endByte)) {
    signal?.throwIfAborted();
    const chunk = rest.length === 0 ? bufferOf(bytes) : Buffer.concat([rest, bytes]);
    const wholeBytes = chunk.length - (chunk.length % width);
    rest = Buffer.from(chunk.subarray(wholeBytes));
    if (wholeBytes > 0) yield chunk.subarray(0, wholeBytes);
  }
  if (rest.length > 0) yield rest;
}

/** Reads a small range at once where the source can; `null` otherwise. The memory belongs to the caller. */
export function readAtOnce(source: ByteSource, request: StreamRequest): Buffer | null {
  request.signal?.throwIfAborted();
  const bytes = source.readAtOnce?.(request.startByte, request.endByte, request.memory) ?? null;
  return bytes === null ? null : bufferOf(bytes);
}

/** Reads a range into memory of its own; shorter than asked for when the file shrank. */
export async function readRange(source: ByteSource, request: StreamRequest): Promise<Buffer> {
  const bytes = readAtOnce(source, request);
  if (bytes !== null) return bytes;
  const chunks: Buffer[] = [];
  for await (const chunk of streamUnits(source, request)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
