// Reads one window of a text file for the read tool: lines, encoding, hash, redaction. What is shown is decided elsewhere.

import { MAX_SCAN_FILE_BYTES } from "../limits.js";
import { decodeText, detectTextFormat, type TextEncodingName } from "../text/encoding.js";
import { detectLineEnding } from "../text/line-ending.js";
import { type LineWindow, readLineWindow } from "../text/line-window.js";
import { type FileSource, hashSource } from "./file-source.js";
import type { ReadTextOutput } from "./read-output.js";

/** Tells a redaction where its text comes from. */
export interface RedactContext {
  readonly path: string;
  /** Number of the first line of the text. */
  readonly startLine: number;
}

/** Replaces what must not be seen. It is given one window at a time: what a window's edge cuts is not seen whole. */
export type Redact = (text: string, context: RedactContext) => string | Promise<string>;

/** Says which window of which file to read. */
export interface TextWindowRequest {
  readonly path: string;
  readonly source: FileSource;
  readonly head: Uint8Array;
  readonly startLine: number | undefined;
  readonly byteOffset: number | undefined;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly redact: Redact | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Reads a window of a text file. */
export async function readTextWindow(request: TextWindowRequest): Promise<ReadTextOutput> {
  const { path, source, redact } = request;
  const fileEncoding = detectFileEncoding(request);
  const window = await readWindow(request, fileEncoding);
  const encoding = source.content === null ? detectWindowEncoding(window, fileEncoding) : fileEncoding;
  const text = decodeText(window.bytes, { encoding, bom: false });
  const content = redact === undefined ? text : await redact(text, { path, startLine: window.startLine });
  return {
    path,
    content,
    ...describeWindow(window, request, encoding),
    sizeBytes: source.sizeBytes,
    ...(source.content === null ? {} : { sha256: await hashSource(source) }),
    encoding,
    lineEnding: detectLineEnding(text),
    ...(content === text ? {} : { redacted: true }),
  };
}

function detectFileEncoding({ source, head }: TextWindowRequest): TextEncodingName {
  if (source.content !== null) return detectTextFormat(source.content).encoding;
  return detectTextFormat(head, { complete: false }).encoding;
}

// The head of a large file may be plain ASCII and say nothing; only a byte order mark binds the rest.
function detectWindowEncoding(window: LineWindow, headEncoding: TextEncodingName): TextEncodingName {
  return isUtf16(headEncoding) ? headEncoding : detectTextFormat(window.bytes).encoding;
}

function readWindow(request: TextWindowRequest, encoding: TextEncodingName): Promise<LineWindow> {
  const { byteOffset, startLine, maxLines, maxBytes, signal } = request;
  const startByte = byteOffset === undefined ? undefined : byteOffset - (isUtf16(encoding) ? byteOffset % 2 : 0);
  return readLineWindow(request.source, {
    ...(startLine === undefined ? {} : { startLine }),
    ...(startByte === undefined ? {} : { startByte }),
    maxLines,
    maxBytes,
    encoding,
    maxCountBytes: MAX_SCAN_FILE_BYTES,
    signal,
  });
}

type WindowFields = Pick<
  ReadTextOutput,
  | "startLine"
  | "endLine"
  | "startByteOffset"
  | "totalLines"
  | "truncated"
  | "truncatedBy"
  | "nextOffset"
  | "nextByteOffset"
>;

function describeWindow(window: LineWindow, request: TextWindowRequest, encoding: TextEncodingName): WindowFields {
  const totalLines = window.totalLines ?? countLines(request.source.content, encoding);
  return {
    startLine: window.startLine,
    endLine: window.endLine,
    ...(request.byteOffset === undefined ? {} : { startByteOffset: window.startByte }),
    ...(totalLines === undefined ? {} : { totalLines }),
    truncated: window.truncatedBy !== undefined,
    ...(window.truncatedBy === undefined ? {} : { truncatedBy: window.truncatedBy }),
    ...(window.nextLine === undefined ? {} : { nextOffset: window.nextLine }),
    ...(window.nextByte === undefined ? {} : { nextByteOffset: window.nextByte }),
  };
}

/** Counts the lines of a file that is in memory; a final line ending starts no further line. */
function countLines(content: Uint8Array | null, encoding: TextEncodingName): number | undefined {
  if (content === null || isUtf16(encoding)) return undefined;
  let lines = content.length > 0 && content.at(-1) !== 0x0a ? 1 : 0;
  for (let at = content.indexOf(0x0a); at !== -1; at = content.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

function isUtf16(encoding: TextEncodingName): boolean {
  return encoding === "utf-16le" || encoding === "utf-16be";
}
