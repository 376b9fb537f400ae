// Names of files as text, also those whose bytes are no UTF-8: such a byte becomes a lone surrogate, as in other languages.

import { Buffer } from "node:buffer";

/** Added to a byte of 0x80 or more; the result is no character, so that no other name decodes to it. */
const BYTE_BASE = 0xdc00;

const LONE_BYTES = /[\udc80-\udcff]/gu;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Answers the one character that starts at an index, or what stands for a byte that starts none. */
function decodeCharacterAt(bytes: Uint8Array, index: number): string {
  for (let length = 1; length <= 4 && index + length <= bytes.length; length++) {
    const text = decodeStrictly(bytes.subarray(index, index + length));
    if (text !== null) return text;
  }
  return String.fromCharCode(BYTE_BASE + (bytes[index] ?? 0));
}

/** Decodes the bytes of a name; different bytes always become different text. */
export function decodeName(bytes: Uint8Array): string {
  const text = decodeStrictly(bytes);
  if (text !== null) return text;
  let name = "";
  for (let index = 0; index < bytes.length; ) {
    const character = decodeCharacterAt(bytes, index);
    name += character;
    index += isLoneByte(character) ? 1 : Buffer.byteLength(character);
  }
  return name;
}

/** Tells whether a character stands for a byte that is no UTF-8. */
export function isLoneByte(character: string): boolean {
  const code = character.charCodeAt(0);
  return character.length === 1 && code >= BYTE_BASE + 0x80 && code <= BYTE_BASE + 0xff;
}

/** Encodes a name, or a path of names, to the bytes that it was decoded from. */
export function encodeName(name: string): Buffer {
  if (name.isWellFormed()) return Buffer.from(name);
  const parts = name.split(LONE_BYTES).map((part) => Buffer.from(part));
  const lone = Array.from(name.matchAll(LONE_BYTES), ([unit]) => Buffer.of(unit.charCodeAt(0) - BYTE_BASE));
  return Buffer.concat(parts.flatMap((part, index) => [part, lone[index] ?? Buffer.alloc(0)]));
}
