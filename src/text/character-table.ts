// Turns the platform's decoder around: which bytes stand for which character, found by decoding every short sequence.

import type { LegacyEncodingName } from "./text-format.js";

/** Bytes of a character, the first one highest, under its code point; 0 where it has none. */
export type CharacterTable = Uint32Array;

// No legacy encoding has characters of its own behind plane 2.
const CODE_POINTS = 0x3_0000;
const LINE_FEED = 0x0a;
const REPLACEMENT = 0xfffd;

/** Sequences of one length, the bytes of each in one number. */
interface Sequences {
  readonly width: number;
  readonly packed: readonly number[];
}

/**
 * Builds the table of an encoding. Where several sequences stand for one character, the one that writers use wins.
 * @throws {RangeError} when the platform has no decoder for the encoding
 */
export function createCharacterTable(encoding: LegacyEncodingName): CharacterTable {
  const table = new Uint32Array(CODE_POINTS);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for (const { width, packed } of listSequences(encoding)) {
    // All at once, since every call costs; no sequence reaches over a line feed.
    const decoded = decoder.decode(joinLines(packed, width)).split("\n");
    for (const [index, sequence] of packed.entries()) {
      const codePoint = onlyCodePoint(decoded[index] ?? "");
      if (codePoint !== undefined && table[codePoint] === 0) table[codePoint] = sequence;
    }
  }
  return table;
}

function joinLines(packed: readonly number[], width: number): Uint8Array {
  const bytes = Buffer.alloc(packed.length * (width + 1), LINE_FEED);
  for (const [index, sequence] of packed.entries()) bytes.writeUIntBE(sequence, index * (width + 1), width);
  return bytes;
}

function onlyCodePoint(text: string): number | undefined {
  const codePoint = text.codePointAt(0);
  if (codePoint === undefined || codePoint === REPLACEMENT || codePoint < 0x80) return undefined;
  return text.length === (codePoint > 0xffff ? 2 : 1) && codePoint < CODE_POINTS ? codePoint : undefined;
}

function listSequences(encoding: LegacyEncodingName): readonly Sequences[] {
  const single = { width: 1, packed: bytesBetween(0x80, 0xff) };
  switch (encoding) {
    case "shift_jis":
      // IBM's own characters also stand in rows 0xED and 0xEE, which no writer uses.
      return [
        single,
        listPairs([...bytesBetween(0x81, 0x9f), ...bytesBetween(0xe0, 0xec), ...bytesBetween(0xef, 0xfc), 0xed, 0xee]),
      ];
    case "euc-jp":
      return [single, listPairs([0x8e, ...bytesBetween(0xa1, 0xfe)]), listTriples(0x8f)];
    case "gb18030":
      return [listPairs(bytesBetween(0x81, 0xfe)), listQuadruples()];
    case "big5":
      // The rows below 0xA1 are a later extension.
      return [single, listPairs([...bytesBetween(0xa1, 0xfe), ...bytesBetween(0x81, 0xa0)])];
    case "gbk":
    case "euc-kr":
      return [single, listPairs(bytesBetween(0x81, 0xfe))];
    default:
      return [single];
  }
}

function bytesBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function combine(heads: readonly number[], bytes: readonly number[]): readonly number[] {
  return heads.flatMap((head) => bytes.map((byte) => head * 0x100 + byte));
}

function listPairs(leads: readonly number[]): Sequences {
  return { width: 2, packed: combine(leads, bytesBetween(0x40, 0xfe)) };
}

function listTriples(lead: number): Sequences {
  const bytes = bytesBetween(0xa1, 0xfe);
  return { width: 3, packed: combine(combine([lead], bytes), bytes) };
}

// Those that stand for characters of the basic plane.
function listQuadruples(): Sequences {
  const digits = bytesBetween(0x30, 0x39);
  const heads = combine(combine(bytesBetween(0x81, 0x84), digits), bytesBetween(0x81, 0xfe));
  return { width: 4, packed: combine(heads, digits) };
}
