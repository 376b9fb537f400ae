// Text to bytes and back without losing a byte: which encoding, decoding, encoding. Each encoding has a file of its own.

import { isAscii } from "node:buffer";
import { FsError } from "../errors.js";
import { byteOrderMark, byteOrderMarkLength } from "./byte-order-mark.js";
import { detectBinary } from "./detect-binary.js";
import { detectTextFormat } from "./detect-text-format.js";
import { findLegacyCodec } from "./legacy-encodings.js";
import type { LegacyEncodingName, TextEncodingName, TextFormat } from "./text-format.js";
import { inexactDecodingError, unencodableCharacterError, unknownEncodingError } from "./unsupported-encoding.js";
import { decodeUtf16, encodeUtf16 } from "./utf-16.js";
import { decodeWindows1252, encodeWindows1252 } from "./windows-1252.js";

export { detectTextFormat } from "./detect-text-format.js";
export type { TextEncodingName, TextFormat } from "./text-format.js";

/**
 * Decodes bytes for showing; what is not valid becomes U+FFFD. Strips the byte order mark if `format.bom` is set and the
 * bytes begin with it, so clear `bom` for bytes from the middle of a file.
 */
export function decodeText(bytes: Uint8Array, format: TextFormat): string {
  const content = format.bom ? bytes.subarray(byteOrderMarkLength(bytes, format.encoding)) : bytes;
  switch (format.encoding) {
    case "windows-1252":
      return decodeWindows1252(content);
    case "utf-16le":
    case "utf-16be":
      return decodeUtf16(content, format.encoding);
    case "utf-8":
    case "unknown":
      return decodeUtf8(content);
    default:
      return findLegacyCodec(format.encoding)?.decode(content) ?? "";
  }
}

/** ASCII needs no decoding, and is copied in half the time. */
function decodeUtf8(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/**
 * Encodes a text, with a byte order mark in front if `format.bom` is set; legacy encodings have none.
 * @throws {FsError} unsupported_encoding – when a character has no form in that encoding, a surrogate stands alone, or
 * the encoding is `unknown`
 */
export function encodeText(text: string, format: TextFormat): Uint8Array {
  if (format.encoding === "unknown") throw unknownEncodingError();
  const content = encodeContent(text, format.encoding);
  if (!format.bom) return content;
  const mark = byteOrderMark(format.encoding);
  const bytes = new Uint8Array(mark.length + content.length);
  bytes.set(mark);
  bytes.set(content, mark.length);
  return bytes;
}

/**
 * Decodes a whole file in a form that encodes to the same bytes again.
 * @throws {FsError} binary_file – when the content is not text
 * @throws {FsError} unsupported_encoding – when encoding the text again would give other bytes
 */
export function decodeExactly(bytes: Uint8Array): { readonly text: string; readonly format: TextFormat } {
  if (detectBinary(bytes)) throw binaryContentError();
  const format = detectTextFormat(bytes);
  if (format.encoding === "unknown") throw inexactDecodingError(format.encoding);
  const text = decodeText(bytes, format);
  if (!survives(text, bytes, format)) throw inexactDecodingError(format.encoding);
  return { text, format };
}

// What was found to be valid UTF-8 survives; UTF-16 may hold surrogates that stand alone.
function survives(text: string, bytes: Uint8Array, format: TextFormat): boolean {
  if (format.encoding === "utf-8") return true;
  const encoded = findLegacyCodec(format.encoding)?.encode(text) ?? encodeText(text, format);
  return typeof encoded !== "number" && Buffer.compare(encoded, bytes) === 0;
}

function encodeContent(text: string, encoding: Exclude<TextEncodingName, "unknown">): Uint8Array {
  switch (encoding) {
    case "utf-8":
      assertWellFormed(text, encoding);
      return new TextEncoder().encode(text);
    case "utf-16le":
    case "utf-16be":
      assertWellFormed(text, encoding);
      return encodeUtf16(text, encoding);
    default:
      return encodeLegacy(text, encoding);
  }
}

function encodeLegacy(text: string, encoding: "windows-1252" | LegacyEncodingName): Uint8Array {
  const result = findLegacyCodec(encoding)?.encode(text) ?? encodeWindows1252(text);
  if (typeof result === "number") throw unencodableCharacterError(text, result, encoding);
  return result;
}

function assertWellFormed(text: string, encoding: string): void {
  const loneSurrogate = text.search(/\p{Surrogate}/u);
  if (loneSurrogate !== -1) throw unencodableCharacterError(text, loneSurrogate, encoding);
}

function binaryContentError(): FsError {
  return new FsError("binary_file", "the content is not text", {
    hint: "Work on it with a command or a program made for its format.",
  });
}
