// Texts that can be searched and cut. One of ASCII characters alone is read from its bytes, without being decoded.

import type { TextRange } from "./cut-text.js";

const ASCII_LIMIT = 0x80;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * A text whose bytes are ASCII, so that offsets of characters and of bytes are the same. Only what is asked for is
 * decoded. Offsets are 0-based and not negative; the bytes must not change.
 */
export class AsciiText {
  readonly length: number;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Decodes the characters from `start` to `end`, exclusive. */
  slice(start: number, end: number = this.length): string {
    return this.#bytes.toString("latin1", start, end);
  }

  /** Copies the bytes of a range to an offset of a target; answers how many. */
  copyTo(target: Uint8Array, targetOffset: number, { start, end }: TextRange): number {
    return this.#bytes.copy(target, targetOffset, start, end);
  }

  /** Answers the character at an offset; NaN behind the end. */
  charCodeAt(offset: number): number {
    return this.#bytes[offset] ?? Number.NaN;
  }

  /** Finds the first occurrence that begins at an offset or behind it; -1 when there is none. */
  indexOf(text: string, offset = 0): number {
    // One byte is sought much faster by its number; other characters have no byte that ASCII has.
    const isByte = text.length === 1 && text.charCodeAt(0) < ASCII_LIMIT;
    return this.#bytes.indexOf(isByte ? text.charCodeAt(0) : text, offset);
  }

  /** Tells whether a text stands at an offset. */
  startsWith(text: string, offset = 0): boolean {
    return this.slice(offset, offset + text.length) === text;
  }
}

/** A text that is searched and cut: decoded, or not. */
export type SourceText = string | AsciiText;

/** Tells whether a space or a tab stands at an offset. */
export function isBlankAt(text: SourceText, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === SPACE || unit === TAB;
}

/** Tells whether a line feed stands at an offset. */
export function hasLineFeedAt(text: SourceText, offset: number): boolean {
  return text.charCodeAt(offset) === LINE_FEED;
}
