// Asks the engine whether an expression matches in a line at hand: what was searched may have been another file. Pure.

import { isUtf8 } from "node:buffer";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { ByteView } from "./byte-view.js";
import type { HitPosition } from "./hit-text.js";
import type { LineMatcher } from "./line-matcher-options.js";

/** Bytes in which the end of a line is looked for: first so many, then up to the most. */
const LINE_BYTES: readonly number[] = [4 * 1024, 64 * 1024, 1024 * 1024];

const LINE_FEED = 0x0a;

/**
 * Tells whether the line of a hit has a match. Of a line above 1 MiB only what begins at the hit is judged, so that one with
 * an anchor at its start is taken for none.
 */
export function confirmLine(window: ByteView, hit: HitPosition, matcher: LineMatcher): boolean {
  const line = viewLine(window, hit);
  for (const match of matcher.scan(isUtf8(line) ? line : Buffer.from(decodeText(line, detectTextFormat(line))))) {
    if (match !== null) return true;
  }
  return false;
}

function viewLine(window: ByteView, { byteOffset, columnByte }: HitPosition): Buffer {
  for (const length of LINE_BYTES) {
    const bytes = window.view(byteOffset, length);
    const feed = bytes.indexOf(LINE_FEED);
    if (feed >= 0) return bytes.subarray(0, feed + 1);
    if (bytes.length < length) return bytes;
  }
  const column = Number.isSafeInteger(byteOffset + columnByte) ? columnByte - 1 : 0;
  const rest = window.view(byteOffset + column, LINE_BYTES[1] ?? 0);
  const feed = rest.indexOf(LINE_FEED);
  return feed >= 0 ? rest.subarray(0, feed + 1) : rest;
}
