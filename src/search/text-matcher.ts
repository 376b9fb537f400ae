// Makes a matcher of bytes out of one of text: decodes piece by piece and translates the places. Finds nothing itself.

import { FsError } from "../errors.js";
import { MAX_UNCUT_SCAN_BYTES } from "../limits.js";
import type { FuseLimits } from "./fuse.js";
import type { HardExpression, HardPart } from "./hard-part.js";
import type { ByteRange, LineMatcher } from "./line-matcher-options.js";
import { scanAsText } from "./scan-as-text.js";
import type { ScanPlace, ScanText } from "./scan-text.js";

/** Says how a text may be cut, and who may search it. */
export interface TextMatcherOptions {
  /** A match may run across lines, so that the text must not be cut. */
  readonly crossesLines: boolean;
  /** The expression that is searched for, if a part of a text can take long; it is then left to others. */
  readonly expression?: HardExpression | undefined;
  /** Passes over lines that need not be decoded. */
  readonly sieve?: LineMatcher["sieve"] | undefined;
}

const LINE_FEED = 0x0a;

/** Bytes that are decoded at a time; a longer line is taken whole. */
const BLOCK_BYTES: number = 256 * 1024;

/** Bytes that are decoded at a time where most lines are passed over. */
const SIEVED_BLOCK_BYTES: number = 16 * 1024;

/** Bytes in one piece that are not even tried here; what is shorter takes some 5 ms as a rule. */
const MAX_TRIED_BYTES: number = 512 * 1024;

/** Within these limits, a question to the engine is answered here, and a block searched; or it is done elsewhere. */
const HERE: FuseLimits = { turnMs: 20, allMs: 100 };

const BEGINNING: ScanPlace = { from: 0, previousEnd: -1 };

function findBlockEnd(content: Buffer, start: number, blockBytes: number): number {
  if (start + blockBytes >= content.length) return content.length;
  const lineFeed = content.indexOf(LINE_FEED, start + blockBytes);
  return lineFeed < 0 ? content.length : lineFeed + 1;
}

/** Yields the blocks of a text that are to be searched. */
function* cutBlocks(content: Buffer, from: number, { crossesLines, sieve }: TextMatcherOptions): Generator<ByteRange> {
  const blockBytes = sieve === undefined ? BLOCK_BYTES : SIEVED_BLOCK_BYTES;
  const pass = sieve?.(content) ?? ((place: number): number => place);
  for (let next = from; next < content.length; ) {
    const start = pass(next);
    if (start < 0) return;
    const end = crossesLines ? content.length : findBlockEnd(content, start, blockBytes);
    yield { start, end };
    next = end;
  }
}

function enforceBlockSize(bytes: Buffer): void {
  if (bytes.length <= MAX_UNCUT_SCAN_BYTES) return;
  throw new FsError("file_too_large", `More than ${MAX_UNCUT_SCAN_BYTES} bytes cannot be searched in one piece`, {
    hint: "Search for literal text, or without multiline.",
  });
}

/** Some lines of a text, or all of it, and what they are searched with. */
interface Block {
  readonly bytes: Buffer;
  readonly start: number;
  readonly scan: ScanText;
  readonly expression: HardExpression | undefined;
}

/** Searches one block; what takes too long is left to others. Returns whether all of it was searched. */
function* scanBlock(block: Block): Generator<ByteRange | HardPart | null, boolean, void> {
  const { bytes, start: offset, scan, expression } = block;
  let place: ScanPlace | null = BEGINNING;
  if (expression === undefined || bytes.length <= MAX_TRIED_BYTES) {
    place = yield* scanAsText(bytes, { scan, place, limits: HERE, offset });
  }
  if (place === null || expression === undefined) return true;
  const part: HardPart = { bytes, place, expression, scan, answer: null };
  yield part;
  const { places = [], unfinished = null } = part.answer ?? {};
  for (let index = 0; index < places.length; index += 2) {
    yield { start: offset + (places[index] ?? 0), end: offset + (places[index + 1] ?? 0) };
  }
  return unfinished === null;
}

/**
 * Creates the matcher of bytes.
 * Its scan throws an FsError `file_too_large` for a line, or across lines for a text, of more than
 * `MAX_UNCUT_SCAN_BYTES`, and ends behind a part of which not all was searched.
 */
export function createTextMatcher(scan: ScanText, options: TextMatcherOptions): LineMatcher {
  const { expression, sieve } = options;
  return {
    ...(sieve && { sieve }),
    *scan(content, from = 0) {
      for (const { start, end } of cutBlocks(content, from, options)) {
        const bytes = content.subarray(start, end);
        enforceBlockSize(bytes);
        if (!(yield* scanBlock({ bytes, start, scan, expression }))) return;
        yield null;
      }
    },
  };
}
