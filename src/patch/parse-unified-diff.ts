// Reads plain unified diffs, as `git diff` and `diff -u` write them and as models imitate them.

import { assertTextChange, type DiffHeaders, isDiffHeader, parseDiffHeaders } from "./diff-headers.js";
import { isHunkHeader } from "./hunk-header.js";
import { parseUnifiedHunk } from "./parse-unified-hunk.js";
import type { PatchHunk, PatchOperation } from "./parsed-patch.js";
import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";

/**
 * Reads the files of a diff; text in front of and between them is left out.
 * @throws {FsError} parse_error – when a change is not one of text, or a line belongs to no hunk
 */
export function parseUnifiedDiff(lines: PatchLines): readonly PatchOperation[] {
  const operations: PatchOperation[] = [];
  for (skipText(lines, false); !lines.isDone; skipText(lines, true)) {
    const headers = parseDiffHeaders(lines);
    operations.push(createOperation(headers, parseFileHunks(lines)));
  }
  return operations;
}

function parseFileHunks(lines: PatchLines): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  assertTextChange(lines);
  while (!lines.isDone && isHunkHeader(lines.peek())) hunks.push(parseUnifiedHunk(lines));
  return hunks;
}

// Behind a file nothing may be left out that could be part of a change, except what follows a signature.
function skipText(lines: PatchLines, isBehindFile: boolean): void {
  let isStrict = isBehindFile;
  while (!lines.isDone && !isDiffHeader(lines)) {
    assertTextChange(lines);
    const { lineNumber } = lines;
    const line = lines.take();
    if (/^-- ?$/.test(line)) isStrict = false;
    else if (isHunkHeader(line) || (isStrict && /^[-+]/.test(line))) {
      throw createSyntaxError({ line: lineNumber }, `${quoteLine(line)} belongs to no file; name it with --- and +++`);
    }
  }
}

function createOperation(headers: DiffHeaders, hunks: readonly PatchHunk[]): PatchOperation {
  const { patchLine, oldPath, newPath, isRename, isExecutable } = headers;
  if (newPath === null) return { type: "delete", path: oldPath ?? "", patchLine, hunks };
  if (oldPath === null) {
    const content = readNewContent(hunks);
    return { type: "add", path: newPath, patchLine, content, ...(isExecutable ? { isExecutable } : {}) };
  }
  if (hunks.length === 0 && !isRename) {
    throw createSyntaxError({ line: patchLine }, `${quoteLine(newPath)} has no hunks; a mode alone cannot be changed`);
  }
  return { type: "update", path: oldPath, patchLine, moveTo: isRename ? newPath : null, hunks };
}

function readNewContent(hunks: readonly PatchHunk[]): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const [first] = hunks;
  if (first !== undefined && lines.some((line) => line.kind !== "add" && !line.isBare)) {
    throw createSyntaxError({ line: first.patchLine }, "a new file can only have lines with +");
  }
  const added = lines.filter((line) => line.kind === "add").map((line) => line.text);
  if (added.length === 0) return "";
  return added.join("\n") + (hunks.at(-1)?.finalLineEnding === "remove" ? "" : "\n");
}
