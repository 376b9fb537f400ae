// The bytes of one version of a file, in pieces, with their hash computed once, when it is first asked for. No I/O.

import { joinPieces, type PiecedBytes, sizeOfPieces, toPieces } from "../../text/byte-pieces.js";
import { sha256OfPieces } from "../../text/sha256.js";
import type { ContentHandle } from "./transaction.js";

/** One version of a file's bytes; they must not be changed any more. */
export class Content implements ContentHandle {
  readonly isKept = true;
  readonly pieces: readonly Uint8Array[];
  /** Bytes. */
  readonly size: number;
  #sha256: string | undefined;

  constructor(content: PiecedBytes, sha256?: string) {
    this.pieces = toPieces(content);
    this.size = sizeOfPieces(this.pieces);
    this.#sha256 = sha256;
  }

  /** Lower-case hex. */
  get sha256(): string {
    this.#sha256 ??= sha256OfPieces(this.pieces);
    return this.#sha256;
  }

  async load(): Promise<Uint8Array> {
    return joinPieces(this.pieces);
  }

  /** Computes the hash now, so that asking for it later costs nothing. */
  computeSha256(): void {
    this.#sha256 ??= sha256OfPieces(this.pieces);
  }

  /** Compares the bytes themselves. */
  equals(bytes: Uint8Array): boolean {
    let byteOffset = 0;
    return (
      this.size === bytes.length &&
      this.pieces.every((piece) => {
        const start = byteOffset;
        byteOffset += piece.length;
        return Buffer.compare(piece, bytes.subarray(start, byteOffset)) === 0;
      })
    );
  }
}
