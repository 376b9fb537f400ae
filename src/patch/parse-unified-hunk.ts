// Reads one hunk of a unified diff. Its counts tell where it ends; where they are wrong, the signs of the lines do.

import { isDiffHeader, isNamePair } from "./diff-headers.js";
import { isHunkHeader, readHunkHeader } from "./hunk-header.js";
import { HunkLines, isMissingEndingNote, readHunkLine } from "./hunk-lines.js";
import type { HunkLine, PatchHunk } from "./parsed-patch.js";
import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError } from "./syntax-error.js";

/**
 * Reads the hunk that begins at the next line, which is a hunk header.
 * @throws {FsError} parse_error – when it has no lines
 */
export function parseUnifiedHunk(lines: PatchLines): PatchHunk {
  const patchLine = lines.lineNumber;
  const { anchor, numbers } = readHunkHeader(lines.take());
  const left: LinesLeft = {
    old: numbers?.oldCount ?? Number.POSITIVE_INFINITY,
    new: numbers?.newCount ?? Number.POSITIVE_INFINITY,
  };
  const content = new HunkLines();
  while (!lines.isDone && !endsHunk(lines, left)) takeLine(lines, content, left);
  if (lines.isDone) restoreBlankEnd(content, left);
  if (content.isBlank) throw createSyntaxError({ line: patchLine }, "the hunk has no lines");
  const anchors = anchor === null ? [] : [anchor];
  return content.toHunk({ patchLine, anchors, hintLine: numbers?.oldStart ?? null, endsFile: false });
}

/** Counts the lines of each side that the header promised and that are still to come. */
interface LinesLeft {
  old: number;
  new: number;
}

// Kept lines that a hunk ends with, as the tools that make diffs count them.
const MAX_BLANK_END = 3;

/** Blank lines at the end of a patch were taken for room; what the header still counts on both sides was among them. */
function restoreBlankEnd(content: HunkLines, left: LinesLeft): void {
  if (content.isBlank || left.old !== left.new || left.old > MAX_BLANK_END) return;
  for (; left.old > 0; left.old -= 1) content.add({ kind: "keep", text: "", isBare: true });
}

function takeLine(lines: PatchLines, content: HunkLines, left: LinesLeft): void {
  const text = lines.take();
  const line = readHunkLine(text);
  if (line === null) {
    content.noteMissingEnding();
    return;
  }
  content.add(line);
  countLine(line, left);
}

function countLine({ kind }: HunkLine, left: LinesLeft): void {
  if (kind !== "add") left.old -= 1;
  if (kind !== "remove") left.new -= 1;
}

function endsHunk(lines: PatchLines, left: LinesLeft): boolean {
  const line = lines.peek();
  if (isMissingEndingNote(line)) return false;
  if (isHunkHeader(line) || readHunkLine(line) === null) return true;
  if (left.old > 0 || left.new > 0) return isNextFile(lines, left);
  // More lines than the header counted: they belong to the hunk all the same, unless they begin something else.
  return line.trim() === "" || isMailTrailer(line) || isDiffHeader(lines);
}

// A removed `-- a` and an added `++ b` look like the names of another file, unless a hunk follows them.
function isNextFile(lines: PatchLines, left: LinesLeft): boolean {
  if (!isNamePair(lines) || !isHunkHeader(lines.peek(2))) return false;
  return !(left.old === 1 && left.new === 1);
}

// The signature that `git format-patch` puts behind a patch.
function isMailTrailer(line: string): boolean {
  return /^-- ?$/.test(line);
}
