// Hides secrets in the lines that a search found, by looking at the files that they are from. Through a store only.

import { isFsError } from "../../errors.js";
import { MAX_REDACT_FILE_BYTES, REDACT_REGION_BYTES } from "../../limits.js";
import { hideFragments } from "../../redaction/cut-text.js";
import { formatCutPlaceholder } from "../../redaction/placeholder.js";
import { piecesIn, type RedactedText, showPart, takePart } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { TextSpan } from "../../redaction/secret-pieces.js";
import { detectTextFormat } from "../../text/encoding.js";
import type { RunSteps } from "../../text/steps.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
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
  for (let rest = hits, [first] = rest; first !== undefined; [first] = rest) {
    request.signal?.throwIfAborted();
    const known = await loadLines(first, request);
    const others = rest.findIndex((hit, index) => index > 0 && !known.holds(hit));
    shown.push(...(await redactInFile(others === -1 ? rest : rest.slice(0, others), known, request.signal)));
    rest = others === -1 ? [] : rest.slice(others);
  }
  return shown;
}

/** One line that is shown, by its number. */
type ShownLine = readonly [text: string, number: number];

/** Shows all lines of hits that lie in the same lines of a file. */
async function redactInFile(
  hits: readonly GrepOutputHit[],
  lines: KnownLines,
  signal: AbortSignal | undefined,
): Promise<readonly GrepOutputHit[]> {
  const given = hits.flatMap(({ line, text, before = [], after = [] }): readonly ShownLine[] =>
    [...before, ...text.split("\n"), ...after].map((one, index) => [one, line - before.length + index]),
  );
  const shown = await lines.show(given, (steps) => runInTurns(steps, signal));
  let start = 0;
  const take = (count: number): string[] => {
    start += count;
    return shown.slice(start - count, start);
  };
  return hits.map((hit) => {
    const before = take(hit.before?.length ?? 0);
    const text = take(hit.text.split("\n").length).join("\n");
    const after = take(hit.after?.length ?? 0);
    return {
      ...hit,
      text,
      ...(hit.before === undefined ? {} : { before }),
      ...(hit.after === undefined ? {} : { after }),
    };
  });
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
  holds({ path, line, text, before = [], after = [] }: GrepOutputHit): boolean {
    const isInside = (number: number): boolean => this.#spanOf(number) !== null;
    return (
      path === this.#path &&
      isInside(line - before.length) &&
      isInside(line + text.split("\n").length - 1 + after.length)
    );
  }

  /** Shows lines that a search answered, whole or cut: as the file has them, wherever that can be told. */
  async show(lines: readonly ShownLine[], run: RunSteps): Promise<readonly string[]> {
    const shown = lines.map((line) => this.#showWhole(line));
    for (const [number, indexes] of this.#groupCut(lines)) {
      const texts = indexes.map((index) => lines[index]?.[0] ?? "");
      const span = this.#spanOf(number);
      const pieces = span === null ? [] : piecesIn(this.#redacted.pieces, span);
      const hidden = await run(hideFragments(texts, pieces));
      for (const [at, index] of indexes.entries()) shown[index] = hidden[at] ?? "";
    }
    return shown;
  }

  /** Answers the places of lines that are cut, by the number of the line that each is a part of. */
  #groupCut(lines: readonly ShownLine[]): ReadonlyMap<number, readonly number[]> {
    const cut = new Map<number, number[]>();
    for (const [index, [text, number]] of lines.entries()) {
      const span = this.#spanOf(number);
      const part = uncut(text);
      if (span === null || part === text) continue;
      if (!this.#redacted.text.slice(span.start, span.end).includes(part)) continue;
      const places = cut.get(number);
      if (places === undefined) cut.set(number, [index]);
      else places.push(index);
    }
    return cut;
  }

  /** Of a cut line nothing is shown yet. */
  #showWhole([text, number]: ShownLine): string {
    const span = this.#spanOf(number);
    return span === null || uncut(text) !== text ? formatCutPlaceholder(UNKNOWN) : showPart(this.#redacted, span);
  }

  /** Answers where a line lies, without its ending. */
  #spanOf(number: number): TextSpan | null {
    const start = this.#starts[number - this.#firstLine];
    if (start === undefined) return null;
    const next = this.#starts[number - this.#firstLine + 1];
    const end = next === undefined ? this.#redacted.text.length : next - 1;
    return { start, end: this.#redacted.text.charAt(end - 1) === "\r" && end > start ? end - 1 : end };
  }
}

function uncut(text: string): string {
  return text.replace(/^…|…$/g, "");
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return starts;
}
