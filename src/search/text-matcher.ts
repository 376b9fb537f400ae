// Makes a matcher of bytes out of one of text: decodes piece by piece and translates the places. Finds nothing itself.

import { isAscii } from "node:buffer";
import { FsError } from "../errors.js";
import { MAX_UNCUT_SCAN_BYTES } from "../limits.js";
import type { TextRange } from "../text/cut-text.js";
import type { ByteRange, LineMatcher } from "./line-matcher-options.js";

/** Yields matches in UTF-16 units. */
export type ScanText = (text: string) => Iterable<TextRange>;

/** Says how a text may be cut. */
export interface TextMatcherOptions {
  /** A match may run across lines, so that the text must not be cut. */
  readonly crossesLines: boolean;
  /** How many times as long as a plain search this one takes for a character; default 1. */
  readonly weight?: number | undefined;
  /** Passes over lines that need not be decoded. */
  readonly sieve?: LineMatcher["sieve"] | undefined;
}

const LINE_FEED = 0x0a;

/** Bytes that are decoded at a time by a plain search; a longer line is taken whole. */
const BLOCK_BYTES: number = 256 * 1024;

/** Bytes that are decoded at a time at least, and where most lines are passed over at most. */
const MIN_BLOCK_BYTES: number = 16 * 1024;

function findBlockEnd(content: Buffer, start: number, blockBytes: number): number {
  if (start + blockBytes >= content.length) return content.length;
  const lineFeed = content.indexOf(LINE_FEED, start + blockBytes);
  return lineFeed < 0 ? content.length : lineFeed + 1;
}

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

function enforceBlockSize({ start, end }: ByteRange, maxBytes: number): void {
  if (end - start <= maxBytes) return;
  throw new FsError("file_too_large", `More than ${maxBytes} bytes cannot be searched in one piece`, {
    hint: "Search for literal text, or without multiline.",
  });
}

function* scanBlock(content: Buffer, block: ByteRange, scan: ScanText): Generator<ByteRange> {
  const isPlain = isAscii(content.subarray(block.start, block.end));
  const text = content.toString(isPlain ? "latin1" : "utf8", block.start, block.end);
  const countBytes = createByteCounter(text, isPlain);
  for (const match of scan(text)) {
    const start = block.start + countBytes(match.start);
    const bytes = isPlain ? match.end - match.start : Buffer.byteLength(text.slice(match.start, match.end));
    yield { start, end: start + bytes };
  }
}

/**
 * Creates the matcher of bytes.
 * Its scan throws an FsError `file_too_large` for a line, or across lines for a text, of more than
 * `MAX_UNCUT_SCAN_BYTES` divided by the weight: what cannot be cut holds up everything else while it is searched.
 */
export function createTextMatcher(scan: ScanText, options: TextMatcherOptions): LineMatcher {
  const { crossesLines, weight = 1, sieve } = options;
  const maxUncutBytes = Math.ceil(MAX_UNCUT_SCAN_BYTES / weight);
  const blockBytes = sieve === undefined ? Math.max(MIN_BLOCK_BYTES, Math.ceil(BLOCK_BYTES / weight)) : MIN_BLOCK_BYTES;
  return {
    ...(sieve && { sieve }),
    *scan(content, from = 0) {
      const pass = sieve?.(content);
      for (let start = from; start < content.length; ) {
        if (pass !== undefined) start = pass(start);
        if (start < 0) return;
        const end = crossesLines ? content.length : findBlockEnd(content, start, blockBytes);
        enforceBlockSize({ start, end }, Math.max(maxUncutBytes, MIN_BLOCK_BYTES));
        yield* scanBlock(content, { start, end }, scan);
        yield null;
        start = end;
      }
    },
  };
}
