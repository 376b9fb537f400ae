// Finds where raw text can be cut. Nothing here looks for lines.

import { characterLength, isMultiByte } from "./character-length.js";
import type { MultiByteEncodingName, TextEncodingName } from "./text-format.js";
import { isContinuationByte, sequenceLength } from "./utf-8.js";
import type { Utf16Name } from "./utf-16.js";

/**
 * Answers the largest offset up to `maxBytes` that splits no code point and no CRLF; more than 0 from 4 bytes on.
 * Bytes that belong to no valid character can be cut anywhere.
 */
export function cutOffset(bytes: Buffer, maxBytes: number, encoding: TextEncodingName): number {
  if (bytes.length <= maxBytes) return bytes.length;
  switch (encoding) {
    case "utf-16le":
    case "utf-16be":
      return unitFloor(bytes, maxBytes - (maxBytes % 2), encoding);
    case "utf-8":
    case "unknown":
      return beforeLineEnding(bytes, sequenceFloor(bytes, maxBytes));
    default:
      return beforeLineEnding(bytes, isMultiByte(encoding) ? characterFloor(bytes, maxBytes, encoding) : maxBytes);
  }
}

function unitFloor(bytes: Buffer, offset: number, encoding: Utf16Name): number {
  if (offset === 0) return 0;
  const last = unitAt(bytes, offset - 2, encoding);
  const next = unitAt(bytes, offset, encoding);
  return isCrLf(last, next) || isSurrogatePair(last, next) ? offset - 2 : offset;
}

// A file of an odd length ends with half a unit, which stands for nothing.
function unitAt(bytes: Buffer, offset: number, encoding: Utf16Name): number {
  if (offset + 2 > bytes.length) return 0;
  return encoding === "utf-16le" ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
}

function beforeLineEnding(bytes: Buffer, offset: number): number {
  return isCrLf(bytes[offset - 1], bytes[offset]) ? offset - 1 : offset;
}

function sequenceFloor(bytes: Buffer, offset: number): number {
  let lead = offset;
  while (offset - lead < 3 && isContinuationByte(bytes[lead])) lead -= 1;
  return lead + sequenceLength(bytes[lead] ?? 0) > offset ? lead : offset;
}

// Which bytes begin a character can only be told from the start.
function characterFloor(bytes: Buffer, offset: number, encoding: MultiByteEncodingName): number {
  let start = 0;
  for (let end = 0; end <= offset; end += characterLength(bytes, start, encoding)) start = end;
  return start;
}

function isCrLf(first: number | undefined, second: number | undefined): boolean {
  return first === 0x0d && second === 0x0a;
}

function isSurrogatePair(first: number, second: number): boolean {
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
}
