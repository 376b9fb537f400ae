// Reads one window of a text file for the read tool: lines, encoding, hash, redaction. What is shown is decided elsewhere.

import { MAX_TAIL_COUNT_BYTES } from "../../limits.js";
import type { Redactor } from "../../redaction/redactor.js";
import { decodeText, detectTextFormat, type TextEncodingName } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import type { LineWindow } from "../../text/line-window.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { showWindow } from "../secrets/redact-window.js";
import type { ReadTextOutput } from "./read-output.js";

/** Tells a redaction where its text comes from. */
export interface RedactContext {
  readonly path: string;
  /** Number of the first line of the text. */
  readonly startLine: number;
}

/** Replaces what must not be seen. It is given one window at a time: what a window's edge cuts is not seen whole. */
export type Redact = (text: string, context: RedactContext) => string | Promise<string>;

/** Says which window of a text file to read. */
export interface TextWindowRequest {
  /** The first bytes of the file, at least those that decide whether it is text. */
  readonly head: Uint8Array;
  readonly startLine: number | undefined;
  readonly byteOffset: number | undefined;
  readonly maxLines: number;
  readonly maxBytes: number;
  /** Bytes up to which a file is read whole once, to know its hash, its encoding for certain, and its lines. */
  readonly maxDescribedBytes: number;
  /** Hides secrets, whole ones even where the window holds a part of them. */
  readonly redactor: Redactor | undefined;
  /** What the window may be read into; nobody else uses it before the answer is there. */
  readonly memory?: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Reads a window of a text file. */
export async function readTextWindow(file: HeldFile, request: TextWindowRequest): Promise<ReadTextOutput> {
  const facts = file.sizeBytes <= request.maxDescribedBytes ? await file.describe() : null;
  const fileEncoding = facts?.encoding ?? detectTextFormat(request.head, { complete: false }).encoding;
  const window = await readWindow(file, request, fileEncoding);
  const encoding = facts?.encoding ?? detectWindowEncoding(window, fileEncoding);
  const content = decodeText(window.bytes, { encoding, bom: false });
  const { redactor } = request;
  const shown = redactor === undefined ? content : await showWindow(file, { window, encoding, redactor });
  return {
    path: file.path,
    content: shown,
    ...(shown === content ? {} : { redacted: true }),
    ...describeWindow(window, isInsideLine(request)),
    ...(window.truncatedBy === undefined ? {} : { mark: file.mark(window.endByte) }),
    sizeBytes: file.sizeBytes,
    ...(facts === null ? {} : { sha256: facts.sha256 }),
    encoding,
    lineEnding: detectLineEnding(content),
  };
}

/** Lets a redaction change what is shown of a window, and says so where it did. */
export async function redactWindow(output: ReadTextOutput, redact: Redact): Promise<ReadTextOutput> {
  const { path, startLine } = output;
  const content = await redact(output.content, { path, startLine });
  return content === output.content ? output : { ...output, content, redacted: true };
}

// The head of a large file may be plain ASCII and say nothing, or no more than what it is not.
function detectWindowEncoding(window: LineWindow, headEncoding: TextEncodingName): TextEncodingName {
  const isOpen = headEncoding === "utf-8" || headEncoding === "windows-1252" || headEncoding === "unknown";
  return isOpen ? detectTextFormat(window.bytes).encoding : headEncoding;
}

function readWindow(file: HeldFile, request: TextWindowRequest, encoding: TextEncodingName): Promise<LineWindow> {
  const { byteOffset = 0, startLine, maxLines, maxBytes, memory, signal } = request;
  const startByte = isInsideLine(request) ? byteOffset - (isUtf16(encoding) ? byteOffset % 2 : 0) : undefined;
  return file.readLines({
    ...(startLine === undefined ? {} : { startLine }),
    ...(startByte === undefined ? {} : { startByte }),
    maxLines,
    maxBytes,
    encoding,
    maxCountBytes: MAX_TAIL_COUNT_BYTES,
    memory,
    signal,
  });
}

/** A `byteOffset` of 0 leads to no place inside a line; it only asks for the file as it is. */
function isInsideLine({ byteOffset = 0 }: TextWindowRequest): boolean {
  return byteOffset > 0;
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

/** Says where a window lies, in the words of the read tool. */
export function describeWindow(window: LineWindow, isInsideLine = false): WindowFields {
  return {
    startLine: window.startLine,
    endLine: window.endLine,
    ...(isInsideLine ? { startByteOffset: window.startByte } : {}),
    ...(window.totalLines === undefined ? {} : { totalLines: window.totalLines }),
    truncated: window.truncatedBy !== undefined,
    ...(window.truncatedBy === undefined ? {} : { truncatedBy: window.truncatedBy }),
    ...(window.nextLine === undefined ? {} : { nextOffset: window.nextLine }),
    ...(window.nextByte === undefined ? {} : { nextByteOffset: window.nextByte }),
  };
}

function isUtf16(encoding: TextEncodingName): boolean {
  return encoding === "utf-16le" || encoding === "utf-16be";
}
