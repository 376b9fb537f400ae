// Takes the bytes of a window from a stream, skipping lines in front of it. Stops as soon as the window is complete.

import { type ByteSource, type StreamRequest, streamUnits } from "./byte-source.js";
import { countLineFeeds, nextLineStart } from "./line-feed.js";
import { type LineWindowBudget, PLAN_LOOKAHEAD_BYTES } from "./plan-line-window.js";
import type { TextEncodingName } from "./text-format.js";

/** Says what to take from a stream. */
export interface CollectRequest extends StreamRequest, LineWindowBudget {
  /** Lines in front of the window. */
  readonly skipLines: number;
}

/** Holds the bytes that a window is planned from. */
export interface CollectedLines {
  /** In memory of their own; they may reach beyond the window. */
  readonly bytes: Buffer;
  /** 0-based position of the first of them in the source. */
  readonly startByte: number;
  /** The source had nothing more to give. */
  readonly exhausted: boolean;
}

/** Streams a range past `skipLines` lines and on until a window of the given budget can be planned. */
export async function collectLines(source: ByteSource, request: CollectRequest): Promise<CollectedLines> {
  const skipper = new LineSkipper(request);
  const collector = new LineCollector(request);
  for await (const chunk of streamUnits(source, request)) {
    collector.add(skipper.skip(chunk));
    if (collector.isComplete()) break;
  }
  return {
    bytes: collector.concat(),
    startByte: skipper.position,
    exhausted: !collector.isComplete(),
  };
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
  readonly #budget: LineWindowBudget;
  readonly #wantedBytes: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #lineFeeds = 0;

  constructor(budget: LineWindowBudget) {
    this.#budget = budget;
    this.#wantedBytes = budget.maxBytes + PLAN_LOOKAHEAD_BYTES;
  }

  /** Copies what is still wanted, since a source may use its buffer again. */
  add(chunk: Buffer): void {
    const wanted = chunk.subarray(0, this.#wantedBytes - this.#bytes);
    this.#chunks.push(Buffer.from(wanted));
    this.#bytes += wanted.length;
    this.#lineFeeds += countLineFeeds(wanted, this.#budget.encoding);
  }

  isComplete(): boolean {
    return this.#bytes >= this.#wantedBytes || this.#lineFeeds >= this.#budget.maxLines;
  }

  concat(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
