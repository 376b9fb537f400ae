// Edits the cells of a notebook as they are shown, and writes them back into its JSON, in which nothing else changes. Pure.

import { applyInSteps } from "../../edit/apply-edits.js";
import { EditDocument } from "../../edit/edit-document.js";
import { splitKeepingEndings } from "../../edit/line-changes.js";
import { lastAtMost } from "../../edit/line-index.js";
import { openFile } from "../../edit/open-file.js";
import { spliceBytes } from "../../edit/splice-bytes.js";
import type { EditOptions, EditOutcome, TextEdit } from "../../edit/text-edit.js";
import { createSpliceDiff } from "../../edit/unified-diff.js";
import { FsError, isFsError } from "../../errors.js";
import { MAX_NOTEBOOK_BYTES } from "../../limits.js";
import { joinPieces } from "../../text/byte-pieces.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import type { Steps } from "../../text/steps.js";
import { mapFailure } from "../presenting/map-failure.js";
import { parseNotebook, parseNotebookJson } from "../reading/notebook-cells.js";
import { type CellSource, isEscapedJson, locateSources, replaceSource } from "../reading/notebook-sources.js";
import { renderParts } from "../reading/render-notebook.js";

// The first plane of private use: one character stands for each line that is shown and is no source of a cell.
const FIRST_MARK = 0xf0000;
const LAST_MARK = 0xffffd;
const BARE_FEED = /(?<!\r)\n/;
const MARK = /[\u{f0000}-\u{ffffd}]/gu;

/**
 * Asserts that a change leaves a notebook one, with no more broken cells than before.
 * @throws {FsError} parse_error – when it does not
 */
export function assertCellsStay(path: string, before: Uint8Array, after: Uint8Array): void {
  const broken = countBrokenCells(before);
  if (countBrokenCells(after) <= broken) return;
  throw new FsError("parse_error", `The change would make ${path} an invalid notebook.`, {
    path,
    status: 422,
    hint: "Nothing was written. Edit the text of one cell as read shows it, or keep the JSON valid: read with byteOffset: 0 shows it.",
  });
}

/** Answers `Infinity` for what is no JSON, and less for JSON of another form, such as a notebook of an older format. */
function countBrokenCells(bytes: Uint8Array): number {
  const text = decode(bytes);
  const cells = parseNotebook(text);
  if (cells !== null) return cells.filter(({ problem }) => problem !== undefined).length;
  return parseNotebookJson(text) !== null ? Number.MAX_VALUE : Number.POSITIVE_INFINITY;
}

function decode(bytes: Uint8Array): string {
  return decodeText(bytes, detectTextFormat(bytes));
}

/**
 * Plans edits of a notebook: of the text of its cells where that has the old text, of its JSON otherwise.
 * @throws {FsError} as the edit engine; ambiguous_text_match names the cells
 */
export function* planNotebookEdits(
  content: Uint8Array,
  edits: readonly TextEdit[],
  options: EditOptions,
): Steps<EditOutcome> {
  const planJson = (): Steps<Attempt> => attempt(applyInSteps(content, edits, options));
  const notebook = maskNotebook(
    content,
    edits.flatMap(({ oldText, newText }) => [oldText, newText]),
  );
  if (notebook === null) return settle(yield* planJson());
  yield;
  const ofCells = yield* attempt(planCellEdits(content, notebook, { edits, options }));
  if (isExact(ofCells) || isAmbiguous(ofCells)) return settle(ofCells);
  const ofJson = yield* planJson();
  if (isExact(ofJson) || ("error" in ofCells && "outcome" in ofJson)) return settle(ofJson);
  return settle(ofCells);
}

type Attempt = { readonly outcome: EditOutcome } | { readonly error: unknown };

function* attempt(plan: Steps<EditOutcome>): Steps<Attempt> {
  try {
    return { outcome: yield* plan };
  } catch (error) {
    return { error };
  }
}

function settle(result: Attempt): EditOutcome {
  if ("error" in result) throw result.error;
  return result.outcome;
}

function isExact(result: Attempt): boolean {
  return "outcome" in result && result.outcome.replacements.every(({ matchedBy }) => matchedBy === "exact");
}

function isAmbiguous(result: Attempt): boolean {
  return "error" in result && isFsError(result.error) && result.error.kind !== "text_not_found";
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The source of a cell, and where it is shown. */
interface ShownSource extends CellSource {
  readonly text: string;
  /** 1-based number of the cell. */
  readonly cell: number;
  /** Marks that stand before it. */
  readonly marks: number;
  /** Its first line as it is shown, 1-based. */
  readonly line: number;
}

/** A notebook as text in which only the sources of cells can be matched, with the lines that are shown. */
interface MaskedNotebook {
  readonly json: string;
  readonly text: string;
  readonly sources: readonly ShownSource[];
  /** The lines that the marks stand for. */
  readonly lines: readonly string[];
}

/** Answers `null` for what is no notebook, or uses the characters of the marks. */
function maskNotebook(content: Uint8Array, given: readonly string[]): MaskedNotebook | null {
  const json = decode(content);
  const cells =
    content.length <= MAX_NOTEBOOK_BYTES && [json, ...given].every((text) => text.search(MARK) === -1)
      ? parseNotebook(json)
      : null;
  if (cells === null) return null;
  const located = locateSources(json);
  const sound = cells.flatMap((cell, index) =>
    cell.problem === undefined ? [{ text: cell.source, cell: index + 1, at: located[index] }] : [],
  );
  const lines: string[] = [];
  const sources: ShownSource[] = [];
  const texts: string[] = [];
  let line = 1;
  for (const { text, isSource } of renderParts(cells)) {
    const source = isSource ? sound[sources.length] : undefined;
    if (source?.at != null)
      sources.push({ ...source.at, text: source.text, cell: source.cell, marks: lines.length, line });
    const shown = splitKeepingEndings(text);
    line += shown.length;
    texts.push(isSource ? text : shown.map((one) => markLine(lines, one)).join(""));
  }
  return lines.length > LAST_MARK - FIRST_MARK ? null : { json, text: texts.join(""), sources, lines };
}

function markLine(lines: string[], line: string): string {
  lines.push(line.replace(/\n$/, ""));
  return `${String.fromCodePoint(FIRST_MARK + lines.length - 1)}\n`;
}

interface CellEdits {
  readonly edits: readonly TextEdit[];
  readonly options: EditOptions;
}

function* planCellEdits(
  content: Uint8Array,
  notebook: MaskedNotebook,
  { edits, options }: CellEdits,
): Steps<EditOutcome> {
  const { replacements, pieces } = yield* explain(notebook, applyInSteps(encode(notebook.text), edits, options));
  const texts = readSources(notebook, new TextDecoder().decode(joinPieces(pieces)), options.path);
  const isEscaped = isEscapedJson(notebook.json);
  const splices = notebook.sources.flatMap((source, index) => {
    const text = texts[index] ?? source.text;
    return text === source.text ? [] : [replaceSource(notebook.json, source, { text, isEscaped })];
  });
  const file = openFile(content);
  const document = new EditDocument(file.text);
  const shown = yield* createSpliceDiff(document, splices, {
    path: options.path,
    maxLines: options.maxDiffLines,
    maxBytes: options.maxDiffBytes,
  });
  const placeOf = createPlaceFinder(notebook);
  if (shown.firstChangedLine === null)
    throw new FsError("no_change", "the edits leave the notebook as it is", {
      path: options.path,
      hint: "Read it again: what the edits ask for is there already.",
    });
  return {
    pieces: yield* spliceBytes(file, splices),
    replacements: replacements.map((one) => ({ ...one, line: document.lines.lineAt(placeOf(one.line)) + 1 })),
    firstChangedLine: shown.firstChangedLine,
    diff: shown.diff,
    diffTruncated: shown.truncated,
    lineChanges: shown.changes,
  };
}

/** Finds the places in the JSON of lines that are shown. */
function createPlaceFinder({ sources }: MaskedNotebook): (line: number) => number {
  const firstLines = Int32Array.from(sources, ({ line }) => line);
  return (line) => {
    const source = sources[lastAtMost(firstLines, line)];
    const string = source?.strings[Math.min(line - source.line, source.strings.length - 1)];
    return string?.start ?? source?.start ?? 0;
  };
}

/**
 * Answers the sources of an edited text, in order.
 * @throws {FsError} text_not_found – when an edit reached beyond a cell
 */
function readSources({ text, sources }: MaskedNotebook, edited: string, path: string): readonly string[] {
  const between = edited.split(MARK);
  const isKept = (edited.match(MARK) ?? []).join("") === (text.match(MARK) ?? []).join("");
  if (!isKept || between.slice(1).some((one) => !one.startsWith("\n"))) {
    throw new FsError("text_not_found", "An edit reaches beyond one cell.", {
      path,
      hint: "Nothing was written. Give an edit of its own for each cell, without titles and outputs.",
    });
  }
  return sources.map((source) => {
    const shown = between[source.marks]?.slice(1) ?? "";
    // Shown with an end of line that the source has not.
    const text = source.text === "" || source.text.endsWith("\n") ? shown : shown.replace(/\n$/, "");
    // A last line without an ending of its own has none to give to lines that are set beside it.
    return /\r\n/.test(source.text) && !BARE_FEED.test(source.text)
      ? text.replace(new RegExp(BARE_FEED, "g"), "\r\n")
      : text;
  });
}

function* explain(notebook: MaskedNotebook, plan: Steps<EditOutcome>): Steps<EditOutcome> {
  try {
    return yield* plan;
  } catch (error) {
    const { lines, sources } = notebook;
    const shown = mapFailure(error, (text) =>
      text.replace(MARK, (mark) => lines[(mark.codePointAt(0) ?? FIRST_MARK) - FIRST_MARK] ?? mark),
    );
    throw isFsError(shown) && shown.kind === "ambiguous_text_match" ? nameCells(shown, sources) : shown;
  }
}

function nameCells(error: FsError, sources: readonly ShownSource[]): FsError {
  const { kind, message, hint, path, status, details } = error;
  const lines = Array.isArray(details?.["lines"]) ? details["lines"].map(Number) : [];
  const cells = [...new Set(lines.flatMap((line) => sources.findLast((source) => source.line <= line)?.cell ?? []))];
  const place = cells.length === 1 ? `cell ${cells[0]}` : `cells ${cells.join(", ")}`;
  return new FsError(kind, cells.length === 0 ? message : `${message} (${place} of the notebook)`, {
    path,
    hint,
    status,
    details: { ...details, cells },
  });
}
