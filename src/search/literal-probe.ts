// Tells whether literal text stands at a place, given only the bytes there.

import { Buffer } from "node:buffer";
import { escapeRegex } from "./escape-regex.js";
import type { LineMatcherOptions } from "./line-matcher-options.js";

/** Looks for one text at one place. */
export interface LiteralProbe {
  /** Bytes that have to be looked at. */
  readonly maxBytes: number;
  /** Tells whether the text stands at the start of bytes in UTF-8, which may end inside a character. */
  startsIn(bytes: Uint8Array): boolean;
}

/** Letters that fold to one another take up to three times as many bytes, such as K and the Kelvin sign. */
const FOLDED_GROWTH = 3;

/** Creates the probe of a pattern; `null` for a regular expression, which only an engine can judge. */
export function createLiteralProbe(pattern: string, options: LineMatcherOptions): LiteralProbe | null {
  if (options.regex === true) return null;
  const literal = Buffer.from(pattern);
  if (options.ignoreCase !== true) {
    return { maxBytes: literal.length, startsIn: (bytes) => literal.equals(bytes.subarray(0, literal.length)) };
  }
  const expression = new RegExp(`^${escapeRegex(pattern)}`, "iu");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { maxBytes: FOLDED_GROWTH * literal.length, startsIn: (bytes) => expression.test(decoder.decode(bytes)) };
}
