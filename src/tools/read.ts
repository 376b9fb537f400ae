// The read tool: a window of a text file, an image, a PDF, or the facts of any other file. Through a store only.

import { FsError } from "../errors.js";
import {
  BINARY_PREFIX_BYTES,
  MAX_MEDIA_BYTES,
  MAX_READ_LINES,
  MAX_READ_TOOL_BYTES,
  MAX_TOOL_WRITE_BYTES,
} from "../limits.js";
import type { FileStore } from "../stores/file-store.js";
import { storeForRequest } from "../stores/store-lock.js";
import type { HeldFile } from "../workspace/workspace.js";
import { defineTool, type ToolCall } from "./define-tool.js";
import { useFile } from "./file-source.js";
import type { FileTool } from "./file-tool.js";
import { detectMediaType } from "./media-type.js";
import { assertContinuesPage } from "./page-continuation.js";
import { type LineNumbers, presentRead } from "./present-read.js";
import { type ReadBinaryOutput, type ReadMediaOutput, type ReadOutput, readOutputSchema } from "./read-output.js";
import { type Redact, readTextWindow, redactWindow } from "./read-text-window.js";
import * as z from "./schema.js";
import { stampRead } from "./stamp-read.js";
import { recordStamp, type StepContext } from "./step-stamps.js";
import type { ToolFailure } from "./tool-failure.js";
import { assertStore, formatBytes, resolveLimit } from "./tool-options.js";

/** What the model asks the read tool for. */
export interface ReadInput {
  readonly path: string;
  /** 1-based first line; negative counts from the end. */
  readonly offset?: number | undefined;
  /** Lines at most. */
  readonly limit?: number | undefined;
  /** 0-based position inside an over-long line, as an earlier answer gave it. */
  readonly byteOffset?: number | undefined;
}

/** Configures the read tool. */
export interface ReadToolOptions {
  readonly store: FileStore;
  /** Lines of one answer at most; default 2000. */
  readonly maxLines?: number | undefined;
  /** Bytes of one answer at most; default 64 KiB. */
  readonly maxBytes?: number | undefined;
  /** Which lines the model sees numbered; default `every`. */
  readonly lineNumbers?: LineNumbers | undefined;
  /**
   * Replaces what must not be seen in a text, before it leaves the tool. NOT guaranteed: a secret that lies across the
   * edge of two windows is seen in two halves, and images, PDFs and the first bytes of other files are not redacted.
   */
  readonly redact?: Redact | undefined;
}

/** The read tool. */
export type ReadTool = FileTool<ReadInput, ReadOutput | ToolFailure>;

const readInputSchema: z.Schema<ReadInput> = z.object({
  path: z.string().describe("Relative to the root"),
  offset: z.int().optional().describe("First line, from 1; negative counts from the end"),
  limit: z.int().min(1).optional().describe("Number of lines"),
  byteOffset: z.int().min(0).optional().describe("Continues inside a cut line, as told"),
});

const LINE_NUMBERS_NOTES: Readonly<Record<LineNumbers, string>> = {
  every: " Lines come as N<TAB>text; the number is not part of the file.",
  tenth: " Lines come after a tab, every tenth as N<TAB>text; number and tab are not part of the file.",
  none: "",
};

interface ReadLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
}

/**
 * Creates the tool that reads files. A window of a large file costs the window, plus once the lines in front of it.
 * @throws {TypeError} when an option is wrong
 */
export function createReadTool(options: ReadToolOptions): ReadTool {
  assertStore(options.store);
  const { lineNumbers = "every" } = options;
  if (!Object.hasOwn(LINE_NUMBERS_NOTES, lineNumbers)) throw new TypeError(`lineNumbers cannot be ${lineNumbers}.`);
  const limits = {
    maxLines: resolveLimit("maxLines", options.maxLines, MAX_READ_LINES),
    maxBytes: resolveLimit("maxBytes", options.maxBytes, MAX_READ_TOOL_BYTES),
  };
  return defineTool<ReadInput, ReadOutput>({
    description:
      `Reads a text file, image or PDF: at most ${limits.maxLines} lines or ${formatBytes(limits.maxBytes)} a call; ` +
      `a closing line says how to continue.${LINE_NUMBERS_NOTES[lineNumbers]}`,
    input: readInputSchema,
    output: readOutputSchema,
    run: (input, call) => runRecordedRead(input, call, { ...options, ...limits }),
    present: (output) => presentRead(output, lineNumbers),
    stamp: stampRead,
  });
}

/** Notes what a direct call read. A model's calls of one step were made before any of them was answered. */
async function runRecordedRead(
  input: ReadInput,
  call: ToolCall,
  options: ReadToolOptions & ReadLimits,
): Promise<ReadOutput> {
  const output = await runRead(input, call, options);
  const stamp = stampRead(output);
  if (call.messages === undefined && stamp !== null) recordStamp({ store: options.store, messages: undefined }, stamp);
  return output;
}

async function runRead(input: ReadInput, call: ToolCall, options: ReadToolOptions & ReadLimits): Promise<ReadOutput> {
  const file = { store: storeForRequest(options.store, call), path: input.path, signal: call.signal };
  const step = { store: options.store, messages: call.messages };
  const output = await useFile(file, (held) => readFile(held, { input, step, call, options }), maxWholeBytes(options));
  return "content" in output && options.redact !== undefined ? redactWindow(output, options.redact) : output;
}

interface ReadRequest {
  readonly input: ReadInput;
  readonly step: StepContext;
  readonly call: ToolCall;
  readonly options: ReadLimits;
}

async function readFile(file: HeldFile, { input, step, call, options }: ReadRequest): Promise<ReadOutput> {
  const { bytes: head, isBinary } = await file.readHead();
  const mediaType = detectMediaType(head);
  if (mediaType !== null) return readMedia(file, mediaType);
  if (isBinary) return describeBinary(file, head);
  const window = await readTextWindow(file, {
    head,
    startLine: input.offset === 0 ? 1 : input.offset,
    byteOffset: input.byteOffset,
    maxLines: Math.min(input.limit ?? options.maxLines, options.maxLines),
    maxBytes: options.maxBytes,
    maxDescribedBytes: maxWholeBytes(options),
    signal: call.signal,
  });
  assertContinuesPage(file, window.sha256 ?? null, {
    path: input.path,
    offset: input.offset,
    byteOffset: input.byteOffset,
    step,
  });
  return window;
}

/** A file that can be edited is read whole, so that its hash is known. */
function maxWholeBytes({ maxBytes }: ReadLimits): number {
  return Math.max(MAX_TOOL_WRITE_BYTES, maxBytes);
}

async function readMedia(file: HeldFile, mediaType: string): Promise<ReadMediaOutput> {
  const { path, sizeBytes } = file;
  if (sizeBytes > MAX_MEDIA_BYTES) {
    throw new FsError("file_too_large", `${path} is ${mediaType} of ${formatBytes(sizeBytes)}.`, {
      path,
      hint: `At most ${formatBytes(MAX_MEDIA_BYTES)} can be shown; make it smaller or read a part of it.`,
      details: { sizeBytes, maxBytes: MAX_MEDIA_BYTES },
    });
  }
  const bytes = await file.readBytes(0, sizeBytes);
  return { path, mediaType, base64: Buffer.from(bytes).toString("base64"), sizeBytes };
}

async function describeBinary(file: HeldFile, head: Uint8Array): Promise<ReadBinaryOutput> {
  const prefixBase64 = Buffer.from(head.subarray(0, BINARY_PREFIX_BYTES)).toString("base64");
  const { path, sizeBytes } = file;
  return { path, binary: true, sizeBytes, sha256: await file.sha256(), prefixBase64 };
}
