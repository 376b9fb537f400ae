// Takes off what models put around a patch: blank lines, Markdown fences, a shell's here-document and its command.

import { isPlainMarker } from "./envelope-marker.js";
import { PatchLines } from "./patch-lines.js";
import { unquoteCommand } from "./unquote-command.js";

const FENCE = /^\s*(`{3,}|~{3,})\s*[\w-]*\s*$/;
const HERE_DOCUMENT = /^\s*(?:apply_patch\s+|applypatch\s+)?<<-?\s*(["']?)(\w+)\1\s*$/;

// A here-document inside a command inside a fence is the deepest that makes sense.
const MAX_WRAPPERS = 2;

interface LineSpan {
  start: number;
  end: number;
}

/** Answers the lines of the patch itself, with their numbers in the whole text. */
export function unwrapPatch(given: readonly string[]): PatchLines {
  const span: LineSpan = { start: 0, end: given.length };
  let lines = given;
  trimBlankLines(lines, span);
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    lines = withoutCommand(lines, span);
    const closing = closingOf(lines[span.start] ?? "");
    if (closing === null) break;
    span.start += 1;
    if (span.end > span.start && lines[span.end - 1]?.trim() === closing) span.end -= 1;
    trimBlankLines(lines, span);
  }
  return new PatchLines(withPlainEnd(lines, span), span);
}

/** A command that cannot be told for sure stays, and is no patch. */
function withoutCommand(lines: readonly string[], span: LineSpan): readonly string[] {
  const inner = unquoteCommand(lines.slice(span.start, span.end));
  if (inner === null) return lines;
  const unquoted = [...lines.slice(0, span.start), ...inner, ...lines.slice(span.end)];
  trimBlankLines(unquoted, span);
  return unquoted;
}

// The end is the one marker that may be indented right behind a hunk, where any other would be a line of the file.
function withPlainEnd(lines: readonly string[], span: LineSpan): readonly string[] {
  const last = lines[span.end - 1] ?? "";
  const isEnvelope = isPlainMarker(lines[span.start] ?? "", "Begin Patch") && isPlainMarker(last, "End Patch");
  return isEnvelope ? lines.with(span.end - 1, last.trim()) : lines;
}

function closingOf(line: string): string | null {
  return FENCE.exec(line)?.[1] ?? HERE_DOCUMENT.exec(line)?.[2] ?? null;
}

function trimBlankLines(lines: readonly string[], span: LineSpan): void {
  while (span.start < span.end && lines[span.start]?.trim() === "") span.start += 1;
  while (span.end > span.start && isRoom(lines[span.end - 1] ?? "")) span.end -= 1;
}

// A single space is a kept blank line where a hunk ends.
function isRoom(line: string): boolean {
  return line.trim() === "" && !/^ \r?$/.test(line);
}
