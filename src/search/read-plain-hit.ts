// Shows the line of a hit that lies whole in ASCII bytes at hand, as nearly all do. Leaves every other one to read-hit.ts.

import type { ByteView } from "./byte-view.js";
import type { HitOptions, HitPosition, HitText } from "./hit-text.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Answers `null` for a line that takes more than this to be shown, or to be refused. */
export function readPlainHit({ piece }: ByteView, hit: HitPosition, options: HitOptions): HitText | null {
  const { bytes } = piece;
  const start = hit.byteOffset - piece.start;
  if (options.context > 0 || start < 0) return null;
  if (hit.byteOffset !== options.firstByte && bytes[start - 1] !== LINE_FEED) return null;
  const feed = bytes.indexOf(LINE_FEED, start);
  if (feed < 0) return null;
  const end = feed > start && bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
  if (end - start > options.maxBytesPerLine || !piece.isAsciiBetween(start, end)) return null;
  const text = bytes.toString("latin1", start, end);
  const index = Math.min(hit.columnByte - 1, text.length);
  return { column: index + 1, text };
}
