// Remembers where the lines of one version of a file lie, one number for each block, so that none is counted twice.

import { countLineFeeds, unitBytes } from "./line-feed.js";
import type { TextEncodingName } from "./text-format.js";

/** Bytes of a block at first. Source: half of one is counted for a window; a quarter of this makes the first count 5 % slower. */
const FIRST_BLOCK_BYTES = 16_384;
const MAX_BLOCKS = 16_384;
const MAX_NOTED_LINES = 32;
const BYTES_PER_NUMBER = 8;

/** Says where to start in order to reach a line. */
export interface LinePlace {
  /** 0-based. */
  readonly startByte: number;
  /** Line feeds between that position and the line. */
  readonly skipLines: number;
}

/** Says how many line feeds lie in front of a position. */
export interface CountedPlace {
  /** 0-based. */
  readonly startByte: number;
  readonly lineFeeds: number;
}

/** Says which bytes are counted. */
export interface CountRequest {
  /** 0-based position of the first of them, between two units. */
  readonly startByte: number;
  readonly bytes: Buffer;
  /** Line feeds in front of them. */
  readonly lineFeedsBefore: number | undefined;
}

/** Sets the grain of an index; only a test has a reason to. */
export interface SparseLineIndexOptions {
  /** Even; default 16 KiB. */
  readonly blockBytes?: number;
  /** Even; default 16 384. */
  readonly maxBlocks?: number;
}

/**
 * Counts line feeds from the start of a file on, in whatever portions it is shown them, and keeps the count in front of
 * every block of 16 KiB; of larger blocks once there would be more than 16 384, so that its memory is bounded. Belongs to
 * one version of a file and one encoding: NOT guaranteed to notice when it is shown bytes of another.
 */
export class SparseLineIndex {
  readonly encoding: TextEncodingName;
  readonly #maxBlocks: number;
  #blockBytes: number;
  #lineFeedsBefore: number[] = [0];
  #notedLines = new Map<number, number>();
  #coveredBytes = 0;
  #lineFeeds = 0;
  #endsLine = false;

  constructor(encoding: TextEncodingName, options: SparseLineIndexOptions = {}) {
    this.encoding = encoding;
    this.#blockBytes = options.blockBytes ?? FIRST_BLOCK_BYTES;
    this.#maxBlocks = options.maxBlocks ?? MAX_BLOCKS;
  }

  /** Bytes from the start of the file that have been counted. */
  get coveredBytes(): number {
    return this.#coveredBytes;
  }

  /** Line feeds among them. */
  get lineFeeds(): number {
    return this.#lineFeeds;
  }

  /** Bytes of a block: no place lies farther behind the position that leads to it. */
  get blockBytes(): number {
    return this.#blockBytes;
  }

  /** Bytes of memory, about. */
  get weightBytes(): number {
    return (this.#lineFeedsBefore.length + 4 * this.#notedLines.size) * BYTES_PER_NUMBER;
  }

  /** Counts what goes on where the covered bytes end; other bytes change nothing. `startByte` lies between two units. */
  observe(startByte: number, bytes: Buffer): void {
    const known = this.#coveredBytes - startByte;
    if (known < 0 || known >= bytes.length) return;
    const wholeBytes = bytes.length - (bytes.length % unitBytes(this.encoding));
    for (let offset = known; offset < wholeBytes; ) {
      const blockEnd = this.#lineFeedsBefore.length * this.#blockBytes - startByte;
      const end = Math.min(blockEnd, wholeBytes);
      this.#count(bytes.subarray(offset, end));
      if (end === blockEnd) this.#closeBlock();
      offset = end;
    }
  }

  /** Remembers exactly where a line begins, for whoever goes on there; the latest 32 are kept. */
  noteLine(line: number, startByte: number): void {
    this.#notedLines.delete(line);
    this.#notedLines.set(line, startByte);
    const [oldest] = this.#notedLines.keys();
    if (this.#notedLines.size > MAX_NOTED_LINES && oldest !== undefined) this.#notedLines.delete(oldest);
  }

  /** Finds a line, 1-based; `null` when it begins behind the covered bytes. */
  findLine(line: number): LinePlace | null {
    if (line === 1) return { startByte: 0, skipLines: 0 };
    const noted = this.#notedLines.get(line);
    if (noted !== undefined) return { startByte: noted, skipLines: 0 };
    if (line - 1 > this.#lineFeeds) return null;
    const block = this.#lastBlockBefore(line - 1);
    return { startByte: block * this.#blockBytes, skipLines: line - 1 - this.#lineFeedsBeforeBlock(block) };
  }

  /** Answers the last position up to `byteOffset` in front of which the line feeds are counted. */
  findCountBefore(byteOffset: number): CountedPlace {
    if (byteOffset >= this.#coveredBytes) return { startByte: this.#coveredBytes, lineFeeds: this.#lineFeeds };
    const block = Math.floor(byteOffset / this.#blockBytes);
    return { startByte: block * this.#blockBytes, lineFeeds: this.#lineFeedsBeforeBlock(block) };
  }

  /**
   * Counts what {@link observe} would, and answers the line feeds among the bytes; `lineFeedsBefore` are those in front of
   * them, where that is known: then only the bytes of the last block are looked at if the rest was counted before.
   */
  count({ startByte, bytes, lineFeedsBefore }: CountRequest): number {
    this.observe(startByte, bytes);
    const endByte = startByte + bytes.length;
    if (lineFeedsBefore === undefined || endByte > this.#coveredBytes) return countLineFeeds(bytes, this.encoding);
    const known = this.findCountBefore(endByte);
    if (known.startByte < startByte) return countLineFeeds(bytes, this.encoding);
    const rest = bytes.subarray(known.startByte - startByte);
    return known.lineFeeds - lineFeedsBefore + countLineFeeds(rest, this.encoding);
  }

  /** Answers the lines of a file of that size; `undefined` unless all of it is covered. */
  totalLines(sizeBytes: number): number | undefined {
    if (this.#coveredBytes < sizeBytes - (sizeBytes % unitBytes(this.encoding))) return undefined;
    return this.#endsLine && this.#coveredBytes === sizeBytes ? this.#lineFeeds : this.#lineFeeds + 1;
  }

  #count(bytes: Buffer): void {
    const unit = bytes.subarray(bytes.length - unitBytes(this.encoding));
    this.#lineFeeds += countLineFeeds(bytes, this.encoding);
    this.#coveredBytes += bytes.length;
    this.#endsLine = countLineFeeds(unit, this.encoding) === 1;
  }

  #closeBlock(): void {
    this.#lineFeedsBefore.push(this.#lineFeeds);
    if (this.#lineFeedsBefore.length <= this.#maxBlocks) return;
    this.#lineFeedsBefore = this.#lineFeedsBefore.filter((_, block) => block % 2 === 0);
    this.#blockBytes *= 2;
  }

  #lineFeedsBeforeBlock(block: number): number {
    return this.#lineFeedsBefore[block] ?? 0;
  }

  /** Answers the last block that has fewer line feeds in front of it, so that the wanted one lies in it. */
  #lastBlockBefore(lineFeeds: number): number {
    let low = 0;
    let high = this.#lineFeedsBefore.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#lineFeedsBeforeBlock(middle) < lineFeeds) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
