// A text with its secrets: which characters are hidden, and what is shown of any part of it. Pure.

import { formatPlaceholder } from "./placeholder.js";
import type { Redactor } from "./redactor.js";
import { planPieces, type SecretPiece } from "./secret-pieces.js";

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

/** Finds the secrets of a text; `path` ties their placeholders to a file. */
export async function redactText(text: string, redactor: Redactor, path: string): Promise<RedactedText> {
  const ranges = await redactor.findSecrets(text);
  return { text, pieces: planPieces(text, ranges).map((piece) => hide(text, piece, { redactor, path })) };
}

function hide(
  text: string,
  piece: SecretPiece,
  { redactor, path }: { readonly redactor: Redactor; readonly path: string },
): HiddenPiece {
  const secret = text.slice(piece.start, piece.end);
  return { ...piece, secret, placeholder: formatPlaceholder(piece.kind, redactor.sign(path, secret)) };
}

/** Selects characters of a text: 0-based, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
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
