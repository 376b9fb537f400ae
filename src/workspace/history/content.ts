// The bytes of one version of a file, with their hash computed once, when it is first asked for. No I/O.

import { sha256Of } from "../../text/sha256.js";
import type { ContentHandle } from "./transaction.js";

/** One version of a file's bytes; they must not be changed any more. */
export class Content implements ContentHandle {
  readonly isKept = true;
  readonly bytes: Uint8Array;
  #sha256: string | undefined;

  constructor(bytes: Uint8Array, sha256?: string) {
    this.bytes = bytes;
    this.#sha256 = sha256;
  }

  get size(): number {
    return this.bytes.length;
  }

  /** Lower-case hex. */
  get sha256(): string {
    this.#sha256 ??= sha256Of(this.bytes);
    return this.#sha256;
  }

  async load(): Promise<Uint8Array> {
    return this.bytes;
  }

  /** Computes the hash now, so that asking for it later costs nothing. */
  computeSha256(): void {
    this.#sha256 ??= sha256Of(this.bytes);
  }

  /** Compares the bytes themselves. */
  equals(bytes: Uint8Array): boolean {
    return this.bytes.length === bytes.length && Buffer.compare(this.bytes, bytes) === 0;
  }
}
