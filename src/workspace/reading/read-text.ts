// Text of a file, whole or in windows that cost what they show.

import { FsError } from "../../errors.js";
import { decodeText, detectTextFormat, type TextFormat } from "../../text/encoding.js";
import { detectLineEnding } from "../../text/line-ending.js";
import type { LineWindow } from "../../text/line-window.js";
import { sha256Of } from "../../text/sha256.js";
import { detectWindowFormat } from "../../text/window-format.js";
import type { OpenFile } from "../directories/directory.js";
import { resolveWholeNumber } from "../gate/call-arguments.js";
import type { Access, Gate } from "../gate/gate.js";
import { detectBinary, enforceReadBytesSize } from "../gate/policy.js";
import { isPathIgnored } from "../ignoring/ignore-chain.js";
import type { HeldFile, ReadTextOptions, ReadTextResult } from "../interfaces/workspace.js";
import { useHeldFile } from "./held-file.js";
import { readWholeFile } from "./read-file.js";
import { withFile } from "./read-operations.js";
import { assertContinues, decodeCursor, encodeCursor } from "./text-cursor.js";

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

function assertText(isBinary: boolean, path: string): void {
  if (!isBinary) return;
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
  assertText(detectBinary(bytes), path);
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

function describeWindow(file: HeldFile, window: LineWindow, head: TextFormat): ReadTextResult {
  const format = detectWindowFormat(head, window.bytes);
  const content = decodeText(window.bytes, { encoding: format.encoding, bom: false });
  const isTruncated = window.truncatedBy !== undefined;
  const next = { line: window.nextLine ?? 1, byte: window.endByte };
  return {
    content,
    meta: {
      sizeBytes: file.sizeBytes,
      ...format,
      lineEnding: detectLineEnding(content),
      truncated: isTruncated,
      ...(window.totalLines === undefined ? {} : { lineCount: window.totalLines }),
      ...(isTruncated ? { nextCursor: encodeCursor({ ...next, mark: file.mark(window.endByte) }) } : {}),
    },
  };
}

async function readTextWindow(file: HeldFile, options: ReadTextOptions, maxBytes: number): Promise<ReadTextResult> {
  const cursor = options.cursor === undefined ? undefined : decodeCursor(options.cursor);
  if (cursor !== undefined) assertContinues(cursor, file);
  const { bytes: head, isBinary } = await file.readHead();
  assertText(isBinary, file.path);
  const format = detectTextFormat(head, { complete: head.length === file.sizeBytes });
  const window = await file.readLines({
    maxBytes,
    encoding: format.encoding,
    startLine: cursor?.line ?? options.line,
    startByte: cursor?.byte,
    maxLines: options.limit,
    signal: options.signal,
  });
  return describeWindow(file, window, format);
}

function isIgnored(gate: Gate, { place }: Access): boolean {
  return isPathIgnored(gate.parts.ignore, place.ancestors, { components: place.components, isDirectory: false });
}

/** Reads a text file, or a window of one. */
export async function readText(gate: Gate, givenPath: string, options: ReadTextOptions): Promise<ReadTextResult> {
  const cap = gate.parts.limits.maxReadBytes;
  return withFile(gate, { path: givenPath, intent: "read", signal: options.signal }, async (file, access) => {
    assertOptions(options);
    const maxBytes = Math.min(options.maxBytes ?? cap, cap);
    const { path } = access.place;
    const startsAtTop = options.cursor === undefined && (options.line ?? 1) === 1 && options.limit === undefined;
    const { size } = file.stat();
    if (!isWindowed(options)) enforceReadBytesSize(size, path, cap);
    const held = { file, path, notes: gate.parts.fileNotes, signal: options.signal };
    const result =
      startsAtTop && size <= maxBytes
        ? await readWholeText({ file, path, options, maxBytes })
        : await useHeldFile(held, (version) => readTextWindow(version, options, maxBytes));
    access.facts.bytesRead = Buffer.byteLength(result.content);
    if (!isIgnored(gate, access)) return result;
    access.facts.matchedIgnore = true;
    return { content: result.content, meta: { ...result.meta, matchedIgnore: true } };
  });
}
