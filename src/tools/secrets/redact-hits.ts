// Hides secrets in the lines that a search found, by looking at the files that they are from. Through a store only.

import { isFsError } from "../../errors.js";
import { MAX_REDACT_FILE_BYTES, REDACT_REGION_BYTES } from "../../limits.js";
import { hideFragments } from "../../redaction/cut-text.js";
import {
  type HiddenPiece,
  type RedactedText,
  redactText,
  showPart,
  showText,
  takePart,
} from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { detectTextFormat } from "../../text/encoding.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { comparablePath } from "../freshness/freshness-stamp.js";
import type { FileRequest } from "../paths/find-file.js";
import { useFile } from "../reading/file-source.js";
import type { GrepOutputHit } from "../searching/grep-output.js";
import { redactContent, redactWindowText } from "./redact-window.js";

// Lines behind a hit in a large file that are looked at with it.
const NEXT_LINES = 400;

/** Says where the hits are from. */
export interface RedactHitsRequest extends Omit<FileRequest, "path"> {
  readonly redactor: Redactor;
}

/** Answers hits without secrets. A file that cannot be read again is judged by its hits alone. */
export async function redactHits(
  hits: readonly GrepOutputHit[],
  request: RedactHitsRequest,
): Promise<readonly GrepOutputHit[]> {
  const shown: GrepOutputHit[] = [];
  let known = new KnownLines("", 1, { text: "", pieces: [] });
  for (const hit of hits) {
    request.signal?.throwIfAborted();
    if (!known.holds(hit)) known = await loadLines(hit, request);
    shown.push(await redactHit(hit, known, request.redactor));
  }
  return shown;
}

async function redactHit(hit: GrepOutputHit, lines: KnownLines, redactor: Redactor): Promise<GrepOutputHit> {
  const { line, before, after } = hit;
  const show = (text: string, number: number): Promise<string> => lines.show(text, number, redactor);
  const showAll = (texts: readonly string[], first: number): Promise<string[]> =>
    Promise.all(texts.map((text, index) => show(text, first + index)));
  return {
    ...hit,
    text: await show(hit.text, line),
    ...(before === undefined ? {} : { before: await showAll(before, line - before.length) }),
    ...(after === undefined ? {} : { after: await showAll(after, line + 1) }),
  };
}

async function loadLines(hit: GrepOutputHit, request: RedactHitsRequest): Promise<KnownLines> {
  const file = { store: request.store, path: hit.path, signal: request.signal };
  try {
    return await useFile(file, (held) => readAround(held, hit, request.redactor), MAX_REDACT_FILE_BYTES);
  } catch (error) {
    if (!isFsError(error)) throw error;
    return new KnownLines(hit.path, hit.line, { text: "", pieces: [] });
  }
}

async function readAround(file: HeldFile, hit: GrepOutputHit, redactor: Redactor): Promise<KnownLines> {
  if (file.sizeBytes <= MAX_REDACT_FILE_BYTES) {
    const bytes = await file.readBytes(0, file.sizeBytes);
    const format = detectTextFormat(bytes);
    return new KnownLines(hit.path, 1, await redactContent(bytes, { path: hit.path, format, redactor }));
  }
  const { bytes: head } = await file.readHead();
  const { encoding } = detectTextFormat(head, { complete: false });
  const startLine = hit.line - (hit.before?.length ?? 0);
  const window = await file.readLines({
    startLine,
    maxLines: NEXT_LINES,
    maxBytes: REDACT_REGION_BYTES,
    encoding,
  });
  const { redacted, span } = await redactWindowText(file, { window, encoding, redactor });
  return new KnownLines(hit.path, startLine, takePart(redacted, span));
}

/** The lines of a file, or of a part of it, that are known with their secrets. */
class KnownLines {
  readonly #path: string;
  readonly #firstLine: number;
  readonly #redacted: RedactedText;
  readonly #starts: readonly number[];

  constructor(path: string, firstLine: number, redacted: RedactedText) {
    this.#path = path;
    this.#firstLine = firstLine;
    this.#redacted = redacted;
    this.#starts = listLineStarts(redacted.text);
  }

  /** Tells whether a hit and its surroundings lie in these lines. */
  holds({ path, line, before = [], after = [] }: GrepOutputHit): boolean {
    const isInside = (number: number): boolean => this.#spanOf(number) !== null;
    return path === this.#path && isInside(line - before.length) && isInside(line + after.length);
  }

  /** Shows a line that a search answered, whole or cut; one of which nothing is known is judged by itself. */
  async show(text: string, number: number, redactor: Redactor): Promise<string> {
    const span = this.#spanOf(number);
    const line = span === null ? null : this.#redacted.text.slice(span.start, span.end);
    if (span !== null && line === text) return showPart(this.#redacted, span);
    const isPart = line?.includes(text.replace(/^…|…$/g, "")) === true;
    const pieces = isPart && span !== null ? this.#piecesIn(span.start, span.end) : this.#redacted.pieces;
    const hidden = hideFragments(text, pieces);
    return isPart ? hidden : showText(await redactText(hidden, redactor, comparablePath(this.#path)));
  }

  #spanOf(number: number): { readonly start: number; readonly end: number } | null {
    const start = this.#starts[number - this.#firstLine];
    if (start === undefined) return null;
    const next = this.#starts[number - this.#firstLine + 1];
    const end = next === undefined ? this.#redacted.text.length : next - 1;
    return { start, end: this.#redacted.text.charAt(end - 1) === "\r" && end > start ? end - 1 : end };
  }

  #piecesIn(start: number, end: number): readonly HiddenPiece[] {
    return this.#redacted.pieces.filter((piece) => piece.start < end && piece.end > start);
  }
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return starts;
}
