// Reads the whole content of a file out of a patch: lines with a plus sign, or none with any.

import { isMarkerLine, isNoiseMarker, readMarker } from "./envelope-marker.js";
import { isMissingEndingNote } from "./hunk-lines.js";
import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";

// What a diff or an unresolved merge would leave in a content that has no signs.
const DIFF_SIGN = /^(?:diff --git |index |--- \S|\+\+\+ \S|@@|<{7}|={7}|>{7})/;

/**
 * Reads the lines up to the next marker; the last one gets a line ending unless the patch says that it has none. Blank
 * lines at both ends without a sign are left out.
 * @throws {FsError} parse_error – when only some lines have a plus sign, or lines without one look like a diff
 */
export function parseFileBody(lines: PatchLines): string {
  skipNoise(lines);
  const isSigned = lines.peek().startsWith("+");
  const content: string[] = [];
  // Empty lines without a sign are held back, since they may only stand between two parts of the patch.
  let blanks = 0;
  let ending = "\n";
  while (!lines.isDone && !endsBody(lines.peek(), isSigned)) {
    const { lineNumber } = lines;
    const line = lines.take();
    if (isNoiseMarker(line)) continue;
    if (isMissingEndingNote(line) && content.length > 0) {
      ending = "";
      continue;
    }
    if (line.trim() === "") {
      blanks += 1;
      continue;
    }
    for (; blanks > 0; blanks -= 1) content.push("");
    content.push(readBodyLine(line, isSigned, lineNumber));
  }
  return content.length === 0 ? "" : content.join("\n") + ending;
}

function skipNoise(lines: PatchLines): void {
  lines.skipBlank();
  while (!lines.isDone && isNoiseMarker(lines.peek())) {
    lines.take();
    lines.skipBlank();
  }
}

// A marker may be indented, unless it could be a line of the content.
function endsBody(line: string, isSigned: boolean): boolean {
  if (isNoiseMarker(line)) return false;
  return isMarkerLine(line) || (isSigned && readMarker(line) !== null);
}

function readBodyLine(line: string, isSigned: boolean, lineNumber: number): string {
  if (line.startsWith("+") !== isSigned) {
    throw createSyntaxError(
      { line: lineNumber },
      `${quoteLine(line)}: begin every line of a file's content with +, or none`,
    );
  }
  if (!isSigned && DIFF_SIGN.test(line)) {
    throw createSyntaxError(
      { line: lineNumber },
      `${quoteLine(line)} looks like part of a diff or of a merge; begin every line of the content with +`,
    );
  }
  return isSigned ? line.slice(1) : line;
}
