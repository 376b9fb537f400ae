// A text with its secrets: which characters are hidden, and what is shown of any part of it. Pure.

import { viewStrings } from "./notebook-strings.js";
import { formatPlaceholder } from "./placeholder.js";
import type { Redactor, SecretRange } from "./redactor.js";
import { planPieces, type SecretPiece, type TextSpan } from "./secret-pieces.js";

/** A part of a secret, with what is shown for it. */
export interface HiddenPiece extends SecretPiece {
  readonly secret: string;
  readonly placeholder: string;
}

/** Holds a text and what of it must not be seen. */
export interface RedactedText {
  readonly text: string;
  /** In order, none overlapping, each within one line. */
  readonly pieces: readonly HiddenPiece[];
}

const BYTE_ORDER_MARK = "\ufeff";

/** Finds the secrets of a text; `path` ties their placeholders to a file. */
export function redactText(text: string, redactor: Redactor, path: string): Promise<RedactedText> {
  return redactRegions({ text, regions: [{ start: 0, end: text.length }] }, redactor, path);
}

/** A text that is too long to be looked at as a whole. */
export interface LongText {
  readonly text: string;
  /** What is looked at by itself; regions may overlap. */
  readonly regions: readonly TextSpan[];
}

/** Finds the secrets of regions of a text. */
export async function redactRegions(
  { text, regions }: LongText,
  redactor: Redactor,
  path: string,
): Promise<RedactedText> {
  const ranges: SecretRange[] = [];
  for (const region of regions) for (const range of await findInRegion(text, redactor, region)) ranges.push(range);
  return { text, pieces: planPieces(text, ranges).map((piece) => hide(text, piece, { redactor, path })) };
}

/** Finds the same whether the text still has its byte order mark or not, and in cells the same as in their JSON. */
async function findInRegion(
  text: string,
  { findSecrets }: Redactor,
  { start, end }: TextSpan,
): Promise<readonly SecretRange[]> {
  const first = text.startsWith(BYTE_ORDER_MARK, start) ? start + 1 : start;
  const region = text.slice(first, end);
  const strings = viewStrings(region);
  const found = [...(await findSecrets(region))];
  for (const { kind, ...span } of strings === null ? [] : await findSecrets(strings.text)) {
    for (const place of strings?.locate(span) ?? []) found.push({ ...place, kind });
  }
  return found.map((range) => ({ kind: range.kind, start: first + range.start, end: first + range.end }));
}

function hide(
  text: string,
  piece: SecretPiece,
  { redactor, path }: { readonly redactor: Redactor; readonly path: string },
): HiddenPiece {
  const secret = text.slice(piece.start, piece.end);
  return { ...piece, secret, placeholder: formatPlaceholder(piece.kind, redactor.sign(path, secret)) };
}

/** Shows a part of a text. A secret that the edge of the part cuts is hidden whole: its placeholder stands at the edge. */
export function showPart(redacted: RedactedText, span: TextSpan): string {
  return replacePieces(redacted, span, ({ placeholder }) => placeholder);
}

/** Answers a part of a text in which each secret that it touches is replaced. */
export function replacePieces(
  { text, pieces }: RedactedText,
  { start, end }: TextSpan,
  replace: (piece: HiddenPiece) => string,
): string {
  const parts: string[] = [];
  let position = start;
  for (const piece of pieces) {
    if (piece.end <= start || piece.start >= end) continue;
    parts.push(text.slice(position, Math.max(position, piece.start)), replace(piece));
    position = piece.end;
  }
  return [...parts, text.slice(position, Math.max(position, end))].join("");
}

/** Shows a whole text. */
export function showText(redacted: RedactedText): string {
  return showPart(redacted, { start: 0, end: redacted.text.length });
}

/** Takes a part of a text. A piece that its edge cuts reaches beyond it. */
export function takePart({ text, pieces }: RedactedText, { start, end }: TextSpan): RedactedText {
  const touched = pieces.filter((piece) => piece.start < end && piece.end > start);
  const moved = touched.map((piece) => ({ ...piece, start: piece.start - start, end: piece.end - start }));
  return { text: text.slice(start, end), pieces: moved };
}
