// Finds ASCII text in bytes by the rarest of its characters: native search for one byte is many times as fast as that for
// several. Knows no lines.

import type { Buffer } from "node:buffer";

/** The bytes of a text in lower and in upper case; the same twice where case counts. */
export interface CasedText {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

/** Bytes of a text that are looked at to learn which characters are rare in it. */
const SAMPLES = 256;

/** Characters of a text that are asked how rare they are. */
const MAX_ANCHORS = 64;

/** Below so many bytes there is nothing to be gained. */
const MIN_BYTES: number = 4 * 1024;

/** Bytes that are passed in the time in which one place is looked at. */
const PLACE_COST = 32;

/** Bytes that may be spent on places before they are held against what has been passed. */
const ALLOWANCE: number = 16 * 1024;

function countSamples(bytes: Buffer): Uint16Array {
  const counts = new Uint16Array(256);
  const step = Math.max(1, Math.floor(bytes.length / SAMPLES));
  for (let at = 0; at < bytes.length; at += step) {
    const byte = bytes[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  return counts;
}

/** Answers the index of the character that is rarest in a sample of some bytes. */
function findAnchor(bytes: Buffer, { lower, upper }: CasedText): number {
  const counts = countSamples(bytes);
  let anchor = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, small] of lower.subarray(0, MAX_ANCHORS).entries()) {
    const large = upper[index] ?? small;
    const count = (counts[small] ?? 0) + (small === large ? 0 : (counts[large] ?? 0));
    if (count >= least) continue;
    least = count;
    anchor = index;
  }
  return anchor;
}

/** Looks for one text in some bytes, from left to right. */
export class LiteralSearch {
  readonly #bytes: Buffer;
  readonly #text: CasedText;
  readonly #isExact: boolean;
  readonly #anchor: number;
  /** Where the anchor stands next in lower and in upper case; never behind the last place that was asked for. */
  #nextLower = -1;
  #nextUpper = -1;
  #spentBytes = 0;
  #isNative: boolean;

  constructor(bytes: Buffer, text: CasedText) {
    this.#bytes = bytes;
    this.#text = text;
    this.#isExact = text.lower.equals(text.upper);
    this.#isNative = this.#isExact && bytes.length < MIN_BYTES;
    this.#anchor = this.#isNative ? 0 : findAnchor(bytes, text);
  }

  /**
   * Answers a place at or behind `from` in front of which the text does not begin, -1 when it does not stand there at all.
   * In exact case the text stands at the place; in any case perhaps not, where looking closer would take too long.
   */
  find(from: number): number {
    let start = from;
    while (!this.#isNative) {
      start = this.#nextPlace(start);
      if (start < 0 || this.#standsAt(start)) return start;
      const isCostly = this.#spentBytes > ALLOWANCE + start;
      if (isCostly && !this.#isExact) return start;
      this.#isNative = isCostly;
      start += 1;
    }
    return this.#bytes.indexOf(this.#text.lower, start);
  }

  /** Answers the next place at which the anchor stands where it does in the text. */
  #nextPlace(from: number): number {
    const anchor = this.#anchor;
    const at = from + anchor;
    if (this.#nextLower < at) this.#nextLower = this.#indexOf(this.#text.lower[anchor] ?? 0, at);
    if (!this.#isExact && this.#nextUpper < at) {
      this.#nextUpper = this.#indexOf(this.#text.upper[anchor] ?? 0, at);
    }
    const next = this.#isExact ? this.#nextLower : Math.min(this.#nextLower, this.#nextUpper);
    const start = next - anchor;
    return start + this.#text.lower.length <= this.#bytes.length ? start : -1;
  }

  #indexOf(byte: number, from: number): number {
    const found = this.#bytes.indexOf(byte, from);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }

  /** Compares from both ends, since places that are no match are mostly alike on one side. */
  #standsAt(start: number): boolean {
    const last = this.#text.lower.length - 1;
    let index = 0;
    while (2 * index <= last && this.#hasCharacter(start, index) && this.#hasCharacter(start, last - index)) index += 1;
    this.#spentBytes += PLACE_COST + index;
    return 2 * index > last;
  }

  #hasCharacter(start: number, index: number): boolean {
    const byte = this.#bytes[start + index];
    return byte === this.#text.lower[index] || byte === this.#text.upper[index];
  }
}
