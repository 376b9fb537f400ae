// Says what of a file can be searched, the way ripgrep sees it. Nothing is searched here.

import { Buffer } from "node:buffer";
import { BINARY_HEAD_BYTES, MAX_BINARY_SCAN_BYTES } from "../limits.js";
import { byteOrderMarkLength, detectMarkedEncoding } from "../text/byte-order-mark.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { LineMatcher } from "./line-matcher-options.js";

/** Holds the text of a file. */
export interface SearchableContent {
  /** In UTF-8, without a byte order mark. */
  readonly text: Buffer;
  /**
   * `all`: the file is binary; `text` has its NUL bytes replaced by line feeds, and is empty for a large file. `rest`:
   * what follows the text is.
   */
  readonly binary: "no" | "all" | "rest";
}

const LINE_FEED = 0x0a;

function isUtf16(bytes: Uint8Array): boolean {
  const marked = detectMarkedEncoding(bytes);
  return marked === "utf-16le" || marked === "utf-16be";
}

/** Tells whether a matcher needs no more than the bytes of a file to know that it has no match. */
export function isPlainlyAbsent(content: Uint8Array, matcher: LineMatcher): boolean {
  if (matcher.isAbsentFrom === undefined || isUtf16(content)) return false;
  return matcher.isAbsentFrom(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

function replaceNuls(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(0); at >= 0; at = copy.indexOf(0, at + 1)) copy[at] = LINE_FEED;
  return copy;
}

/** Decides what is text: UTF-16 by its byte order mark, and otherwise everything up to the first NUL. */
export function planSearchableContent(content: Uint8Array): SearchableContent {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = detectTextFormat(bytes);
  if (format.encoding === "utf-16le" || format.encoding === "utf-16be")
    return { text: Buffer.from(decodeText(bytes, format)), binary: "no" };
  const nul = bytes.indexOf(0);
  if (nul >= 0 && nul < BINARY_HEAD_BYTES) {
    return { text: bytes.length > MAX_BINARY_SCAN_BYTES ? Buffer.alloc(0) : replaceNuls(bytes), binary: "all" };
  }
  const head = nul < 0 ? bytes : bytes.subarray(0, bytes.lastIndexOf(LINE_FEED, nul) + 1);
  const binary = nul < 0 ? "no" : "rest";
  if (format.encoding === "utf-8") return { text: head.subarray(byteOrderMarkLength(head, "utf-8")), binary };
  return { text: Buffer.from(decodeText(head, format)), binary };
}
