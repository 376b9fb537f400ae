// Which lines of a file a quoted text stands for, line for line. For what a refusal says, never for a change.

import { findGaps, type LineGap } from "./align-lines.js";
import type { LineIndex, LineRange } from "./line-index.js";

// Lines of a text, and characters of a line, up to which lines are compared with it.
const MAX_LINES = 300;
const MAX_LENGTH = 4096;

// Lines by which a text may begin elsewhere, or be longer, than its length says.
const REACH = 10;

// First lines that are tried, and ranges that are compared in full.
const MAX_STARTS = 5;
const MAX_TRIALS = 40;

// Words and signs that one change of a line takes away or adds.
const MAX_CHANGED = 3;

// Share of the visible characters of a text that lines must have to count as what it stood for.
const MIN_SHARE = 0.55;

// Characters of a word below which it is common to any two texts.
const MIN_WORD = 3;

// Visible characters of equal lines that say enough by themselves.
const MIN_TELLING = 8;

const TOKEN = /[\p{L}\p{M}\p{N}_$]+|[^\s\p{L}\p{M}\p{N}_$]/gu;

/** Selects lines that a text quotes; `isSame`: they differ from it in form alone. */
export interface QuotedLines extends LineRange {
  readonly isSame: boolean;
}

/**
 * Finds the lines around a place that a text quotes: every one of them is a line of the text, or what a formatter or a
 * small change made of it, and no line of the text is missing. `null` where lines were added or taken away: who put
 * these lines in place of the text would lose some, or bring some back.
 */
export function findQuotedLines(lines: LineIndex, oldLines: readonly string[], near: number): QuotedLines | null {
  if (oldLines.length > MAX_LINES) return null;
  const old = oldLines.map((line) => line.trim());
  let best: { readonly range: LineRange; readonly equal: number } | null = null;
  for (const range of listRanges(lines, old, near)) {
    const equal = countEqualLines(old, contentsOf(lines, range));
    if (equal !== null && (best === null || equal > best.equal)) best = { range, equal };
  }
  if (best === null) return null;
  const isSame = foldFormat(contentsOf(lines, best.range).join("\n")) === foldFormat(old.join("\n"));
  return { ...best.range, isSame };
}

/** Tells whether lines have so much of a text that it may have stood there. */
export function resembles(fileLines: readonly string[], oldLines: readonly string[]): boolean {
  const known = new Set(fileLines.map((line) => line.trim()));
  const equal = new Set(oldLines.map((line) => line.trim()).filter((line) => known.has(line)));
  if (lengthOf(tokensOf([...equal].join("\n"))) >= MIN_TELLING) return true;
  const [file, old] = [fileLines, oldLines].map((lines) => tokensOf(lines.join("\n")));
  const common = commonTokens(old ?? [], file ?? []);
  if (common.every((token) => token.length < MIN_WORD)) return false;
  return lengthOf(common) >= lengthOf(old ?? []) * MIN_SHARE;
}

// Those that differ in form alone first, and then the likeliest length: of two with as many equal lines the first counts.
function listRanges(lines: LineIndex, old: readonly string[], near: number): readonly LineRange[] {
  const dense = foldFormat(old.join("\n"));
  const starts = Array.from({ length: old.length * 2 + 2 * REACH }, (_, back) => near + REACH - back)
    .filter((start) => start >= 0 && start < lines.count)
    .sort((left, right) => Math.abs(left - near) - Math.abs(right - near))
    .filter((start) => {
      const file = contentOf(lines, start);
      return isEitherForm(file, old[0] ?? "") || dense.startsWith(foldFormat(file) || " ");
    });
  const same = starts.flatMap((start) => findSameText(lines, start, dense) ?? []);
  const others = starts.slice(0, MAX_STARTS).flatMap((start) => {
    const most = Math.min(lines.count - start, old.length + REACH);
    return Array.from({ length: most }, (_, extra) => ({ start, end: start + 1 + extra }));
  });
  const difference = ({ start, end }: LineRange): number => Math.abs(end - start - old.length);
  const likely = others
    .filter(({ end }) => isEitherForm(contentOf(lines, end - 1), old.at(-1) ?? ""))
    .sort((left, right) => difference(left) - difference(right));
  return [...same, ...likely].slice(0, MAX_TRIALS);
}

function findSameText(lines: LineIndex, start: number, dense: string): LineRange | null {
  let length = 0;
  for (let line = start; line < lines.count && length < dense.length; line += 1) {
    const folded = foldFormat(contentOf(lines, line));
    if (!dense.startsWith(folded, length)) return null;
    length += folded.length;
    if (length === dense.length) return { start, end: line + 1 };
  }
  return null;
}

// Equal, changed in one place, or joined with others.
function isEitherForm(file: string, old: string): boolean {
  const foldedOld = foldFormat(old);
  return file === old || isChanged(file, old) || (foldedOld !== "" && foldFormat(file).includes(foldedOld));
}

function contentsOf(lines: LineIndex, { start, end }: LineRange): readonly string[] {
  return Array.from({ length: end - start }, (_, line) => contentOf(lines, start + line));
}

function contentOf(lines: LineIndex, line: number): string {
  return lines.contentOf(line).trim();
}

/** Answers how many lines are equal; `null` when some line of one side has none on the other. */
function countEqualLines(old: readonly string[], file: readonly string[]): number | null {
  const gaps = findGaps(old, file);
  if (!gaps.every((gap) => standsFor(gap, old, file))) return null;
  return old.length - gaps.reduce((sum, gap) => sum + gap.oldEnd - gap.oldStart, 0);
}

function standsFor(gap: LineGap, old: readonly string[], file: readonly string[]): boolean {
  const oldPart = old.slice(gap.oldStart, gap.oldEnd);
  const filePart = file.slice(gap.newStart, gap.newEnd);
  if (countBlank(filePart) > countBlank(oldPart)) return false;
  if (foldFormat(oldPart.join("\n")) === foldFormat(filePart.join("\n"))) return true;
  if (oldPart.length !== filePart.length) return false;
  // A line that differs is told by those around it; where it is all there is, another name would be another line.
  if (old.length === 1) return withoutNumbers(oldPart[0] ?? "") === withoutNumbers(filePart[0] ?? "");
  if (gap.oldStart === 0 || gap.oldEnd === old.length) return false;
  return oldPart.every((line, index) => line === filePart[index] || isChanged(filePart[index] ?? "", line));
}

function countBlank(lines: readonly string[]): number {
  return lines.filter((line) => line === "").length;
}

// In one place only, which has text on both sides before and after; less than that may be another line, or part of one.
function isChanged(file: string, old: string): boolean {
  if (file.length > MAX_LENGTH || old.length > MAX_LENGTH) return false;
  const [fileTokens, oldTokens] = [tokensOf(file), tokensOf(old)];
  const most = Math.min(fileTokens.length, oldTokens.length);
  let head = 0;
  while (head < most && fileTokens[head] === oldTokens[head]) head += 1;
  let tail = 0;
  while (tail < most - head && fileTokens.at(-1 - tail) === oldTokens.at(-1 - tail)) tail += 1;
  const kept = lengthOf(fileTokens.slice(0, head)) + lengthOf(fileTokens.slice(fileTokens.length - tail));
  const changed = [fileTokens, oldTokens].map((tokens) => tokens.length - head - tail);
  const isReplaced = changed.every((count) => count > 0 && count <= MAX_CHANGED);
  return isReplaced && head > 0 && kept * 2 >= Math.max(lengthOf(fileTokens), lengthOf(oldTokens));
}

function withoutNumbers(line: string): string {
  return line.replace(/\b\d[\d_.]*/g, "0");
}

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

function lengthOf(tokens: readonly string[]): number {
  return tokens.reduce((sum, token) => sum + token.length, 0);
}

function commonTokens(tokens: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return tokens.filter((token) => {
    const count = left.get(token) ?? 0;
    left.set(token, count - 1);
    return count > 0;
  });
}

// Leaves out what a formatter changes: blanks, line breaks, and the signs that it adds at the ends of lines.
function foldFormat(text: string): string {
  return text.replace(/[\s,;\\]+/g, "").replace(/['`]/g, '"');
}
