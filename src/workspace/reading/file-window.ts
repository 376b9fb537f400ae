// Looks at parts of an open file through a piece that is read as seldom as possible. Knows nothing of lines.

import { BytePiece, type ByteView } from "../../search/byte-view.js";
import type { OpenFile } from "../directories/directory.js";

/** Bytes that are read at first, since most files have few hits, close together. */
const FIRST_BYTES = 4 * 1024;

/** Bytes that are read at a time once a file has been looked at again. */
const NEXT_BYTES = 64 * 1024;

/** Fills a buffer from a position of a file (0-based) on, and answers what of it was filled: less only where the file ends. */
export function readAt(file: OpenFile, start: number, buffer: Buffer): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const bytesRead = file.readSync(buffer.subarray(filled), start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Holds the piece of a file that was looked at last. */
export class FileWindow implements ByteView {
  readonly #file: OpenFile;
  #piece = new BytePiece(Buffer.alloc(0), 0);
  #fillBytes: number = FIRST_BYTES;
  #endsFile = false;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  get piece(): BytePiece {
    return this.#piece;
  }

  view(start: number, length: number): Buffer {
    if (!this.#holds(start, length)) this.#fill(start, length);
    const from = start - this.#piece.start;
    return this.#piece.bytes.subarray(from, from + length);
  }

  #holds(start: number, length: number): boolean {
    const end = this.#piece.start + this.#piece.bytes.length;
    return start >= this.#piece.start && (start + length <= end || (this.#endsFile && start <= end));
  }

  #fill(start: number, length: number): void {
    const wanted = Math.max(length, this.#fillBytes);
    this.#piece = new BytePiece(readAt(this.#file, start, Buffer.allocUnsafe(wanted)), start);
    this.#endsFile = this.#piece.bytes.length < wanted;
    this.#fillBytes = NEXT_BYTES;
  }
}
