// Names of directory entries as text, also those that are not valid UTF-8.

import type { NodeEntry, NodeType } from "./directory.js";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Makes an entry from the bytes of its name. Bytes that are no UTF-8 become `\xFF` escapes: such a name is shown but
 * cannot be opened, so that it is never taken for another name that happens to decode to the same text.
 */
export function createNodeEntry(name: Uint8Array, type: NodeType): NodeEntry {
  try {
    return { name: decoder.decode(name), type };
  } catch {
    return { name: Array.from(name, escapeByte).join(""), type, isEscaped: true };
  }
}

function escapeByte(byte: number): string {
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
