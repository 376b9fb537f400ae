// The bytes of a file as a text that edits are matched against, decoded only where that is needed.

import { isAscii } from "node:buffer";
import { byteOrderMarkLength } from "../text/byte-order-mark.js";
import { detectBinary } from "../text/detect-binary.js";
import { decodeExactly, detectTextFormat } from "../text/encoding.js";
import { AsciiText } from "../text/source-text.js";
import type { DecodedFile } from "./splice-bytes.js";

/**
 * Opens a whole file as text. The bytes must not change as long as the text is used.
 * @throws {FsError} binary_file – when the content is not text
 * @throws {FsError} unsupported_encoding – when encoding the text again would give other bytes
 */
export function openFile(bytes: Uint8Array): DecodedFile {
  const format = detectTextFormat(bytes);
  const content = format.bom ? bytes.subarray(byteOrderMarkLength(bytes, format.encoding)) : bytes;
  const isPlain = format.encoding === "utf-8" && isAscii(content) && !detectBinary(bytes);
  return isPlain ? { bytes, format, text: new AsciiText(content) } : { bytes, ...decodeExactly(bytes) };
}
