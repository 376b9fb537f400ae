// Questions about bytes that may be UTF-8. Nothing here decodes for a reader.

import { isAscii, isUtf8 } from "node:buffer";

// One well-formed sequence of two, three or four bytes, written over bytes read as Latin-1 characters.
const MULTI_BYTE_SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/;

const SEQUENCE_OR_STRAY_BYTE = new RegExp(`(${MULTI_BYTE_SEQUENCE.source})|[\\x80-\\xff]`, "g");

const DAMAGED_RATIO = 4;

/** Bytes that are looked at together; those of ASCII alone are passed over. */
const PART_BYTES: number = 64 * 1024;

/** Bytes outside ASCII that tell whether a text is damaged. Source: some 20 ms. */
const MAX_JUDGED_BYTES: number = 256 * 1024;

const MAX_SEQUENCE_BYTES = 4;

/** Tells whether the bytes are UTF-8. */
export function isValidUtf8(bytes: Uint8Array): boolean {
  return isUtf8(bytes);
}

/** Tells whether the bytes are UTF-8 as far as they go: the last sequence may be cut short. */
export function isUtf8Head(bytes: Uint8Array): boolean {
  const end = lastSequenceStart(bytes);
  return isUtf8(bytes.subarray(0, end)) && isSequenceHead(bytes.subarray(end));
}

/** Yields the parts of some bytes that are not ASCII alone, as Latin-1 and cut in front of no continuation byte. */
function* foreignParts(bytes: Uint8Array): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    let end = start + PART_BYTES;
    while (end < start + PART_BYTES + MAX_SEQUENCE_BYTES && isContinuationByte(bytes[end])) end += 1;
    const part = bytes.subarray(start, end);
    if (!isAscii(part)) yield Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("latin1");
    start = end;
  }
}

/** Tells whether at least one well-formed sequence of several bytes occurs. */
export function hasMultiByteSequence(bytes: Uint8Array): boolean {
  for (const part of foreignParts(bytes)) if (MULTI_BYTE_SEQUENCE.test(part)) return true;
  return false;
}

/**
 * Tells whether at least four in five bytes outside ASCII belong to well-formed sequences, as in a damaged text. Legacy
 * encodings have some by accident. Of a large text that has many, the first ones tell.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let strayBytes = 0;
  let sequenceBytes = 0;
  for (const part of foreignParts(bytes)) {
    for (const [found, sequence = ""] of part.matchAll(SEQUENCE_OR_STRAY_BYTE)) {
      sequenceBytes += sequence.length;
      strayBytes += found.length - sequence.length;
    }
    if (sequenceBytes + strayBytes > MAX_JUDGED_BYTES) break;
  }
  return sequenceBytes >= strayBytes * DAMAGED_RATIO;
}

/** Answers how many bytes the sequence that this byte leads has; 0 when it leads none. */
export function sequenceLength(leadByte: number): number {
  if (leadByte < 0x80) return 1;
  if (leadByte < 0xc2 || leadByte > 0xf4) return 0;
  if (leadByte < 0xe0) return 2;
  return leadByte < 0xf0 ? 3 : MAX_SEQUENCE_BYTES;
}

/** Tells whether a byte continues a sequence. */
export function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

function lastSequenceStart(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < MAX_SEQUENCE_BYTES && isContinuationByte(bytes[start])) start -= 1;
  return Math.max(start, 0);
}

function isSequenceHead(bytes: Uint8Array): boolean {
  // Mostly one letter, and a decoder costs more to make than all else here.
  if (isUtf8(bytes)) return true;
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
