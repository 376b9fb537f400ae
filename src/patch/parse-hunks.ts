// Reads the hunks of one file as the envelope writes them: anchors, signed lines, the end of the file.

import { isMarkerLine, isPlainMarker } from "./envelope-marker.js";
import { isHunkHeader, readHunkHeader } from "./hunk-header.js";
import { HunkLines, isMissingEndingNote, readHunkLine } from "./hunk-lines.js";
import type { PatchHunk } from "./parsed-patch.js";
import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";

// Anchors that one hunk may be stacked under; nothing real nests deeper.
const MAX_ANCHORS = 16;

/**
 * Reads hunks up to the next marker line or the end. The first one needs no `@@`.
 * @throws {FsError} parse_error – when a line has no sign, or a hunk no lines
 */
export function parseHunks(lines: PatchLines): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  while (!lines.isDone && !isMarkerLine(lines.peek())) {
    const hunk = parseHunk(lines);
    if (hunk !== null) hunks.push(hunk);
  }
  return hunks;
}

// Answers `null` for blank lines between two parts of the patch.
function parseHunk(lines: PatchLines): PatchHunk | null {
  const patchLine = lines.lineNumber;
  const { anchors, hintLine, hasHeader } = takeHeaders(lines);
  const content = takeContent(lines);
  const endsFile = takeEndOfFile(lines);
  if (!content.isBlank) return content.toHunk({ patchLine, anchors, hintLine, endsFile });
  if (!hasHeader && !endsFile) return null;
  throw createSyntaxError({ line: patchLine }, "the hunk has no lines; write them below, each with a space, - or +");
}

interface HunkPlace {
  readonly anchors: readonly string[];
  readonly hintLine: number | null;
  readonly hasHeader: boolean;
}

function takeHeaders(lines: PatchLines): HunkPlace {
  const anchors: string[] = [];
  let hintLine: number | null = null;
  const firstLine = lines.lineNumber;
  while (!lines.isDone && isHunkHeader(lines.peek())) {
    if (anchors.length === MAX_ANCHORS) {
      throw createSyntaxError({ line: lines.lineNumber }, `a hunk may have ${MAX_ANCHORS} anchors at most`);
    }
    const { anchor, numbers } = readHunkHeader(lines.take());
    if (anchor !== null) anchors.push(anchor);
    hintLine = numbers?.oldStart ?? hintLine;
  }
  return { anchors, hintLine, hasHeader: lines.lineNumber > firstLine };
}

function takeContent(lines: PatchLines): HunkLines {
  const content = new HunkLines();
  while (!lines.isDone && !isHunkHeader(lines.peek()) && !isMarkerLine(lines.peek())) {
    const { lineNumber } = lines;
    const text = lines.take();
    const line = readHunkLine(text);
    if (line !== null) content.add(line);
    else if (isMissingEndingNote(text) && content.lines.length > 0) content.noteMissingEnding();
    else {
      const advice = "begin every line of a hunk with a space (kept), - (removed) or + (added)";
      throw createSyntaxError({ line: lineNumber }, `${quoteLine(text)} has no sign; ${advice}`);
    }
  }
  return content;
}

function takeEndOfFile(lines: PatchLines): boolean {
  if (!isPlainMarker(lines.peek(), "End of File")) return false;
  lines.take();
  return true;
}
