// Text to bytes and back without losing a byte: which encoding, decoding, encoding. Each encoding has a file of its own.

import { FsError } from "../errors.js";
import { byteOrderMark, byteOrderMarkLength, detectMarkedEncoding, hasUtf32Mark } from "./byte-order-mark.js";
import { detectBinary } from "./detect-binary.js";
import type { TextEncodingName, TextFormat } from "./text-format.js";
import { inexactDecodingError, unencodableCharacterError, unknownEncodingError } from "./unsupported-encoding.js";
import { hasMultiByteSequence, isUtf8Head, isValidUtf8 } from "./utf-8.js";
import { decodeUtf16, encodeUtf16 } from "./utf-16.js";
import { decodeWindows1252, encodeWindows1252 } from "./windows-1252.js";

export type { TextEncodingName, TextFormat } from "./text-format.js";

/** Says how much of a file the bytes are. */
export interface DetectTextFormatOptions {
  /** `false`: the bytes are the head of a longer file, so a character may be cut at the end. Default `true`. */
  readonly complete?: boolean | undefined;
}

/**
 * Tells the encoding of a text: UTF-16 only by its byte order mark; UTF-8 if valid; otherwise windows-1252 if not one
 * valid multi-byte UTF-8 sequence occurs, else `unknown`. A head can be judged otherwise than the whole file. Binary
 * content gets an answer too: ask `detectBinary` first.
 */
export function detectTextFormat(bytes: Uint8Array, options: DetectTextFormatOptions = {}): TextFormat {
  const complete = options.complete ?? true;
  if (hasUtf32Mark(bytes)) return { encoding: "unknown", bom: false };
  const marked = detectMarkedEncoding(bytes);
  if (marked === "utf-16le" || marked === "utf-16be") {
    const broken = complete && bytes.length % 2 !== 0;
    return broken ? { encoding: "unknown", bom: false } : { encoding: marked, bom: true };
  }
  const bom = marked === "utf-8";
  if (complete ? isValidUtf8(bytes) : isUtf8Head(bytes)) return { encoding: "utf-8", bom };
  return hasMultiByteSequence(bytes) ? { encoding: "unknown", bom } : { encoding: "windows-1252", bom: false };
}

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
    default:
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  }
}

/**
 * Encodes a text, with a byte order mark in front if `format.bom` is set; windows-1252 has none.
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
  return format.encoding === "utf-8" || Buffer.compare(encodeText(text, format), bytes) === 0;
}

function encodeContent(text: string, encoding: Exclude<TextEncodingName, "unknown">): Uint8Array {
  if (encoding === "windows-1252") {
    const result = encodeWindows1252(text);
    if (typeof result === "number") throw unencodableCharacterError(text, result, encoding);
    return result;
  }
  const loneSurrogate = text.search(/\p{Surrogate}/u);
  if (loneSurrogate !== -1) throw unencodableCharacterError(text, loneSurrogate, encoding);
  return encoding === "utf-8" ? new TextEncoder().encode(text) : encodeUtf16(text, encoding);
}

function binaryContentError(): FsError {
  return new FsError("binary_file", "the content is not text", {
    hint: "Work on it with a command or a program made for its format.",
  });
}
