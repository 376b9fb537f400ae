// Turns the platform's decoder around: which bytes stand for which character, found by decoding every short sequence.

import type { LegacyEncodingName } from "./text-format.js";

/** Bytes of a character, the first one highest, under its code point; 0 where it has none. */
export type CharacterTable = Uint32Array;

// No legacy encoding has characters of its own behind plane 2.
const CODE_POINTS = 0x3_0000;
const LINE_FEED = 0x0a;
const REPLACEMENT = 0xfffd;

type Sequence = readonly number[];

/**
 * Builds the table of an encoding. Where several sequences stand for one character, the one that writers use wins.
 * @throws {RangeError} when the platform has no decoder for the encoding
 */
export function createCharacterTable(encoding: LegacyEncodingName): CharacterTable {
  const table = new Uint32Array(CODE_POINTS);
  for (const sequences of listSequences(encoding)) addSequences(table, sequences, encoding);
  return table;
}

// All at once, since starting a decoder costs more than decoding; no sequence reaches over a line feed.
function addSequences(table: CharacterTable, sequences: readonly Sequence[], encoding: LegacyEncodingName): void {
  const bytes = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, LINE_FEED]));
  const decoded = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes).split("\n");
  for (const [index, sequence] of sequences.entries()) {
    const codePoint = onlyCodePoint(decoded[index] ?? "");
    if (codePoint === undefined || table[codePoint] !== 0) continue;
    table[codePoint] = sequence.reduce((packed, byte) => packed * 0x100 + byte, 0);
  }
}

function onlyCodePoint(text: string): number | undefined {
  const codePoint = text.codePointAt(0);
  if (codePoint === undefined || codePoint === REPLACEMENT || codePoint < 0x80) return undefined;
  return text.length === (codePoint > 0xffff ? 2 : 1) && codePoint < CODE_POINTS ? codePoint : undefined;
}

function listSequences(encoding: LegacyEncodingName): readonly (readonly Sequence[])[] {
  const single = bytesBetween(0x80, 0xff).map((byte) => [byte]);
  switch (encoding) {
    case "shift_jis":
      // IBM's own characters also stand in rows 0xED and 0xEE, which no writer uses.
      return [single, pairs([...bytesBetween(0x81, 0xec), ...bytesBetween(0xef, 0xfc), 0xed, 0xee])];
    case "euc-jp":
      return [single, pairs(bytesBetween(0x8e, 0xfe)), pairs(bytesBetween(0xa1, 0xfe)).map((pair) => [0x8f, ...pair])];
    case "gb18030":
      return [single, pairs(bytesBetween(0x81, 0xfe)), quadruples()];
    case "big5":
      // The rows below 0xA1 are a later extension.
      return [single, pairs([...bytesBetween(0xa1, 0xfe), ...bytesBetween(0x81, 0xa0)])];
    case "gbk":
    case "euc-kr":
      return [single, pairs(bytesBetween(0x81, 0xfe))];
    default:
      return [single];
  }
}

function bytesBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function pairs(leads: readonly number[]): readonly Sequence[] {
  const trails = bytesBetween(0x40, 0xfe);
  return leads.flatMap((lead) => trails.map((trail) => [lead, trail]));
}

// Those that stand for characters of the basic plane.
function quadruples(): readonly Sequence[] {
  const digits = bytesBetween(0x30, 0x39);
  const heads = bytesBetween(0x81, 0x84).flatMap((lead) => digits.map((digit) => [lead, digit]));
  const tails = bytesBetween(0x81, 0xfe).flatMap((byte) => digits.map((digit) => [byte, digit]));
  return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
}
