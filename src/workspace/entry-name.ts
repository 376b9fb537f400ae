// Names of directory entries as text, also those that are not valid UTF-8.

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Answers a name as text. Bytes that are no UTF-8 become `\xFF` escapes: such a name is shown but cannot be opened,
 * so that it is never taken for another name that happens to decode to the same text.
 */
export function decodeEntryName(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return Array.from(bytes, escapeByte).join("");
  }
}

function escapeByte(byte: number): string {
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
