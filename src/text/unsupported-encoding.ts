// The one place that makes `unsupported_encoding` errors.

import { FsError } from "../errors.js";

/** Makes the error for a character that an encoding has no form for; `index` is in UTF-16 units. */
export function unencodableCharacterError(text: string, index: number, encoding: string): FsError {
  const character = `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const line = text.slice(0, index).split("\n").length;
  return new FsError("unsupported_encoding", `${character} in line ${line} cannot be written as ${encoding}`, {
    hint: `Leave out or replace ${character}, or convert the file to UTF-8 first.`,
    details: { character, line },
  });
}

/** Makes the error for writing content whose encoding is not known. */
export function unknownEncodingError(): FsError {
  return new FsError("unsupported_encoding", "the encoding of the file is not known", {
    hint: "Convert the file to UTF-8 first, then change it.",
  });
}

/** Makes the error for content that would change by being decoded and encoded again. */
export function inexactDecodingError(encoding: string): FsError {
  const what = encoding === "unknown" ? "neither valid UTF-8 nor a known legacy encoding" : `not valid ${encoding}`;
  return new FsError("unsupported_encoding", `the content is ${what}, so changing it would damage it`, {
    hint: "Reading works and shows what is damaged as U+FFFD. Convert the file to UTF-8 first, then change it.",
  });
}
