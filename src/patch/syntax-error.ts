// The one place that makes errors about the form of a patch. They point into the patch, never into a file.

import { FsError } from "../errors.js";
import { cutUtf8 } from "../text/cut-text.js";

const EXCERPT_BYTES = 120;

const GRAMMAR = [
  "*** Begin Patch, then *** Add File: path (lines with +), *** Update File: path (@@ hunks of lines with a space, - or +) or *** Delete File: path, then *** End Patch;",
  "or a unified diff: --- a/path, +++ b/path, then @@ -1,3 +1,3 @@ hunks; /dev/null for a file that is new or goes away.",
].join("\n");

/** Points into a patch; both numbers are 1-based, the column counts UTF-16 units. */
export interface PatchPlace {
  readonly line: number;
  readonly column?: number | undefined;
}

/** Makes the error for a patch that cannot be read; `message` goes on after the place, without a full stop. */
export function createSyntaxError(place: PatchPlace, message: string): FsError {
  const { line, column = 1 } = place;
  return new FsError("parse_error", `patch line ${line}, column ${column}: ${message}`, {
    hint: GRAMMAR,
    details: { line, column },
  });
}

/** Shows a line of a patch inside a message. */
export function quoteLine(text: string): string {
  return `\`${cutUtf8(text.trimEnd(), EXCERPT_BYTES)}\``;
}
