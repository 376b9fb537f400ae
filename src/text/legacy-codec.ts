// Decodes legacy encodings with the platform's decoder, and encodes with a table made from that decoder at the first use.

import { isMultiByte } from "./character-length.js";
import { type CharacterTable, createCharacterTable } from "./character-table.js";
import type { LegacyEncodingName } from "./text-format.js";

const MAX_SEQUENCE_BYTES = 4;

// Stand for bytes that begin nothing, where the platform lets such bytes pass.
const C1_CONTROLS = /[\u0080-\u009f]/;
const FIRST_ASTRAL = 0x1_0000;

/** Says how bytes are decoded strictly. */
export interface StrictDecodingOptions {
  /** The last character may be cut short, and is left out then. */
  readonly isHead: boolean;
}

/** Decodes and encodes one legacy encoding. Every character stands for itself, wherever it is in a text. */
export class LegacyCodec {
  readonly encoding: LegacyEncodingName;
  #table: CharacterTable | undefined;

  constructor(encoding: LegacyEncodingName) {
    this.encoding = encoding;
  }

  /** Decodes bytes; what is not valid becomes U+FFFD. */
  decode(bytes: Uint8Array): string {
    return new TextDecoder(this.encoding, { ignoreBOM: true }).decode(bytes);
  }

  /** Decodes bytes that are valid; `null` for others, and where the platform does not know the encoding. */
  decodeStrictly(bytes: Uint8Array, { isHead }: StrictDecodingOptions): string | null {
    const text = tryDecode(this.encoding, bytes, isHead);
    return text !== null && isMultiByte(this.encoding) && C1_CONTROLS.test(text) ? null : text;
  }

  /** Tells whether all of the bytes are valid. */
  canDecode(bytes: Uint8Array, options: StrictDecodingOptions): boolean {
    return this.decodeStrictly(bytes, options) !== null;
  }

  /** Encodes a text; answers the index of the first UTF-16 unit that has no form instead, if there is one. */
  encode(text: string): Uint8Array | number {
    const bytes = Buffer.allocUnsafeSlow(text.length * MAX_SEQUENCE_BYTES);
    let length = 0;
    for (let index = 0; index < text.length; index += 1) {
      const codePoint = text.codePointAt(index) ?? 0;
      const packed = this.#bytesOf(codePoint);
      if (packed === undefined) return index;
      const width = widthOf(packed);
      bytes.writeUIntBE(packed, length, width);
      length += width;
      if (codePoint >= FIRST_ASTRAL) index += 1;
    }
    return new Uint8Array(bytes.buffer, 0, length);
  }

  /** Answers how many bytes a text takes that this encoding has every character of. */
  encodedLength(text: string): number {
    let length = 0;
    for (const character of text) length += widthOf(this.#bytesOf(character.codePointAt(0) ?? 0) ?? 0);
    return length;
  }

  #bytesOf(codePoint: number): number | undefined {
    if (codePoint < 0x80) return codePoint;
    this.#table ??= createCharacterTable(this.encoding);
    const packed = this.#table[codePoint] ?? 0;
    if (packed !== 0) return packed;
    return this.encoding === "gb18030" && codePoint >= FIRST_ASTRAL ? packAstral(codePoint) : undefined;
  }
}

function tryDecode(encoding: LegacyEncodingName, bytes: Uint8Array, isHead: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isHead });
  } catch {
    return null;
  }
}

function widthOf(packed: number): number {
  if (packed < 0x100) return 1;
  if (packed < 0x1_0000) return 2;
  return packed < 0x100_0000 ? 3 : 4;
}

// GB 18030 numbers the planes behind the first from 0x90 0x30 0x81 0x30 on.
function packAstral(codePoint: number): number {
  const pointer = codePoint - FIRST_ASTRAL;
  const lead = 0x90 + Math.floor(pointer / 12_600);
  const second = 0x30 + (Math.floor(pointer / 1260) % 10);
  const third = 0x81 + (Math.floor(pointer / 10) % 126);
  return ((lead * 0x100 + second) * 0x100 + third) * 0x100 + 0x30 + (pointer % 10);
}
