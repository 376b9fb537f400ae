// A text with its secrets: which characters are hidden, and what is shown of any part of it. Pure.

import { type RunSteps, runAtOnce, type Steps, visitEach } from "../text/steps.js";
import { viewStrings } from "./notebook-strings.js";
import { formatPlaceholder } from "./placeholder.js";
import type { Redactor, SecretRange, SteppedRedactor } from "./redactor.js";
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

// Secrets that are signed in one step: some tenths of a millisecond.
const PIECES_PER_STEP = 64;

/** The file that placeholders are tied to, and how steps are taken. */
export interface RedactedFile {
  readonly path: string;
  readonly run: RunSteps;
}

/** Finds the secrets of a text; its path ties their placeholders to a file. */
export function redactText(text: string, redactor: Redactor, file: string | RedactedFile): Promise<RedactedText> {
  return redactRegions({ text, regions: [{ start: 0, end: text.length }] }, redactor, file);
}

/** A text that is too long to be looked at as a whole. */
export interface LongText {
  readonly text: string;
  /** What is looked at by itself; regions may overlap. */
  readonly regions: readonly TextSpan[];
  /** It is of a larger file, so that nothing tells whether that is a notebook. */
  readonly isPart?: boolean | undefined;
}

/** Finds the secrets of regions of a text. */
export async function redactRegions(
  { text, regions, isPart = false }: LongText,
  redactor: Redactor,
  file: string | RedactedFile,
): Promise<RedactedText> {
  const { path, run } = typeof file === "string" ? { path: file, run: runAtOnce } : file;
  const ranges: SecretRange[] = [];
  for (const { start, end } of regions) {
    const first = text.startsWith(BYTE_ORDER_MARK, start) ? start + 1 : start;
    for (const range of await findInRegion({ region: text.slice(first, end), isPart }, redactor, run))
      ranges.push({ kind: range.kind, start: first + range.start, end: first + range.end });
  }
  const tags = new Map<string, string>();
  const sign = (secret: string): string => {
    const tag = tags.get(secret) ?? redactor.sign(path, secret);
    tags.set(secret, tag);
    return tag;
  };
  return { text, pieces: await run(hidePieces(text, ranges, sign)) };
}

/**
 * Finds in the cells of a notebook the same as in their JSON. A part of a larger file may be of one, and may begin inside of
 * a string: it is viewed both ways.
 */
async function findInRegion(
  { region, isPart }: { readonly region: string; readonly isPart: boolean },
  { findSecrets }: SteppedRedactor,
  run: RunSteps,
): Promise<readonly SecretRange[]> {
  const found = [...(await findSecrets(region, run))];
  if (!(isPart || region.includes('"cell_type"'))) return found;
  for (const first of isPart ? [0, region.indexOf('"') + 1] : [0]) {
    const strings = await run(viewStrings(region.slice(first)));
    for (const { kind, ...span } of await findSecrets(strings.text, run))
      for (const { start, end } of strings.locate(span)) found.push({ kind, start: first + start, end: first + end });
  }
  return found;
}

function* hidePieces(
  text: string,
  ranges: readonly SecretRange[],
  sign: (secret: string) => string,
): Steps<readonly HiddenPiece[]> {
  const hidden: HiddenPiece[] = [];
  for (const piece of yield* planPieces(text, ranges)) {
    const secret = text.slice(piece.start, piece.end);
    hidden.push({ ...piece, secret, placeholder: formatPlaceholder(piece.kind, sign(secret)) });
    if (hidden.length % PIECES_PER_STEP === 0) yield;
  }
  return hidden;
}

/** Shows a part of a text. A secret that the edge of the part cuts is hidden whole: its placeholder stands at the edge. */
export function showPart(redacted: RedactedText, span: TextSpan): string {
  return runAtOnce(replacePieces(redacted, span, ({ placeholder }) => placeholder));
}

/** Answers the pieces that touch a part of the text. */
export function piecesIn(pieces: readonly HiddenPiece[], { start, end }: TextSpan): readonly HiddenPiece[] {
  return pieces.slice(
    countBefore(pieces, (piece) => piece.end <= start),
    countBefore(pieces, (piece) => piece.start < end),
  );
}

/** Counts the first pieces of which something holds, by halves. */
function countBefore(pieces: readonly HiddenPiece[], isBefore: (piece: HiddenPiece) => boolean): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && isBefore(piece)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Answers a part of a text in which each secret that it touches is replaced. */
export function* replacePieces(
  { text, pieces }: RedactedText,
  { start, end }: TextSpan,
  replace: (piece: HiddenPiece) => string,
): Steps<string> {
  const parts: string[] = [];
  let position = start;
  yield* visitEach(piecesIn(pieces, { start, end }), (piece) => {
    parts.push(text.slice(position, Math.max(position, piece.start)), replace(piece));
    position = piece.end;
  });
  parts.push(text.slice(position, Math.max(position, end)));
  return parts.join("");
}

/** Shows a whole text. */
export function showText(redacted: RedactedText): string {
  return showPart(redacted, { start: 0, end: redacted.text.length });
}

/** Takes a part of a text. A piece that its edge cuts reaches beyond it. */
export function takePart(redacted: RedactedText, { start, end }: TextSpan): RedactedText {
  const { text, pieces } = redacted;
  if (start === 0 && end === text.length) return redacted;
  const touched = pieces.filter((piece) => piece.start < end && piece.end > start);
  const moved = touched.map((piece) => ({ ...piece, start: piece.start - start, end: piece.end - start }));
  return { text: text.slice(start, end), pieces: moved };
}
