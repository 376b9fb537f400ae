// The edit engine and its diffs for whoever has texts instead of files. Strings in, strings out.

import { joinPieces } from "../text/byte-pieces.js";
import { runAtOnce } from "../text/steps.js";
import { applyEdits } from "./apply-edits.js";
import { diffBudgetFor } from "./diff-budget.js";
import { type LineChange, planLineChanges } from "./line-changes.js";
import { createLineIndex } from "./line-index.js";
import type { TextEdit } from "./text-edit.js";
import { createUnifiedDiff, trimCommonEnds } from "./unified-diff.js";

const DIFF_CONTEXT_LINES = 4;
const PATCH_CONTEXT_LINES = 3;

/** Holds a text before and after its edits. */
export interface AppliedEdits {
  /** The text that was given. */
  readonly baseContent: string;
  readonly newContent: string;
}

/**
 * Applies edits to a text as the edit tool does to a file: each is matched against the original, and all apply or none.
 * Line endings of the text outside the replaced ranges stay as they are. The path only names the text in failures.
 * @throws {FsError} text_not_found, ambiguous_text_match, overlapping_edits, no_change, parse_error – as the edit tool
 * @throws {FsError} binary_file, unsupported_encoding – when the text is none that a UTF-8 file could hold
 * @throws {TypeError} when an argument is of another kind
 */
export function applyEditsToNormalizedContent(content: string, edits: readonly TextEdit[], path: string): AppliedEdits {
  assertText("content", content);
  assertEdits(edits);
  assertPath(path);
  const { pieces } = applyEdits(new TextEncoder().encode(content), edits, { path });
  const newContent = new TextDecoder("utf-8", { ignoreBOM: true }).decode(joinPieces(pieces));
  return { baseContent: content, newContent };
}

/**
 * Compares two texts as a unified diff, which `patch` and `git apply` take; equal texts give an empty one. `context` is
 * the number of unchanged lines around each change, 3 by default. It is never cut.
 * @throws {TypeError} when an argument is of another kind, or the path has a line break, as contents have
 */
export function generateUnifiedPatch(
  path: string,
  before: string,
  ...[after, context = PATCH_CONTEXT_LINES]: readonly [after: string, context?: number | undefined]
): string {
  assertPath(path);
  assertTexts(before, after, context);
  return createUnifiedDiff(before, after, { path, context, ...diffBudgetFor(true) }).diff;
}

/** Holds a diff for a person. */
export interface DiffString {
  /** Empty for equal texts. */
  readonly diff: string;
  /** First line that differs, 1-based; `undefined` when none does. */
  readonly firstChangedLine: number | undefined;
}

/**
 * Compares two texts for a person: `-` with the number of a line in the old text, `+` with the number of one in the new
 * text, `context` unchanged lines around them with their old numbers, and `...` for the lines between. It is never cut.
 * @throws {TypeError} when an argument is of another kind
 */
export function generateDiffString(before: string, after: string, context: number = DIFF_CONTEXT_LINES): DiffString {
  assertTexts(before, after, context);
  const lines = createLineIndex(before);
  const changes = runAtOnce(planLineChanges({ text: before, lines }, [trimCommonEnds(before, after)]));
  const width = `${Math.max(lines.count, createLineIndex(after).count)}`.length;
  const shown: string[] = [];
  let [next, shift] = [0, 0];
  for (const [index, change] of changes.entries()) {
    const end = change.oldStart + change.oldLines.length;
    showKept(Math.max(next, change.oldStart - context), change.oldStart);
    show("-", change.oldStart, change.oldLines);
    show("+", change.oldStart + shift, change.newLines);
    shift += change.newLines.length - change.oldLines.length;
    next = end;
    showKept(end, Math.min(end + context, changes[index + 1]?.oldStart ?? lines.count));
  }
  if (changes.length > 0 && next < lines.count) shown.push(` ${" ".repeat(width)} ...`);
  return { diff: shown.join("\n"), firstChangedLine: firstLineOf(changes) };

  function showKept(start: number, end: number): void {
    if (start > next) shown.push(` ${" ".repeat(width)} ...`);
    for (let line = start; line < end; line += 1) show(" ", line, [lines.contentOf(line)]);
    next = Math.max(next, end);
  }

  function show(mark: string, start: number, texts: readonly string[]): void {
    for (const [index, text] of texts.entries()) {
      shown.push(`${mark}${`${start + index + 1}`.padStart(width)} ${text.replace(/\r?\n$/, "")}`);
    }
  }
}

function firstLineOf([first]: readonly LineChange[]): number | undefined {
  return first === undefined ? undefined : first.oldStart + 1;
}

function assertTexts(before: unknown, after: unknown, context: unknown): void {
  assertText("before", before);
  assertText("after", after);
  if (Number.isSafeInteger(context) && Number(context) >= 0) return;
  throw new TypeError("context must be a whole number of lines, 0 or more.");
}

function assertText(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string.`);
}

function assertPath(path: unknown): void {
  assertText("path", path);
  if (path === "" || /[\r\n]/.test(String(path))) {
    throw new TypeError("path must be a name on one line. Contents come behind it.");
  }
}

function assertEdits(edits: unknown): void {
  if (!Array.isArray(edits)) throw new TypeError("edits must be an array of { oldText, newText }.");
  for (const [index, edit] of edits.entries()) {
    assertText(`edits[${index}].oldText`, edit?.oldText);
    assertText(`edits[${index}].newText`, edit?.newText);
  }
}
