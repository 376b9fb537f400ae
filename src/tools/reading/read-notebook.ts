// Reads a window of a notebook as cells. A line of it is a line of the rendered text, not of the file.

import { isFsError } from "../../errors.js";
import { MAX_NOTEBOOK_VALUES } from "../../limits.js";
import { redactText } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { sealText } from "../../redaction/sealed-text.js";
import { findTextExcess } from "../../text/bounded-json.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import { readLineWindow } from "../../text/line-window.js";
import { SparseLineIndex } from "../../text/sparse-line-index.js";
import { isTurnDue, runInTurns, takeTurn } from "../../workspace/gate/take-turns.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { comparablePath } from "../freshness/freshness-stamp.js";
import { parseNotebook } from "./notebook-cells.js";
import { listSourceLines } from "./notebook-sources.js";
import type { ReadTextOutput } from "./read-output.js";
import { describeWindow, readTextWindow, type TextWindowRequest } from "./read-text-window.js";
import { renderNotebook } from "./render-notebook.js";

/** Reads a window of the cells of a notebook, unless a `byteOffset` asks for the file as it is, or it has none. */
export async function readNotebook(file: HeldFile, request: TextWindowRequest): Promise<ReadTextOutput> {
  if (request.byteOffset !== undefined) return readRaw(file, request);
  const bytes = await file.readBytes(0, file.sizeBytes);
  const format = detectTextFormat(bytes);
  const json = decodeText(bytes, format);
  const isTooLarge = findTextExcess(json, MAX_NOTEBOOK_VALUES) !== null;
  await giveWay(request.signal);
  const cells = format.encoding === "utf-8" && !isTooLarge ? parseNotebook(json) : null;
  await giveWay(request.signal);
  if (cells === null)
    return { ...(await readTextWindow(file, request)), notebook: isTooLarge ? "too_large" : "invalid" };
  const sha256 = file.sizeBytes <= request.maxDescribedBytes ? { sha256: (await file.describe()).sha256 } : {};
  const text = renderNotebook(cells);
  const shown = request.redactor === undefined ? text : await hideInCells(file.path, json, request.redactor);
  if (shown === null) return readRaw(file, request);
  await giveWay(request.signal);
  const window = await readRendered(file, shown, request);
  await giveWay(request.signal);
  const isWhole = window.startLine === 1 && !window.truncated && cells.every(({ problem }) => problem === undefined);
  return {
    ...window,
    ...sha256,
    notebook: "cells",
    ...(isWhole ? { sourceLines: listSourceLines(json) } : {}),
    ...(shown === text ? {} : { redacted: true }),
  };
}

/** Each step takes some tens of milliseconds for the largest notebooks. */
async function giveWay(signal: AbortSignal | undefined): Promise<void> {
  if (isTurnDue()) await takeTurn(signal);
}

/**
 * Hides in the cells what is hidden in their JSON, before a window of them is taken; `null` where the JSON cannot be sealed,
 * or is none any more.
 */
async function hideInCells(path: string, json: string, redactor: Redactor): Promise<string | null> {
  const redacted = await redactText(json, redactor, { path: comparablePath(path), run: runInTurns });
  try {
    const { sealed, show } = await runInTurns(sealText(redacted, path));
    const cells = parseNotebook(sealed);
    await giveWay(undefined);
    return cells === null ? null : show(renderNotebook(cells));
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

/** Whoever goes on in the raw text has to ask for it again. */
async function readRaw(file: HeldFile, request: TextWindowRequest): Promise<ReadTextOutput> {
  const window = await readTextWindow(file, request);
  return { ...window, ...(window.truncated ? { nextByteOffset: window.nextByteOffset ?? 0 } : {}), notebook: "raw" };
}

async function readRendered(file: HeldFile, text: string, request: TextWindowRequest): Promise<ReadTextOutput> {
  const rendered = Buffer.from(text);
  const { startLine, maxLines, maxBytes, signal } = request;
  const index = new SparseLineIndex("utf-8");
  index.observe(0, rendered);
  const source = { sizeBytes: rendered.length, read: (start: number, end: number) => readPart(rendered, start, end) };
  const window = await readLineWindow(
    { ...source, lineIndex: () => index },
    { startLine, maxLines, maxBytes, encoding: "utf-8", signal },
  );
  const content = decodeText(window.bytes, { encoding: "utf-8", bom: false });
  return {
    path: file.path,
    content,
    ...describeWindow(window),
    ...(window.truncatedBy === undefined ? {} : { mark: file.mark(file.sizeBytes) }),
    sizeBytes: file.sizeBytes,
    encoding: "utf-8",
    lineEnding: detectLineEnding(content),
  };
}

async function* readPart(bytes: Uint8Array, start: number, end: number): AsyncGenerator<Uint8Array, void, void> {
  yield bytes.subarray(start, end);
}
