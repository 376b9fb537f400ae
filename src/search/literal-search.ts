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

/** Bytes that are searched in one go where a text nearly stands everywhere: some 10 ms at worst. */
const WINDOW_BYTES: number = 1024 * 1024;

/** Bytes of a text up to which native search is fast wherever it nearly stands; it may compare all of it at each place. */
const MAX_NATIVE_BYTES = 64;

/** Answers for each length of a text's beginning how much of it stands at its end as well. */
function findBorders(text: Buffer): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index += 1) {
    while (length > 0 && text[index] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[index] === text[length]) length += 1;
    borders[index] = length;
  }
  return borders;
}

/** Finds a text in time that does not depend on what it is (Knuth, Morris and Pratt). */
function indexOfLinear(bytes: Buffer, text: Buffer, borders: Uint32Array): number {
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    while (length > 0 && byte !== text[length]) length = borders[length - 1] ?? 0;
    if (byte === text[length]) length += 1;
    if (length === text.length) return index + 1 - length;
  }
  return -1;
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
  #borders: Uint32Array | undefined;
  #isSure = true;

  constructor(bytes: Buffer, text: CasedText) {
    this.#bytes = bytes;
    this.#text = text;
    this.#isExact = text.lower.equals(text.upper);
    this.#isNative = this.#isExact && bytes.length < MIN_BYTES;
    this.#anchor = this.#isNative ? 0 : findAnchor(bytes, text);
  }

  /** Tells whether the place that was answered last is known to have the text. */
  get isSure(): boolean {
    return this.#isSure;
  }

  /**
   * Answers a place at or behind `from` in front of which the text does not begin, -1 when it does not stand there at all.
   * Mostly the text stands at the place; perhaps not, where looking closer or further would take too long.
   */
  find(from: number): number {
    this.#isSure = true;
    let start = from;
    while (!this.#isNative) {
      start = this.#nextPlace(start);
      if (start < 0 || this.#standsAt(start)) return start;
      const isCostly = this.#spentBytes > ALLOWANCE + start;
      if (isCostly && !this.#isExact) {
        this.#isSure = false;
        return start;
      }
      this.#isNative = isCostly;
      start += 1;
    }
    return this.#findInWindow(start);
  }

  #findInWindow(start: number): number {
    const end = Math.min(this.#bytes.length, start + WINDOW_BYTES);
    const found = this.#indexOfText(this.#bytes.subarray(start, end));
    if (found >= 0) return start + found;
    if (end === this.#bytes.length) return -1;
    this.#isSure = false;
    return end - this.#text.lower.length + 1;
  }

  #indexOfText(window: Buffer): number {
    const text = this.#text.lower;
    if (text.length <= MAX_NATIVE_BYTES || window.length < MIN_BYTES) return window.indexOf(text);
    this.#borders ??= findBorders(text);
    return indexOfLinear(window, text, this.#borders);
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
