// Hides secrets in the lines that a search found, by looking at the files that they are from. Through a store only.

import { isFsError } from "../../errors.js";
import { MAX_TOOL_WRITE_BYTES, REDACT_MARGIN_BYTES } from "../../limits.js";
import { hideFragments } from "../../redaction/cut-text.js";
import {
  type HiddenPiece,
  piecesIn,
  type RedactedText,
  redactText,
  showPart,
  showText,
  type TextSpan,
} from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import type { RunSteps } from "../../text/steps.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { comparablePath } from "../freshness/freshness-stamp.js";
import type { FileRequest } from "../paths/find-file.js";
import { useFile } from "../reading/file-source.js";
import type { GrepOutputHit } from "../searching/grep-output.js";

// Lines around a hit in a large file that are looked at.
const MARGIN_LINES = 200;

/** Stands for the number of a line that is not, or no longer, what the search found. */
const UNKNOWN_LINE = 0;

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
  for (let rest = hits, [first] = rest; first !== undefined; [first] = rest) {
    request.signal?.throwIfAborted();
    const known = await loadLines(first, request);
    const others = rest.findIndex((hit, index) => index > 0 && !known.holds(hit));
    shown.push(...(await redactInFile(others === -1 ? rest : rest.slice(0, others), known, request)));
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
  { redactor, signal }: RedactHitsRequest,
): Promise<readonly GrepOutputHit[]> {
  const given = hits.flatMap(({ line, text, before = [], after = [] }): readonly ShownLine[] => [
    ...before.map((one, index): ShownLine => [one, line - before.length + index]),
    [text, line],
    ...after.map((one, index): ShownLine => [one, line + 1 + index]),
  ]);
  const shown = await lines.show(given, redactor, (steps) => runInTurns(steps, signal));
  let start = 0;
  const take = (count: number): string[] => {
    start += count;
    return shown.slice(start - count, start);
  };
  return hits.map((hit) => {
    const [before, [text = ""], after] = [take(hit.before?.length ?? 0), take(1), take(hit.after?.length ?? 0)];
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
    const { text, firstLine } = await useFile(file, (held) => readAround(held, hit), MAX_TOOL_WRITE_BYTES);
    const path = comparablePath(hit.path);
    const run: RunSteps = (steps) => runInTurns(steps, request.signal);
    return new KnownLines(hit.path, firstLine, await redactText(text, request.redactor, { path, run }));
  } catch (error) {
    if (!isFsError(error)) throw error;
    return new KnownLines(hit.path, hit.line, { text: "", pieces: [] });
  }
}

async function readAround(
  file: HeldFile,
  { line }: GrepOutputHit,
): Promise<{ readonly text: string; readonly firstLine: number }> {
  if (file.sizeBytes <= MAX_TOOL_WRITE_BYTES) {
    const bytes = await file.readBytes(0, file.sizeBytes);
    return { text: decodeText(bytes, detectTextFormat(bytes)), firstLine: 1 };
  }
  const { bytes: head } = await file.readHead();
  const { encoding } = detectTextFormat(head, { complete: false });
  const startLine = Math.max(1, line - MARGIN_LINES);
  const window = await file.readLines({
    startLine,
    maxLines: 2 * MARGIN_LINES,
    maxBytes: 4 * REDACT_MARGIN_BYTES,
    encoding,
  });
  return { text: decodeText(window.bytes, { encoding, bom: false }), firstLine: startLine };
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

  /** Shows lines that a search answered, whole or cut; those of which nothing is known are judged by themselves. */
  async show(lines: readonly ShownLine[], redactor: Redactor, run: RunSteps): Promise<readonly string[]> {
    const shown = lines.map((line) => this.#showWhole(line));
    for (const [number, indexes] of this.#groupCut(lines, shown)) {
      const texts = indexes.map((index) => lines[index]?.[0] ?? "");
      const hidden = await run(hideFragments(texts, this.#piecesOf(number)));
      for (const [at, index] of indexes.entries()) {
        const text = hidden[at] ?? "";
        shown[index] = number === UNKNOWN_LINE ? await this.#showAlone(text, redactor, run) : text;
      }
    }
    return shown.map((text) => text ?? "");
  }

  /** Answers the places of what could not be shown whole, by the number of the line that it is a part of. */
  #groupCut(lines: readonly ShownLine[], shown: readonly (string | null)[]): ReadonlyMap<number, readonly number[]> {
    const cut = new Map<number, number[]>();
    for (const [index, [text, number]] of lines.entries()) {
      if (shown[index] !== null) continue;
      const key = this.#holdsPart(text, number) ? number : UNKNOWN_LINE;
      const places = cut.get(key);
      if (places === undefined) cut.set(key, [index]);
      else places.push(index);
    }
    return cut;
  }

  /** Answers `null` where a line is not as the file has it, whole. */
  #showWhole([text, number]: ShownLine): string | null {
    const span = this.#spanOf(number, text.split("\n").length);
    return span !== null && this.#redacted.text.slice(span.start, span.end) === text
      ? showPart(this.#redacted, span)
      : null;
  }

  #holdsPart(text: string, number: number): boolean {
    const span = this.#spanOf(number);
    return span !== null && this.#redacted.text.slice(span.start, span.end).includes(text.replace(/^…|…$/g, ""));
  }

  #piecesOf(number: number): readonly HiddenPiece[] {
    const { pieces } = this.#redacted;
    const span = number === UNKNOWN_LINE ? null : this.#spanOf(number);
    return span === null ? pieces : piecesIn(pieces, span);
  }

  async #showAlone(text: string, redactor: Redactor, run: RunSteps): Promise<string> {
    return showText(await redactText(text, redactor, { path: comparablePath(this.#path), run }));
  }

  /** Answers where so many lines lie, without the ending of the last one. */
  #spanOf(number: number, count = 1): TextSpan | null {
    const start = this.#starts[number - this.#firstLine];
    if (start === undefined) return null;
    const next = this.#starts[number - this.#firstLine + count];
    const end = next === undefined ? this.#redacted.text.length : next - 1;
    return { start, end: this.#redacted.text.charAt(end - 1) === "\r" && end > start ? end - 1 : end };
  }
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return starts;
}
