// Texts in the encoding that a request asks for, instead of the one that the file has.

import { FsError } from "../errors.js";
import { assertReadsBack } from "../text/assert-reads-back.js";
import { encodeText, type TextEncodingName } from "../text/encoding.js";
import { findCodecByLabel, isWindows1252Label } from "../text/legacy-encodings.js";

/** What a write may say about the form of its text. */
export interface TextForm {
  readonly content: string;
  readonly encoding?: string | undefined;
  readonly bom?: boolean | undefined;
  readonly lineEnding?: "lf" | "crlf" | undefined;
}

const UNICODE: Readonly<Record<string, "utf-8" | "utf-16le" | "utf-16be">> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
};

function resolveEncoding(label: string): TextEncodingName {
  const name = label.trim().toLowerCase();
  const unicode = Object.hasOwn(UNICODE, name) ? UNICODE[name] : undefined;
  if (unicode !== undefined) return unicode;
  if (isWindows1252Label(name)) return "windows-1252";
  const codec = findCodecByLabel(name);
  if (codec !== undefined) return codec.encoding;
  throw new FsError("unsupported_encoding", "the encoding is not one that can be written", {
    hint: "Nothing was written. Use utf-8, or leave encoding out to keep that of the file.",
  });
}

/** UTF-16 is known by its mark alone, and legacy encodings have none. */
function resolveMark(encoding: TextEncodingName, bom: boolean | undefined): boolean {
  const isUtf16 = encoding.startsWith("utf-16");
  const isPossible = encoding === "utf-8" || bom === undefined || bom === isUtf16;
  if (isPossible) return bom ?? isUtf16;
  throw new FsError("unsupported_encoding", `${encoding} ${isUtf16 ? "needs" : "has no"} byte order mark`, {
    hint: "Nothing was written. Leave bom out.",
  });
}

/** Answers the text with the line endings that are asked for. */
export function formatLineEndings({ content, lineEnding }: TextForm): string {
  if (lineEnding === undefined) return content;
  const lines = content.replaceAll("\r\n", "\n");
  return lineEnding === "lf" ? lines : lines.replaceAll("\n", "\r\n");
}

/**
 * Encodes a text as it is asked for; `null` when nothing is, so that the file keeps what it has. A mark without an
 * encoding is that of UTF-8.
 * @throws {FsError} unsupported_encoding – when the encoding is unknown, or the text would not be read as it was written
 */
export function encodeAsAsked(form: TextForm): Uint8Array | null {
  if (form.encoding === undefined && form.bom === undefined) return null;
  const encoding = resolveEncoding(form.encoding ?? "utf-8");
  const format = { encoding, bom: resolveMark(encoding, form.bom) };
  const bytes = encodeText(formatLineEndings(form), format);
  assertReadsBack(bytes, format);
  return bytes;
}
