// Guards what is about to be written in an encoding that nothing but the content tells.

import { FsError } from "../errors.js";
import { joinPieces, type PiecedBytes, toPieces } from "./byte-pieces.js";
import { decodeText, detectTextFormat, type TextEncodingName, type TextFormat } from "./encoding.js";

/**
 * Checks that bytes to be written would be read in the encoding that they were made in, or mean the same in another.
 * @throws {FsError} unsupported_encoding – when they would be read as another text
 */
export function assertReadsBack(content: PiecedBytes, format: TextFormat): void {
  if (isUnicode(format.encoding)) return;
  const bytes = joinPieces(toPieces(content));
  if (decodeText(bytes, detectTextFormat(bytes)) === decodeText(bytes, format)) return;
  throw new FsError(
    "unsupported_encoding",
    `with the new text the file would no longer be read as ${format.encoding}`,
    {
      hint: "Convert the file to UTF-8 first, then change it.",
    },
  );
}

function isUnicode(encoding: TextEncodingName): boolean {
  return encoding === "utf-8" || encoding === "utf-16le" || encoding === "utf-16be";
}
