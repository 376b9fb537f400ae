// Passes on whole lines, and none that is longer than may be held: a reader behind it needs no limit of its own.

import { Transform, type TransformCallback } from "node:stream";

const LINE_FEED = 10;
const END_BYTES = 512;

/** What is known of a line that was dropped: its first and its last characters. */
export interface DroppedLine {
  readonly head: string;
  readonly tail: string;
}

/** Says which lines are too long, and who is told of them. */
export interface LineFilterOptions {
  /** Bytes of a line at most, its line feed included. */
  readonly maxLineBytes: number;
  /** Refuses a line that may be held, and is not passed on all the same. */
  readonly isRefused?: (line: Buffer) => boolean;
  readonly onDropped: (line: DroppedLine) => void;
}

/** Holds one line at a time; the rest behind the last line feed is never passed on. */
export class LineFilter extends Transform {
  readonly #options: LineFilterOptions;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #dropped: { readonly head: Buffer; tail: Buffer } | null = null;

  constructor(options: LineFilterOptions) {
    super();
    this.#options = options;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end + 1));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    done();
  }

  #add(part: Buffer): void {
    this.#sizeBytes += part.length;
    if (this.#dropped !== null) this.#dropped.tail = lastOf([this.#dropped.tail, part]);
    else this.#parts.push(part);
    if (this.#dropped !== null || this.#sizeBytes <= this.#options.maxLineBytes) return;
    this.#dropped = cutEnds(this.#parts);
    this.#parts = [];
  }

  #endLine(): void {
    const line = this.#dropped === null ? Buffer.concat(this.#parts) : null;
    const dropped = line !== null && this.#options.isRefused?.(line) === true ? cutEnds([line]) : this.#dropped;
    if (dropped !== null) this.#options.onDropped({ head: dropped.head.toString(), tail: dropped.tail.toString() });
    else this.push(line);
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#dropped = null;
  }
}

function cutEnds(parts: readonly Buffer[]): { readonly head: Buffer; tail: Buffer } {
  return {
    head: Buffer.concat(parts.map((part) => part.subarray(0, END_BYTES))).subarray(0, END_BYTES),
    tail: lastOf(parts),
  };
}

function lastOf(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.map((part) => part.subarray(-END_BYTES))).subarray(-END_BYTES);
}
