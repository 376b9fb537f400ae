// Keeps the head and the tail of a byte stream in a fixed amount of memory. Knows neither text nor processes.

/** The part of a stream that was kept. */
export interface KeptOutput {
  /** The first bytes; the whole stream while nothing was dropped. */
  readonly head: Uint8Array;
  /** The last bytes; empty while nothing was dropped. */
  readonly tail: Uint8Array;
  /** Bytes that came between head and tail. */
  readonly droppedBytes: number;
}

/** Takes a stream of any length and remembers its two ends. */
export interface OutputBudget {
  /** Bytes taken so far, kept or not. */
  readonly totalBytes: number;
  /** Takes the next bytes; the chunk may be reused by the caller afterwards. */
  push(chunk: Uint8Array): void;
  /** Answers copies of what is kept. */
  read(): KeptOutput;
}

const NO_BYTES = new Uint8Array(0);

class TailRing {
  readonly #capacityBytes: number;
  #bytes = NO_BYTES;
  #position = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  write(chunk: Uint8Array): void {
    const capacity = this.#capacityBytes;
    if (capacity === 0 || chunk.length === 0) return;
    // Most commands print less than the head takes.
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(capacity);
    const kept = chunk.subarray(Math.max(0, chunk.length - capacity));
    const untilEnd = Math.min(kept.length, capacity - this.#position);
    this.#bytes.set(kept.subarray(0, untilEnd), this.#position);
    this.#bytes.set(kept.subarray(untilEnd), 0);
    this.#position = (this.#position + kept.length) % capacity;
  }

  /** Answers the last `length` bytes, oldest first. */
  read(length: number): Uint8Array {
    if (length === 0) return NO_BYTES;
    const ordered = new Uint8Array(this.#bytes.length);
    ordered.set(this.#bytes.subarray(this.#position), 0);
    ordered.set(this.#bytes.subarray(0, this.#position), this.#bytes.length - this.#position);
    return ordered.subarray(ordered.length - length);
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first, 0);
  joined.set(second, first.length);
  return joined;
}

/** Creates a budget of `maxBytes` bytes: half of them for the head, half for the tail. */
export function createOutputBudget(maxBytes: number): OutputBudget {
  const headCapacity = Math.ceil(maxBytes / 2);
  const tailCapacity = maxBytes - headCapacity;
  let head = NO_BYTES;
  const ring = new TailRing(tailCapacity);
  let totalBytes = 0;
  return {
    get totalBytes(): number {
      return totalBytes;
    },
    push(chunk: Uint8Array): void {
      const forHead = chunk.subarray(0, Math.max(0, headCapacity - totalBytes));
      if (totalBytes === 0) head = new Uint8Array(headCapacity);
      if (forHead.length > 0) head.set(forHead, totalBytes);
      ring.write(chunk.subarray(forHead.length));
      totalBytes += chunk.length;
    },
    read(): KeptOutput {
      const headBytes = head.slice(0, Math.min(totalBytes, headCapacity));
      const tail = ring.read(Math.min(Math.max(0, totalBytes - headCapacity), tailCapacity));
      const droppedBytes = totalBytes - headBytes.length - tail.length;
      return droppedBytes > 0
        ? { head: headBytes, tail, droppedBytes }
        : { head: concat(headBytes, tail), tail: new Uint8Array(0), droppedBytes: 0 };
    },
  };
}
