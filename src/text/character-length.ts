// How many bytes a character takes in the encodings where its first bytes say so. Nothing here decodes.

import type { MultiByteEncodingName, TextEncodingName } from "./text-format.js";

const FIRST_TRAIL_BYTE = 0x30;

type ReadLength = (lead: number, next: number) => number;

const READ_LENGTH: Readonly<Record<MultiByteEncodingName, ReadLength>> = {
  // Half-width Katakana take one byte.
  shift_jis: (lead) => (lead >= 0xa0 && lead <= 0xdf ? 1 : 2),
  "euc-jp": (lead, next) => {
    if (next < 0xa0) return 1;
    return lead === 0x8f ? 3 : 2;
  },
  gbk: () => 2,
  gb18030: (_lead, next) => (next < 0x40 ? 4 : 2),
  big5: () => 2,
  "euc-kr": () => 2,
};

/** Tells whether an encoding takes several bytes for a character, as its first bytes say. */
export function isMultiByte(encoding: TextEncodingName): encoding is MultiByteEncodingName {
  return encoding in READ_LENGTH;
}

/**
 * Answers how many bytes the character at an offset has, 1 to 4. No encoding has a byte below 0x30 behind the first of a
 * character, so that a line feed never belongs to one; a first byte that such a byte follows stands alone.
 */
export function characterLength(bytes: Uint8Array, offset: number, encoding: MultiByteEncodingName): number {
  const lead = bytes[offset] ?? 0;
  const next = bytes[offset + 1] ?? 0;
  if (lead <= 0x80 || lead === 0xff || next < FIRST_TRAIL_BYTE) return 1;
  return READ_LENGTH[encoding](lead, next);
}
