// Shortens UTF-8 bytes without splitting a code point. Nothing here decodes or knows a stream.

const CONTINUATION_MASK = 0b1100_0000;
const CONTINUATION = 0b1000_0000;
const MAX_CONTINUATION_BYTES = 3;

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & CONTINUATION_MASK) === CONTINUATION;
}

function sequenceLength(leadByte: number): number {
  if (leadByte >= 0xf0) return 4;
  if (leadByte >= 0xe0) return 3;
  return leadByte >= 0xc0 ? 2 : 1;
}

/** Counts the bytes at the end (0 to 3) that begin a code point without finishing it. */
function incompleteSuffixLength(bytes: Uint8Array): number {
  for (let length = 1; length <= MAX_CONTINUATION_BYTES; length += 1) {
    const byte = bytes[bytes.length - length];
    if (byte === undefined) return 0;
    if (!isContinuation(byte)) return sequenceLength(byte) > length ? length : 0;
  }
  return 0;
}

/** Takes at most `maxBytes` bytes from the start, and leaves out a code point that does not fit whole. */
export function cutHead(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const head = bytes.subarray(0, maxBytes);
  return head.subarray(0, head.length - incompleteSuffixLength(head));
}

/** Takes at most `maxBytes` bytes from the end, and leaves out a code point that does not fit whole. */
export function cutTail(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const tail = bytes.subarray(Math.max(0, bytes.length - maxBytes));
  let start = 0;
  while (start < MAX_CONTINUATION_BYTES && isContinuation(tail[start])) start += 1;
  return tail.subarray(start);
}
