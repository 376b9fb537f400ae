// Reads the dialect between `*** Begin Patch` and `*** End Patch`: one operation after the other.

import { isNamePair, takeNamePair } from "./diff-headers.js";
import { isNoiseMarker, isPlainMarker, type Marker, readMarker } from "./envelope-marker.js";
import { isHunkHeader } from "./hunk-header.js";
import { readHunkLine } from "./hunk-lines.js";
import { parseFileBody } from "./parse-file-body.js";
import { parseHunks } from "./parse-hunks.js";
import type { HunkLine, PatchOperation, UpdateFile } from "./parsed-patch.js";
import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";

const ENVIRONMENT = /^\s*\*\*\* Environment ID:/;

/**
 * Reads the operations of an envelope.
 * @throws {FsError} parse_error – when a line is out of place, or the end is missing
 */
export function parseEnvelope(lines: PatchLines): readonly PatchOperation[] {
  lines.take();
  lines.skipBlank();
  if (ENVIRONMENT.test(lines.peek())) lines.take();
  const operations: PatchOperation[] = [];
  for (;;) {
    skipBetweenOperations(lines);
    const { lineNumber } = lines;
    if (lines.isDone) throw createSyntaxError({ line: lineNumber }, "*** End Patch is missing; was the patch cut off?");
    const text = lines.take();
    if (isPlainMarker(text, "End Patch")) break;
    operations.push(parseOperation(lines, { marker: readMarker(text), text, lineNumber }));
  }
  assertNothingFollows(lines);
  return operations;
}

function skipBetweenOperations(lines: PatchLines): void {
  lines.skipBlank();
  while (!lines.isDone && isNoiseMarker(lines.peek())) {
    lines.take();
    lines.skipBlank();
  }
}

interface OperationHead {
  readonly marker: Marker;
  readonly text: string;
  readonly lineNumber: number;
}

function parseOperation(lines: PatchLines, head: OperationHead): PatchOperation {
  const { marker, text, lineNumber } = head;
  if (marker === null || "plain" in marker || marker.header === "Move to") {
    const known =
      "*** Add File:, *** Update File:, *** Delete File:, *** Replace File:, *** Replace Line: or *** End Patch";
    throw createSyntaxError({ line: lineNumber }, `${quoteLine(text)} is out of place; expected ${known}`);
  }
  const place = { path: assertPath(marker.path, head), patchLine: lineNumber };
  switch (marker.header) {
    case "Add File":
      return { type: "add", ...place, content: parseFileBody(lines) };
    case "Replace File":
      return { type: "replace", ...place, content: assertContent(parseFileBody(lines), lineNumber) };
    case "Replace Line":
      return { type: "update", ...place, moveTo: null, hunks: [parseLineReplacement(lines)] };
    case "Delete File":
      return { type: "delete", ...place, hunks: [] };
    default:
      return parseUpdate(lines, place);
  }
}

function assertPath(path: string, { text, lineNumber }: OperationHead): string {
  if (path !== "") return path;
  const column = text.trimEnd().length + 1;
  throw createSyntaxError({ line: lineNumber, column }, "the path is missing; write it behind the colon");
}

function assertContent(content: string, lineNumber: number): string {
  if (content !== "") return content;
  throw createSyntaxError({ line: lineNumber }, "*** Replace File: has no content; delete the file if it is to go");
}

function parseUpdate(lines: PatchLines, place: Pick<UpdateFile, "path" | "patchLine">): UpdateFile {
  const moveTo = takeMove(lines);
  // Some models write the names of a unified diff in front of its hunks, here too.
  if (isNamePair(lines) && isHunkHeader(lines.peek(2))) takeNamePair(lines);
  const hunks = parseHunks(lines);
  if (hunks.length === 0 && moveTo === null) {
    throw createSyntaxError(
      { line: place.patchLine },
      "the update has no hunks; write them below, each after a line @@",
    );
  }
  return { type: "update", ...place, moveTo, hunks };
}

// Blank lines in front of the first hunk may be part of it, so they are only skipped on the way to a move.
function takeMove(lines: PatchLines): string | null {
  let blanks = 0;
  while (!lines.isDone && lines.peek(blanks).trim() === "" && blanks < 2) blanks += 1;
  const text = lines.peek(blanks);
  const marker = readMarker(text);
  if (marker === null || !("header" in marker) || marker.header !== "Move to") return null;
  lines.skipBlank();
  const { lineNumber } = lines;
  lines.take();
  return assertPath(marker.path, { marker, text, lineNumber });
}

function parseLineReplacement(lines: PatchLines): UpdateFile["hunks"][number] {
  lines.skipBlank();
  const patchLine = lines.lineNumber;
  const removed = takeSigned(lines, "remove");
  const added = takeSigned(lines, "add");
  const where = { anchors: [], hintLine: null, endsFile: false } as const;
  return { patchLine, ...where, lines: [removed, added], finalLineEnding: "keep", isExact: true };
}

function takeSigned(lines: PatchLines, kind: "remove" | "add"): HunkLine {
  const { lineNumber } = lines;
  const line = readHunkLine(lines.take());
  if (line?.kind === kind) return line;
  throw createSyntaxError(
    { line: lineNumber },
    "*** Replace Line: takes exactly two lines, the old one with - and then the new one with +",
  );
}

function assertNothingFollows(lines: PatchLines): void {
  lines.skipBlank();
  if (lines.isDone) return;
  throw createSyntaxError(
    { line: lines.lineNumber },
    `${quoteLine(lines.peek())} stands behind *** End Patch; put everything into one patch`,
  );
}
