// The edit engine and its diffs for whoever has texts instead of files. Strings in, strings out.

import { joinPieces } from "../text/byte-pieces.js";
import { applyEdits } from "./apply-edits.js";
import { planLineChanges } from "./line-changes.js";
import { createLineIndex } from "./line-index.js";
import type { TextEdit } from "./text-edit.js";
import { createUnifiedDiff, trimCommonEnds } from "./unified-diff.js";

/**
 * Applies edits to a text as the edit tool does to a file: each is matched against the original, and all apply or none.
 * Line endings of the text outside the replaced ranges stay as they are.
 * @throws {FsError} text_not_found, ambiguous_text_match, overlapping_edits, no_change, parse_error – as the edit tool
 * @throws {FsError} binary_file, unsupported_encoding – when the text is none that a UTF-8 file could hold
 */
export function applyEditsToNormalizedContent(content: string, edits: readonly TextEdit[]): string {
  const { pieces } = applyEdits(new TextEncoder().encode(content), edits, { path: "content" });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joinPieces(pieces));
}

/**
 * Compares two texts as a unified diff with three lines of context, which `patch` and `git apply` take; equal texts give
 * an empty one. It is never cut.
 */
export function generateUnifiedPatch(oldText: string, newText: string, path: string): string {
  const whole = { maxLines: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };
  return createUnifiedDiff(oldText, newText, { path, ...whole }).diff;
}

/**
 * Compares two texts for a person: only the lines that differ, `-` with its number in the old text and `+` with its
 * number in the new one, and `…` between changes. Equal texts give an empty string. It is never cut.
 */
export function generateDiffString(oldText: string, newText: string): string {
  const old = { text: oldText, lines: createLineIndex(oldText) };
  let shift = 0;
  const blocks = planLineChanges(old, [trimCommonEnds(oldText, newText)]).map(({ oldStart, oldLines, newLines }) => {
    const removed = oldLines.map((line, index) => `-${oldStart + index + 1}\t${withoutEnding(line)}`);
    const added = newLines.map((line, index) => `+${oldStart + shift + index + 1}\t${withoutEnding(line)}`);
    shift += newLines.length - oldLines.length;
    return [...removed, ...added].join("\n");
  });
  return blocks.join("\n…\n");
}

function withoutEnding(line: string): string {
  return line.replace(/\r?\n$/, "");
}
