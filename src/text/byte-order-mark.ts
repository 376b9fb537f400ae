// Byte order marks: which bytes they are and what they say. Nothing here decodes.

import type { TextEncodingName } from "./text-format.js";

/** The encodings that a byte order mark can announce. */
export type MarkedEncoding = "utf-8" | "utf-16le" | "utf-16be";

const MARKS: Readonly<Record<MarkedEncoding, Uint8Array>> = {
  "utf-8": Uint8Array.of(0xef, 0xbb, 0xbf),
  "utf-16le": Uint8Array.of(0xff, 0xfe),
  "utf-16be": Uint8Array.of(0xfe, 0xff),
};

const NO_MARK = new Uint8Array();

const UTF_32_MARKS: readonly (readonly number[])[] = [
  [0xff, 0xfe, 0x00, 0x00],
  [0x00, 0x00, 0xfe, 0xff],
];

/** Tells whether the bytes begin with a UTF-32 byte order mark, of either byte order. */
export function hasUtf32Mark(bytes: Uint8Array): boolean {
  return UTF_32_MARKS.some((mark) => startsWith(bytes, mark));
}

/** Names the encoding that a byte order mark announces; `undefined` without one, and for UTF-32. */
export function detectMarkedEncoding(bytes: Uint8Array): MarkedEncoding | undefined {
  if (hasUtf32Mark(bytes)) return undefined;
  const encodings: readonly MarkedEncoding[] = ["utf-8", "utf-16le", "utf-16be"];
  return encodings.find((encoding) => startsWith(bytes, MARKS[encoding]));
}

/**
 * Answers the byte order mark of an encoding; empty for one that has none. Damaged UTF-8 (`unknown`) may have one. The bytes
 * must not be changed.
 */
export function byteOrderMark(encoding: TextEncodingName): Uint8Array {
  if (encoding === "unknown") return MARKS["utf-8"];
  return isMarked(encoding) ? MARKS[encoding] : NO_MARK;
}

/** Answers how many bytes at the start are the encoding's own byte order mark: its length, or 0. */
export function byteOrderMarkLength(bytes: Uint8Array, encoding: TextEncodingName): number {
  const mark = byteOrderMark(encoding);
  return startsWith(bytes, mark) ? mark.length : 0;
}

function isMarked(encoding: TextEncodingName): encoding is MarkedEncoding {
  return encoding in MARKS;
}

function startsWith(bytes: Uint8Array, prefix: ArrayLike<number>): boolean {
  if (bytes.length < prefix.length) return false;
  for (let index = 0; index < prefix.length; index += 1) if (bytes[index] !== prefix[index]) return false;
  return true;
}
