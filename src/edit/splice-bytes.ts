// Replaces ranges of a text in its bytes. Bytes outside the ranges are copied, never decoded and encoded again.

import { assertReadsBack } from "../text/assert-reads-back.js";
import { byteOrderMarkLength } from "../text/byte-order-mark.js";
import { joinPieces } from "../text/byte-pieces.js";
import { isMultiByte } from "../text/character-length.js";
import { encodeText, type TextFormat } from "../text/encoding.js";
import { findLegacyCodec } from "../text/legacy-encodings.js";
import type { SourceText } from "../text/source-text.js";
import { type Steps, visitEach } from "../text/steps.js";

/** Replaces a range of a text: UTF-16 units, 0-based, `end` exclusive. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Holds the bytes of a file with what they decode to. */
export interface DecodedFile {
  readonly bytes: Uint8Array;
  readonly text: SourceText;
  readonly format: TextFormat;
}

// Bytes between two replacements that are worth a piece of their own; fewer are copied with what is around them.
const MIN_KEPT_BYTES = 65_536;

/**
 * Answers the file with every range replaced, in pieces; the ranges are ascending and do not overlap. Long parts that stay
 * are parts of the file's own memory.
 * @throws {FsError} unsupported_encoding – when a replacement has no form in the file's encoding, or the result would be
 * read as another encoding
 */
export function* spliceBytes(file: DecodedFile, splices: readonly Splice[]): Steps<readonly Uint8Array[]> {
  const format: TextFormat = { encoding: file.format.encoding, bom: false };
  const offsets = createByteOffsets(file);
  const encoded = new Map<string, Uint8Array>();
  const parts: Uint8Array[] = [];
  let byteOffset = 0;
  yield* visitEach(splices, ({ start, end, replacement }) => {
    const inserted = encoded.get(replacement) ?? encodeText(replacement, format);
    encoded.set(replacement, inserted);
    parts.push(file.bytes.subarray(byteOffset, offsets.advanceTo(start)), inserted);
    byteOffset = offsets.advanceTo(end);
  });
  parts.push(file.bytes.subarray(byteOffset));
  yield;
  const pieces = joinShortParts(parts);
  assertReadsBack(pieces, format);
  return pieces;
}

/** Turns ascending text offsets into byte offsets. */
interface ByteOffsets {
  advanceTo(offset: number): number;
}

function createByteOffsets({ bytes, text, format }: DecodedFile): ByteOffsets {
  const markLength = byteOrderMarkLength(bytes, format.encoding);
  const unitBytes = text.length === 0 ? 1 : (bytes.length - markLength) / text.length;
  const isFixed = format.encoding !== "utf-8" && !isMultiByte(format.encoding);
  if (isFixed || unitBytes === 1) return { advanceTo: (offset) => markLength + offset * unitBytes };
  const codec = findLegacyCodec(format.encoding);
  let lastOffset = 0;
  let lastByte = markLength;
  return {
    advanceTo: (offset) => {
      const passed = text.slice(lastOffset, offset);
      lastByte += codec?.encodedLength(passed) ?? Buffer.byteLength(passed);
      lastOffset = offset;
      return lastByte;
    },
  };
}

function joinShortParts(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let short: Uint8Array[] = [];
  for (const part of parts) {
    if (part.length < MIN_KEPT_BYTES) {
      short.push(part);
      continue;
    }
    if (short.length > 0) pieces.push(joinPieces(short));
    short = [];
    pieces.push(part);
  }
  return [...pieces, ...(short.length > 0 ? [joinPieces(short)] : [])];
}
