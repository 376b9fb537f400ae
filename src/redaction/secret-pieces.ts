// Cuts found secrets into pieces that lie within one line each, so that hiding them moves no line. Pure.

import { type Steps, visitEach } from "../text/steps.js";
import type { SecretRange } from "./redactor.js";

const DEFAULT_KIND = "secret";
const MAX_KIND_CHARACTERS = 32;

/** Selects characters of a text: 0-based, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A part of a secret within one line: 0-based offsets, `end` exclusive. */
export interface SecretPiece extends TextSpan {
  readonly kind: string;
}

/** Plans the pieces to hide, in order, none overlapping and none empty. Line endings and blanks at line ends stay. */
export function* planPieces(text: string, ranges: readonly SecretRange[]): Steps<readonly SecretPiece[]> {
  const pieces: SecretPiece[] = [];
  const joined = joinRanges(text, ranges);
  yield;
  yield* visitEach(joined, (range) => pieces.push(...splitIntoLines(text, range)));
  return pieces;
}

function joinRanges(text: string, ranges: readonly SecretRange[]): readonly SecretRange[] {
  const joined: SecretRange[] = [];
  const clamped = ranges
    .map(({ start, end, kind }) => ({ start: Math.max(0, start), end: Math.min(text.length, end), kind: toKind(kind) }))
    .filter(({ start, end }) => start < end)
    .sort((left, right) => left.start - right.start || right.end - left.end);
  for (const range of clamped) {
    const last = joined.at(-1);
    if (last === undefined || range.start >= last.end) joined.push(range);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return joined;
}

function splitIntoLines(text: string, { start, end, kind }: SecretRange): readonly SecretPiece[] {
  const pieces: SecretPiece[] = [];
  for (let from = start; from < end; ) {
    // Not beyond the secret: a line may go on for megabytes, with thousands of them.
    const [line = ""] = text.slice(from, end).split("\n", 1);
    const lineEnd = from + line.length;
    const first = from + line.length - line.trimStart().length;
    const last = from + line.trimEnd().length;
    if (first < last) pieces.push({ start: first, end: last, kind });
    from = lineEnd + 1;
  }
  return pieces;
}

function toKind(kind: string): string {
  const name = kind.toLowerCase().replace(/[^a-z0-9-]/g, "");
  return name.slice(0, MAX_KIND_CHARACTERS) || DEFAULT_KIND;
}
