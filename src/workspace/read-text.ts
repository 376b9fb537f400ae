// Text of a file, whole or in windows that cost what they show.

import { FsError } from "../errors.js";
import { BINARY_PROBE_BYTES } from "../limits.js";
import { decodeText, detectTextFormat, type TextFormat } from "../text/encoding.js";
import { detectLineEnding } from "../text/line-ending.js";
import { type LineWindow, readLineWindow } from "../text/line-window.js";
import { sha256Of } from "./atomic-write.js";
import { resolveWholeNumber } from "./call-arguments.js";
import type { OpenFile } from "./directory.js";
import type { Access, Gate } from "./gate.js";
import { isPathIgnored } from "./ignore-chain.js";
import { detectBinary, enforceReadBytesSize } from "./policy.js";
import { readRange, readWholeFile, readWindow } from "./read-file.js";
import { withFile } from "./read-operations.js";
import { assertSameFile, decodeCursor, encodeCursor } from "./text-cursor.js";
import type { ReadTextOptions, ReadTextResult } from "./workspace.js";

interface TextRequest {
  readonly file: OpenFile;
  readonly path: string;
  readonly options: ReadTextOptions;
  readonly maxBytes: number;
}

function assertOptions(options: ReadTextOptions): void {
  for (const name of ["line", "limit", "maxBytes"] as const) {
    resolveWholeNumber({ name, value: options[name], least: 1 }, undefined);
  }
  if (options.cursor !== undefined && options.line !== undefined) {
    throw new FsError("parse_error", "cursor and line exclude one another", { hint: "Give only one of them." });
  }
}

function isWindowed(options: ReadTextOptions): boolean {
  return [options.line, options.limit, options.maxBytes, options.cursor].some((option) => option !== undefined);
}

function assertText(bytes: Uint8Array, path: string): void {
  if (!detectBinary(bytes)) return;
  throw new FsError("binary_file", `${path}: it is not a text file`, { path, hint: "Read its bytes instead." });
}

function countLines(content: string): number {
  if (content === "") return 0;
  let count = 0;
  for (let index = content.indexOf("\n"); index !== -1; index = content.indexOf("\n", index + 1)) count += 1;
  return content.endsWith("\n") ? count : count + 1;
}

async function readWholeText({ file, path, options, maxBytes }: TextRequest): Promise<ReadTextResult> {
  const { bytes } = await readWholeFile(file, { path, maxBytes, signal: options.signal });
  assertText(bytes, path);
  const format = detectTextFormat(bytes);
  const content = decodeText(bytes, format);
  return {
    content,
    meta: {
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
      ...format,
      lineEnding: detectLineEnding(content),
      truncated: false,
      lineCount: countLines(content),
    },
  };
}

/** Answers the format of a window: a file whose head is plain ASCII may turn out to be a legacy one further down. */
function formatOfWindow(head: TextFormat, bytes: Uint8Array): TextFormat {
  if (head.encoding !== "utf-8") return head;
  return { encoding: detectTextFormat(bytes, { complete: false }).encoding, bom: head.bom };
}

function describeWindow(request: TextRequest, window: LineWindow, head: TextFormat): ReadTextResult {
  const { file } = request;
  const now = file.stat();
  const format = formatOfWindow(head, window.bytes);
  const content = decodeText(window.bytes, { encoding: format.encoding, bom: false });
  const cursor = {
    line: window.nextLine ?? 1,
    byte: window.endByte,
    identity: now.identity,
    size: now.size,
    mtimeMs: now.mtimeMs,
  };
  return {
    content,
    meta: {
      sizeBytes: now.size,
      ...format,
      lineEnding: detectLineEnding(content),
      truncated: window.truncatedBy !== undefined,
      ...(window.totalLines === undefined ? {} : { lineCount: window.totalLines }),
      ...(window.truncatedBy === undefined ? {} : { nextCursor: encodeCursor(cursor) }),
    },
  };
}

async function readTextWindow(request: TextRequest): Promise<ReadTextResult> {
  const { file, path, options, maxBytes } = request;
  const before = file.stat();
  const cursor = options.cursor === undefined ? undefined : decodeCursor(options.cursor);
  if (cursor !== undefined) assertSameFile(cursor, before, path);
  const head = await readWindow(file, { start: 0, length: Math.min(before.size, BINARY_PROBE_BYTES) });
  assertText(head, path);
  const format = detectTextFormat(head, { complete: head.length === before.size });
  const source = {
    sizeBytes: before.size,
    read: (start: number, end: number) => readRange(file, { start, end }, options.signal),
  };
  const window = await readLineWindow(source, {
    maxBytes,
    encoding: format.encoding,
    startLine: cursor?.line ?? options.line,
    startByte: cursor?.byte,
    maxLines: options.limit,
    signal: options.signal,
  });
  return describeWindow(request, window, format);
}

function isIgnored(gate: Gate, { place }: Access): boolean {
  return isPathIgnored(gate.parts.ignore, place.ancestors, { components: place.components, isDirectory: false });
}

/** Reads a text file, or a window of one. */
export async function readText(gate: Gate, path: string, options: ReadTextOptions): Promise<ReadTextResult> {
  const cap = gate.parts.limits.maxReadBytes;
  return withFile(gate, { path, intent: "read", signal: options.signal }, async (file, access) => {
    assertOptions(options);
    const maxBytes = Math.min(options.maxBytes ?? cap, cap);
    const request: TextRequest = { file, path: access.place.path, options, maxBytes };
    const startsAtTop = options.cursor === undefined && (options.line ?? 1) === 1 && options.limit === undefined;
    const { size } = file.stat();
    if (!isWindowed(options)) enforceReadBytesSize(size, access.place.path, cap);
    const result = startsAtTop && size <= maxBytes ? await readWholeText(request) : await readTextWindow(request);
    access.facts.bytesRead = Buffer.byteLength(result.content);
    if (!isIgnored(gate, access)) return result;
    access.facts.matchedIgnore = true;
    return { content: result.content, meta: { ...result.meta, matchedIgnore: true } };
  });
}
