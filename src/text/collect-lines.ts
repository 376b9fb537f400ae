// Takes the bytes of a window from a stream, skipping lines in front of it. Stops as soon as the window is complete.

import { type ByteSource, readAtOnce, type StreamRequest, streamUnits } from "./byte-source.js";
import { nextLineStart } from "./line-feed.js";
import { type LineWindowBudget, PLAN_LOOKAHEAD_BYTES } from "./plan-line-window.js";
import type { SparseLineIndex } from "./sparse-line-index.js";
import type { TextEncodingName } from "./text-format.js";

/** Says what to take from a stream. */
export interface CollectRequest extends StreamRequest, LineWindowBudget {
  /** Lines in front of the window. */
  readonly skipLines: number;
  /** Is shown every byte of the window. */
  readonly index: SparseLineIndex;
  /** Line feeds in front of the window; `undefined` where nobody has counted them. */
  readonly lineFeedsBefore: number | undefined;
}

/** Holds the bytes that a window is planned from. */
export interface CollectedLines {
  /** In memory of their own, or that of the request; they may reach beyond the window. */
  readonly bytes: Buffer;
  /** 0-based position of the first of them in the source. */
  readonly startByte: number;
  /** Line feeds among them. */
  readonly lineFeeds: number;
  /** The source had nothing more to give. */
  readonly exhausted: boolean;
}

/** Streams a range past `skipLines` lines and on until a window of the given budget can be planned. */
export async function collectLines(source: ByteSource, request: CollectRequest): Promise<CollectedLines> {
  const skipper = new LineSkipper(request);
  const collector = new LineCollector(request);
  const all = readAtOnce(source, request);
  if (all === null) await collectStream(source, request, { skipper, collector });
  else collector.own(skipper.skip(all), skipper.position);
  return {
    bytes: collector.take(),
    startByte: skipper.position,
    lineFeeds: collector.lineFeeds,
    exhausted: !collector.isComplete(),
  };
}

async function collectStream(
  source: ByteSource,
  request: CollectRequest,
  { skipper, collector }: { readonly skipper: LineSkipper; readonly collector: LineCollector },
): Promise<void> {
  for await (const chunk of streamUnits(source, request)) {
    const wanted = skipper.skip(chunk);
    collector.add(wanted, skipper.position);
    if (collector.isComplete()) return;
  }
}

class LineSkipper {
  readonly #skipLines: number;
  readonly #encoding: TextEncodingName;
  #endedLines = 0;
  position: number;

  constructor(request: CollectRequest) {
    this.#skipLines = request.skipLines;
    this.#encoding = request.encoding;
    this.position = request.startByte;
  }

  /** Answers what of the chunk lies behind the skipped lines. */
  skip(chunk: Buffer): Buffer {
    let offset = 0;
    while (this.#endedLines < this.#skipLines && offset < chunk.length) {
      const next = nextLineStart(chunk, offset, this.#encoding);
      if (next !== -1) this.#endedLines += 1;
      offset = next === -1 ? chunk.length : next;
    }
    this.position += offset;
    return chunk.subarray(offset);
  }
}

class LineCollector {
  readonly #maxLines: number;
  readonly #index: SparseLineIndex;
  readonly #lineFeedsBefore: number | undefined;
  readonly #wantedBytes: number;
  readonly #rangeBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #lineFeeds = 0;

  constructor(request: CollectRequest) {
    this.#maxLines = request.maxLines;
    this.#index = request.index;
    this.#lineFeedsBefore = request.lineFeedsBefore;
    this.#wantedBytes = request.maxBytes + PLAN_LOOKAHEAD_BYTES;
    this.#rangeBytes = Math.max(0, request.endByte - request.startByte);
  }

  get lineFeeds(): number {
    return this.#lineFeeds;
  }

  /** Takes all there is, in memory that nobody else uses meanwhile; `startByte` is where the window begins. */
  own(bytes: Buffer, startByte: number): void {
    this.#buffer = bytes.subarray(0, this.#wantedBytes);
    this.#bytes = this.#buffer.length;
    this.#lineFeeds = this.#count(this.#buffer, startByte);
  }

  /** Copies what is still wanted, since a source may use its memory again. */
  add(chunk: Buffer, startByte: number): void {
    const start = this.#bytes;
    if (this.#buffer.length === 0) {
      this.#buffer = Buffer.allocUnsafeSlow(Math.min(this.#wantedBytes, this.#rangeBytes));
    }
    this.#bytes += chunk.copy(this.#buffer, start);
    this.#lineFeeds += this.#count(this.#buffer.subarray(start, this.#bytes), startByte + start);
  }

  isComplete(): boolean {
    return this.#bytes >= this.#wantedBytes || this.#lineFeeds >= this.#maxLines;
  }

  take(): Buffer {
    return this.#buffer.subarray(0, this.#bytes);
  }

  /** Lets the index count, so that nothing is counted twice. */
  #count(bytes: Buffer, startByte: number): number {
    const before = this.#lineFeedsBefore;
    const lineFeedsBefore = before === undefined ? undefined : before + this.#lineFeeds;
    return this.#index.count({ startByte, bytes, lineFeedsBefore });
  }
}
