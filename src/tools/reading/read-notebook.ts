// Reads a window of a notebook as cells. A line of it is a line of the rendered text, not of the file.

import { decodeText, detectTextFormat } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import { readLineWindow } from "../../text/line-window.js";
import { SparseLineIndex } from "../../text/sparse-line-index.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { showWhole } from "../secrets/redact-window.js";
import { parseNotebook } from "./notebook-cells.js";
import type { ReadTextOutput } from "./read-output.js";
import { describeWindow, readTextWindow, type TextWindowRequest } from "./read-text-window.js";
import { renderNotebook } from "./render-notebook.js";

/** Reads a window of the cells of a notebook, unless a `byteOffset` asks for the file as it is, or it has none. */
export async function readNotebook(file: HeldFile, request: TextWindowRequest): Promise<ReadTextOutput> {
  if (request.byteOffset !== undefined) return readRaw(file, request);
  const bytes = await file.readBytes(0, file.sizeBytes);
  const format = detectTextFormat(bytes);
  const cells = format.encoding === "utf-8" ? parseNotebook(decodeText(bytes, format)) : null;
  if (cells === null) return { ...(await readTextWindow(file, request)), notebook: "invalid" };
  const sha256 = file.sizeBytes <= request.maxDescribedBytes ? { sha256: (await file.describe()).sha256 } : {};
  return { ...(await readCells(file, renderNotebook(cells), request)), ...sha256, notebook: "cells" };
}

/** Hides secrets in all of the cells before a window of them is taken. */
async function readCells(file: HeldFile, text: string, request: TextWindowRequest): Promise<ReadTextOutput> {
  const { redactor } = request;
  if (redactor === undefined) return readRendered(file, text, request);
  const shown = await showWhole(file.path, text, redactor);
  const window = await readRendered(file, shown, request);
  return shown === text ? window : { ...window, redacted: true };
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
