// Tells the encoding of a file from its bytes: by its mark, by being UTF-8, by what it says of itself, by what it looks like.

import { detectMarkedEncoding, hasUtf32Mark } from "./byte-order-mark.js";
import { findDeclaredEncoding } from "./declared-encoding.js";
import { guessEncoding } from "./guess-encoding.js";
import { findCodecByLabel, isWindows1252Label } from "./legacy-encodings.js";
import type { TextEncodingName, TextFormat } from "./text-format.js";
import { hasMultiByteSequence, isMostlyUtf8, isUtf8Head, isValidUtf8 } from "./utf-8.js";

/** Says how much of a file the bytes are. */
export interface DetectTextFormatOptions {
  /** `false`: the bytes are the head of a longer file, so a character may be cut at the end. Default `true`. */
  readonly complete?: boolean | undefined;
}

/**
 * Tells the encoding of a text: UTF-16 only by its byte order mark; UTF-8 if valid; a legacy encoding that the first
 * 1 KiB declares and the bytes are valid in, or that the text fits without doubt; otherwise windows-1252 if not one valid
 * multi-byte UTF-8 sequence occurs, else `unknown`, which is also what damaged UTF-8 is. A head can be judged otherwise
 * than the whole file. Binary content gets an answer too: ask `detectBinary` first.
 */
export function detectTextFormat(bytes: Uint8Array, options: DetectTextFormatOptions = {}): TextFormat {
  const complete = options.complete ?? true;
  if (hasUtf32Mark(bytes)) return { encoding: "unknown", bom: false };
  const marked = detectMarkedEncoding(bytes);
  if (marked === "utf-16le" || marked === "utf-16be") {
    const broken = complete && bytes.length % 2 !== 0;
    return broken ? { encoding: "unknown", bom: false } : { encoding: marked, bom: true };
  }
  const bom = marked === "utf-8";
  if (complete ? isValidUtf8(bytes) : isUtf8Head(bytes)) return { encoding: "utf-8", bom };
  if (bom || isMostlyUtf8(bytes)) return { encoding: "unknown", bom };
  return { encoding: detectLegacyEncoding(bytes, complete), bom: false };
}

function detectLegacyEncoding(bytes: Uint8Array, complete: boolean): TextEncodingName {
  const label = findDeclaredEncoding(bytes);
  if (label !== undefined && isWindows1252Label(label)) return "windows-1252";
  const declared = label === undefined ? undefined : findCodecByLabel(label);
  if (declared?.canDecode(bytes, { isHead: !complete })) return declared.encoding;
  return guessEncoding(bytes) ?? (hasMultiByteSequence(bytes) ? "unknown" : "windows-1252");
}
