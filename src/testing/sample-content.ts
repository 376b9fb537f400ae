// Contents that the cases write, and ways to read them back. No claims about them.

import type { ByteRange, FileStore } from "../stores/file-store.js";

const CHUNK_EDGE_BYTES = 64 * 1024;

/** Sizes, in bytes, around the places where streams tend to cut. */
export const SAMPLE_SIZES: readonly number[] = [
  0,
  1,
  CHUNK_EDGE_BYTES - 1,
  CHUNK_EDGE_BYTES,
  CHUNK_EDGE_BYTES + 1,
  1024 * 1024,
];

// A prime below 256, so that the pattern never lines up with a chunk.
const PATTERN_PERIOD = 251;

/** Creates bytes of which no two neighbouring stretches are equal. */
export function createSampleBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += 1) bytes[offset] = offset + Math.floor(offset / PATTERN_PERIOD);
  return bytes;
}

/** Encodes text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads every chunk of a file, or of a range, as it was handed out. */
export async function collectChunks(store: FileStore, path: string, range?: ByteRange): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.readChunks(path, range)) chunks.push(chunk);
  return chunks;
}

/** Joins chunks after all of them were handed out, so that a buffer used twice shows. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
