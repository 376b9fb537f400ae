// How parts of a file are looked at, whether they lie on a disk or in memory. Knows nothing of lines.

import { isAscii } from "node:buffer";

/** Bytes that are looked at as fast as a line is picked out of them. */
const SMALL_BYTES: number = 64 * 1024;

/** Holds some bytes of a file. */
export class BytePiece {
  readonly bytes: Buffer;
  /** 0-based position of the first byte in the file. */
  readonly start: number;
  #isAscii: boolean | undefined;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.start = start;
  }

  /**
   * Tells whether every byte between two places of the piece (0-based, `end` exclusive) is a character by itself; of a
   * small piece all bytes are looked at, once.
   */
  isAsciiBetween(start: number, end: number): boolean {
    if (this.bytes.length > SMALL_BYTES) return isAscii(this.bytes.subarray(start, end));
    this.#isAscii ??= isAscii(this.bytes);
    return this.#isAscii;
  }
}

/** Lets parts of a file be looked at. */
export interface ByteView {
  /** The bytes that can be looked at for nothing; may be none. */
  readonly piece: BytePiece;
  /** Answers the bytes from `start` (0-based) on; fewer than `length` only where the file ends. */
  view(start: number, length: number): Buffer;
}

/** Creates the view of a file whose bytes are all there. */
export function createByteView(bytes: Buffer): ByteView {
  return { piece: new BytePiece(bytes, 0), view: (start, length) => bytes.subarray(start, start + length) };
}
