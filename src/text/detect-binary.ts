// Tells text from other content by a file's first bytes. Encodings are told apart elsewhere.

import { BINARY_PROBE_BYTES } from "../limits.js";
import { detectMarkedEncoding, hasUtf32Mark } from "./byte-order-mark.js";

const MAX_CONTROL_SHARE = 0.3;

/**
 * Tells whether content is not text: a NUL, or more than 30 % control bytes, within the first `BINARY_PROBE_BYTES`.
 * A UTF-8 or UTF-16 byte order mark means text whatever follows, except that UTF-16 of an odd length is binary, as is
 * UTF-32. Nothing at all is text. Bytes behind the probe are not looked at.
 */
export function detectBinary(bytes: Uint8Array): boolean {
  if (hasUtf32Mark(bytes)) return true;
  const marked = detectMarkedEncoding(bytes);
  if (marked !== undefined) return marked !== "utf-8" && bytes.length % 2 !== 0;
  const probe = bytes.subarray(0, BINARY_PROBE_BYTES);
  return probe.includes(0) || countControlBytes(probe) > probe.length * MAX_CONTROL_SHARE;
}

function countControlBytes(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if (isControlByte(bytes[index] ?? 0)) count += 1;
  return count;
}

// Tab, line feed, vertical tab, form feed and carriage return occur in text.
function isControlByte(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20);
}
