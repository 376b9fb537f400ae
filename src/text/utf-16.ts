// UTF-16 in both byte orders, without byte order marks.

/** The two byte orders of UTF-16. */
export type Utf16Name = "utf-16le" | "utf-16be";

/** Decodes UTF-16; a lone surrogate and a last odd byte become U+FFFD. */
export function decodeUtf16(bytes: Uint8Array, encoding: Utf16Name): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Encodes UTF-16; the text must have no lone surrogates. */
export function encodeUtf16(text: string, encoding: Utf16Name): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}
