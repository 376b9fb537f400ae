// Says what of a file can be searched, the way ripgrep sees it. Nothing is searched here.

import { Buffer, isAscii } from "node:buffer";
import { BINARY_HEAD_BYTES, MAX_BINARY_SCAN_BYTES } from "../limits.js";
import { byteOrderMarkLength, detectMarkedEncoding } from "../text/byte-order-mark.js";
import { detectTextFormat, type TextFormat } from "../text/encoding.js";
import type { LineMatcher } from "./line-matcher-options.js";

/** Holds the text of a file. */
export interface SearchableContent {
  /** Without a byte order mark if it is in UTF-8. */
  readonly text: Buffer;
  /** What the text has to be decoded from; `null` for one in UTF-8. */
  readonly format: TextFormat | null;
  /**
   * `all`: the file is binary; `text` has its NUL bytes replaced by line feeds, and is empty for a large file. `rest`:
   * what follows the text is.
   */
  readonly binary: "no" | "all" | "rest";
  /** Place in the file at which the text begins; `null` for a text that is not made of the same bytes. */
  readonly firstByte: number | null;
}

const LINE_FEED = 0x0a;

function isUtf16(bytes: Uint8Array): boolean {
  const marked = detectMarkedEncoding(bytes);
  return marked === "utf-16le" || marked === "utf-16be";
}

/**
 * Answers a place in the bytes of a file in front of which no match begins, -1 when it has none: as much as a matcher
 * tells without decoding them.
 */
export function findFirstCandidate(content: Uint8Array, matcher: LineMatcher): number {
  if (matcher.sieve === undefined || isUtf16(content)) return 0;
  return matcher.sieve(Buffer.from(content.buffer, content.byteOffset, content.byteLength))(0);
}

/**
 * Answers the lines up to the one at a place, if they are text whatever stands behind them: ASCII in every encoding, and
 * not in a binary file. `null` where more of the file has to be looked at.
 */
export function takePlainHead(content: Uint8Array, place: number): Buffer | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const feed = bytes.indexOf(LINE_FEED, place);
  const head = bytes.subarray(0, feed < 0 ? bytes.length : feed + 1);
  if (!isAscii(head) || head.includes(0)) return null;
  return bytes.subarray(head.length, BINARY_HEAD_BYTES).includes(0) ? null : head;
}

function replaceNuls(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(0); at >= 0; at = copy.indexOf(0, at + 1)) copy[at] = LINE_FEED;
  return copy;
}

/** Answers the beginning of what follows the text of a file, with its NUL bytes replaced by line feeds. */
export function takeBinaryRest(content: Uint8Array): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const nul = bytes.indexOf(0);
  return nul < 0 ? Buffer.alloc(0) : replaceNuls(bytes.subarray(nul, nul + MAX_BINARY_SCAN_BYTES));
}

/** Decides what is text: UTF-16 by its byte order mark, and otherwise everything up to the first NUL. */
export function planSearchableContent(content: Uint8Array): SearchableContent {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = detectTextFormat(bytes);
  if (format.encoding === "utf-16le" || format.encoding === "utf-16be") {
    return { text: bytes, format, binary: "no", firstByte: null };
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0 && nul < BINARY_HEAD_BYTES) {
    const text = bytes.length > MAX_BINARY_SCAN_BYTES ? Buffer.alloc(0) : replaceNuls(bytes);
    return { text, format: null, binary: "all", firstByte: 0 };
  }
  const head = nul < 0 ? bytes : bytes.subarray(0, bytes.lastIndexOf(LINE_FEED, nul) + 1);
  const binary = nul < 0 ? "no" : "rest";
  if (format.encoding !== "utf-8") return { text: head, format, binary, firstByte: null };
  const firstByte = byteOrderMarkLength(head, "utf-8");
  return { text: head.subarray(firstByte), format: null, binary, firstByte };
}
