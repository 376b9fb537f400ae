// Decodes a text of any size piece by piece, so that others may have their turn between two of them.

import { Buffer } from "node:buffer";
import { byteOrderMarkLength } from "./byte-order-mark.js";
import type { TextFormat } from "./text-format.js";
import { decodeWindows1252 } from "./windows-1252.js";

/** Bytes that are decoded at once: some 3 ms. */
const PIECE_BYTES: number = 512 * 1024;

type DecodePiece = (piece: Uint8Array, isLast: boolean) => string;

function createDecoder({ encoding }: TextFormat): DecodePiece {
  if (encoding === "windows-1252") return decodeWindows1252;
  const decoder = new TextDecoder(encoding === "unknown" ? "utf-8" : encoding, { ignoreBOM: true });
  return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
}

/** Yields a text in UTF-8, without its byte order mark; what is not valid becomes U+FFFD, as when it is decoded at once. */
export function* decodePieces(bytes: Uint8Array, format: TextFormat): Generator<Buffer> {
  const decode = createDecoder(format);
  for (let start = format.bom ? byteOrderMarkLength(bytes, format.encoding) : 0; start < bytes.length; ) {
    const end = start + PIECE_BYTES;
    yield Buffer.from(decode(bytes.subarray(start, end), end >= bytes.length));
    start = end;
  }
}
