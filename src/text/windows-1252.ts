// The code page windows-1252, all 256 byte values of it. The five that it leaves undefined stand for C1 controls.

const FIRST_SPECIAL_BYTE = 0x80;

// Bytes 0x80 to 0x9F; every other byte stands for the code point of the same number.
const SPECIAL_CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const SPECIAL_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(SPECIAL_CHARACTERS, (character, index) => [character, FIRST_SPECIAL_BYTE + index] as const),
);

/** Bytes whose special characters are replaced at once: the platform ends the process where there are some 30 million. */
const PART_BYTES: number = 64 * 1024;

/** Decodes windows-1252; every sequence of bytes is valid. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let start = 0; start < buffer.length; start += PART_BYTES) {
    const latin1 = buffer.toString("latin1", start, start + PART_BYTES);
    parts.push(latin1.replace(/[\x80-\x9f]/g, (character) => specialCharacter(character.charCodeAt(0))));
  }
  return parts.join("");
}

/** Encodes windows-1252; answers the index of the first UTF-16 unit without a byte of its own instead, if there is one. */
export function encodeWindows1252(text: string): Uint8Array | number {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = byteOf(text, index);
    if (byte === undefined) return index;
    bytes[index] = byte;
  }
  return bytes;
}

function specialCharacter(byte: number): string {
  return SPECIAL_CHARACTERS.charAt(byte - FIRST_SPECIAL_BYTE);
}

function byteOf(text: string, index: number): number | undefined {
  const unit = text.charCodeAt(index);
  if (unit < 0x80 || (unit > 0x9f && unit <= 0xff)) return unit;
  return SPECIAL_BYTES.get(text.charAt(index));
}
