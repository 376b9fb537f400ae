// Hides secrets in the lines that a search found, by looking at the files that they are from. Through a store only.

import { isFsError } from "../../errors.js";
import { MAX_REDACT_FILE_BYTES, REDACT_REGION_BYTES } from "../../limits.js";
import { hideFragments } from "../../redaction/cut-text.js";
import { formatCutPlaceholder } from "../../redaction/placeholder.js";
import { type HiddenPiece, type RedactedText, showPart, takePart } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { detectTextFormat } from "../../text/encoding.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import type { FileRequest } from "../paths/find-file.js";
import { useFile } from "../reading/file-source.js";
import type { GrepOutputHit } from "../searching/grep-output.js";
import { redactContent, redactWindowText } from "./redact-window.js";

// In the place of text that could not be looked at.
const UNKNOWN = "unknown";

// Lines behind a hit in a large file that are looked at with it.
const NEXT_LINES = 400;

/** Says where the hits are from. */
export interface RedactHitsRequest extends Omit<FileRequest, "path"> {
  readonly redactor: Redactor;
}

/** Answers hits without secrets. Of a line that cannot be found again, as in a file that is gone by now, nothing is shown. */
export async function redactHits(
  hits: readonly GrepOutputHit[],
  request: RedactHitsRequest,
): Promise<readonly GrepOutputHit[]> {
  const shown: GrepOutputHit[] = [];
  let known = new KnownLines("", 1, { text: "", pieces: [] });
  for (const hit of hits) {
    request.signal?.throwIfAborted();
    if (!known.holds(hit)) known = await loadLines(hit, request);
    shown.push(redactHit(hit, known));
  }
  return shown;
}

function redactHit(hit: GrepOutputHit, lines: KnownLines): GrepOutputHit {
  const { line, before, after } = hit;
  const showAll = (texts: readonly string[], first: number): string[] =>
    texts.map((text, index) => lines.show(text, first + index));
  return {
    ...hit,
    text: lines.show(hit.text, line),
    ...(before === undefined ? {} : { before: showAll(before, line - before.length) }),
    ...(after === undefined ? {} : { after: showAll(after, line + 1) }),
  };
}

async function loadLines(hit: GrepOutputHit, request: RedactHitsRequest): Promise<KnownLines> {
  const file = { store: request.store, path: hit.path, signal: request.signal };
  try {
    return await useFile(file, (held) => readAround(held, hit, request.redactor), MAX_REDACT_FILE_BYTES);
  } catch (error) {
    if (!isFsError(error)) throw error;
    return new KnownLines(hit.path, Number.POSITIVE_INFINITY, { text: "", pieces: [] });
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

  /** Shows a line that a search answered, whole or cut: as the file has it, wherever that can be told. */
  show(text: string, number: number): string {
    const span = this.#spanOf(number);
    if (span === null) return formatCutPlaceholder(UNKNOWN);
    const part = text.replace(/^…|…$/g, "");
    if (part === text) return showPart(this.#redacted, span);
    const isFound = this.#redacted.text.slice(span.start, span.end).includes(part);
    return isFound ? hideFragments(text, this.#piecesIn(span.start, span.end)) : formatCutPlaceholder(UNKNOWN);
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
