// The bytes of one version of a held file. A small file is read once, so that its head, its hash and its windows are
// views of the same memory.

import type { OpenFile } from "../directories/directory.js";
import { fillSync, readWindow, readWindowSync } from "./read-file.js";
import { scanRange } from "./scan-range.js";

/** Bytes of a file up to which it is read whole. Source: the least that a window of a larger file reads. */
const SMALL_FILE_BYTES = 16 * 1024;

/** Bytes of a window, with the block in front of it, that are read at once. Source: below 50 µs. */
const AT_ONCE_BYTES = 160 * 1024;

/** Says whose bytes are read, and who ends it. */
export interface HeldBytesRequest {
  readonly file: OpenFile;
  readonly sizeBytes: number;
  /** Told how many bytes were read from the file. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads ranges of a file: 0-based, `end` exclusive, shorter where the file ends. The bytes must not be changed. */
export class HeldBytes {
  readonly #request: HeldBytesRequest;
  #whole: Uint8Array | undefined;
  /** What was read at once last; it may lie in memory that is soon used again. */
  #last: Buffer | undefined;
  #lastStart = 0;

  constructor(request: HeldBytesRequest) {
    this.#request = request;
  }

  /** Reads a range of any length into memory. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const atOnce = this.readAtOnce(start, end);
    if (atOnce !== null) return atOnce;
    return this.#count(await readWindow(this.#request.file, { start, length: end - start }));
  }

  /** Reads a short range, into given memory where it fits; `null` for one that is too long for the current turn. */
  readAtOnce(start: number, end: number, memory?: Uint8Array): Uint8Array | null {
    const { file, sizeBytes } = this.#request;
    if (sizeBytes <= SMALL_FILE_BYTES) {
      this.#whole ??= this.#count(readWindowSync(file, { start: 0, length: sizeBytes }));
      return this.#whole.subarray(start, end);
    }
    if (end - start > AT_ONCE_BYTES) return null;
    const length = Math.max(0, end - start);
    const isNew = memory === undefined || memory.length < length;
    const bytes = isNew ? readWindowSync(file, { start, length }) : fillSync(file, memory.subarray(0, length), start);
    this.#last = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#lastStart = start;
    return this.#count(bytes);
  }

  /** Answers a range of what was read at once last, a character a byte; `null` for any other. Whoever gave it memory has left it as it was. */
  textOfLast(start: number, end: number): string | null {
    const from = start - this.#lastStart;
    const to = end - this.#lastStart;
    return this.#last === undefined || from < 0 || to > this.#last.length
      ? null
      : this.#last.toString("latin1", from, to);
  }

  /** Streams a range; a piece holds good until the next one is asked for. */
  scan(start: number, end: number): AsyncIterable<Uint8Array> {
    const { file, onRead, signal } = this.#request;
    return scanRange(file, { start, end, onRead, signal });
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#request.onRead?.(bytes.length);
    return bytes;
  }
}
