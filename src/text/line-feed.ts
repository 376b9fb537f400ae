// Finds line feeds in raw bytes. In UTF-16 a line feed is a code unit, so the bytes must begin between two code units.

import type { TextEncodingName } from "./text-format.js";

const LINE_FEED = 0x0a;

/** Answers how many bytes the smallest unit of an encoding has. */
export function unitBytes(encoding: TextEncodingName): 1 | 2 {
  return encoding === "utf-16le" || encoding === "utf-16be" ? 2 : 1;
}

/** Finds the first line feed at or behind `from` and answers the offset behind it; -1 when there is none. */
export function nextLineStart(bytes: Buffer, from: number, encoding: TextEncodingName): number {
  let found = bytes.indexOf(LINE_FEED, from);
  while (found !== -1 && !isLineFeed(bytes, found, encoding)) found = bytes.indexOf(LINE_FEED, found + 1);
  return found === -1 ? -1 : behindLineFeed(found, encoding);
}

/** Finds the last line feed that ends before `before` and answers the offset behind it; -1 when there is none. */
export function previousLineStart(bytes: Buffer, before: number, encoding: TextEncodingName): number {
  let found = lastLineFeedByte(bytes, before - 1, encoding);
  while (found !== -1 && !isLineFeed(bytes, found, encoding)) found = lastLineFeedByte(bytes, found, encoding);
  return found === -1 ? -1 : behindLineFeed(found, encoding);
}

/** Counts line feeds. */
export function countLineFeeds(bytes: Buffer, encoding: TextEncodingName): number {
  if (unitBytes(encoding) === 1) return countLineFeedBytes(bytes);
  let count = 0;
  for (let next = nextLineStart(bytes, 0, encoding); next !== -1; next = nextLineStart(bytes, next, encoding)) {
    count += 1;
  }
  return count;
}

function countLineFeedBytes(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

// `limit` is exclusive; for UTF-16LE the byte behind the found one belongs to the same unit.
function lastLineFeedByte(bytes: Buffer, limit: number, encoding: TextEncodingName): number {
  const last = encoding === "utf-16le" ? limit - 2 : limit - 1;
  return last < 0 ? -1 : bytes.lastIndexOf(LINE_FEED, last);
}

function isLineFeed(bytes: Buffer, index: number, encoding: TextEncodingName): boolean {
  if (encoding === "utf-16le") return index % 2 === 0 && bytes[index + 1] === 0;
  if (encoding === "utf-16be") return index % 2 === 1 && bytes[index - 1] === 0;
  return true;
}

function behindLineFeed(index: number, encoding: TextEncodingName): number {
  return encoding === "utf-16le" ? index + 2 : index + 1;
}
