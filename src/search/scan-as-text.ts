// Searches bytes of UTF-8 as text, and answers in places of bytes.

import { isAscii } from "node:buffer";
import type { TextRange } from "../text/cut-text.js";
import type { FuseLimits } from "./fuse.js";
import type { ByteRange } from "./line-matcher-options.js";
import type { ScanPlace, ScanText } from "./scan-text.js";

/** Counts the bytes in front of places that only move forward. */
function createByteCounter(text: string, isPlain: boolean): (index: number) => number {
  let counted = 0;
  let bytes = 0;
  return (index) => {
    bytes += isPlain ? index - counted : Buffer.byteLength(text.slice(counted, index));
    counted = index;
    return bytes;
  };
}

/** What some bytes are searched with. */
export interface BytesSearch {
  readonly scan: ScanText;
  readonly place: ScanPlace;
  readonly limits: FuseLimits;
  /** Place of the first of the bytes, from which all places are counted. */
  readonly offset: number;
}

/** Searches some bytes of UTF-8 as text, and yields the places of matches in bytes. */
export function* scanAsText(
  bytes: Buffer,
  { scan, place, limits, offset }: BytesSearch,
): Generator<ByteRange | null, ScanPlace | null, void> {
  const isPlain = isAscii(bytes);
  const text = bytes.toString(isPlain ? "latin1" : "utf8");
  const countBytes = createByteCounter(text, isPlain);
  const toBytes = (match: TextRange): ByteRange => {
    const start = offset + countBytes(match.start);
    const length = isPlain ? match.end - match.start : Buffer.byteLength(text.slice(match.start, match.end));
    return { start, end: start + length };
  };
  const matches = scan(text, place, limits);
  for (let next = matches.next(); ; next = matches.next()) {
    if (next.done === true) return next.value;
    yield next.value === null ? null : toBytes(next.value);
  }
}
