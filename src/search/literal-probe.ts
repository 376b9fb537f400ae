// Tells whether literal text stands at a place, given only the bytes there.

import { Buffer } from "node:buffer";
import { escapeRegex } from "./escape-regex.js";
import type { LineMatcherOptions } from "./line-matcher-options.js";

/** Looks for one text at one place. */
export interface LiteralProbe {
  /** Bytes that have to be looked at. */
  readonly maxBytes: number;
  /** Tells whether the text stands at a place (0-based) in bytes in UTF-8, which may end inside a character. */
  standsAt(bytes: Buffer, at: number): boolean;
  /** Tells whether the text stands whole at a place (0-based) in a line without its ending. */
  standsIn(line: string, at: number): boolean;
}

/** Letters that fold to one another take up to three times as many bytes, such as K and the Kelvin sign. */
const FOLDED_GROWTH = 3;

/** Creates the probe of a pattern; `null` for a regular expression, which only an engine can judge. */
export function createLiteralProbe(pattern: string, options: LineMatcherOptions): LiteralProbe | null {
  if (options.regex === true) return null;
  const literal = Buffer.from(pattern);
  if (options.ignoreCase !== true) {
    const { length } = literal;
    return {
      maxBytes: length,
      standsAt: (bytes, at) => at + length <= bytes.length && bytes.compare(literal, 0, length, at, at + length) === 0,
      standsIn: (line, at) => line.startsWith(pattern, at),
    };
  }
  const expression = new RegExp(`^${escapeRegex(pattern)}`, "iu");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const maxBytes = FOLDED_GROWTH * literal.length;
  return {
    maxBytes,
    standsAt: (bytes, at) => expression.test(decoder.decode(bytes.subarray(at, at + maxBytes))),
    standsIn: (line, at) => expression.test(line.slice(at, at + maxBytes)),
  };
}
