// The read tool: a window of a text file, an image, a PDF, or the facts of any other file. Through a store only.

import { MAX_MEDIA_BYTES, MAX_READ_LINES, MAX_READ_TOOL_BYTES, MAX_TOOL_WRITE_BYTES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import type { FileStore } from "../stores/file-store.js";
import { storeForRequest } from "../stores/store-lock.js";
import { assertKnownOptions } from "../text/check-options.js";
import { createLanes, type Lanes, NESTED_PATIENCE_MS } from "../workspace/gate/lanes.js";
import type { HeldFile } from "../workspace/interfaces/workspace.js";
import { touchPath } from "./approval/touched-paths.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertStore, formatBytes, resolveLimit } from "./definition/tool-options.js";
import { assertContinuesPage, type Continuation } from "./freshness/page-continuation.js";
import { isMediaShownBefore, isShownBefore } from "./freshness/shown-before.js";
import { stampRead } from "./freshness/stamp-read.js";
import { recordStamp } from "./freshness/step-stamps.js";
import { withGivenPath } from "./paths/given-path.js";
import { useFile } from "./reading/file-source.js";
import { LINE_FIELDS, normalizeLines } from "./reading/lines-input.js";
import { type LineNumbers, numberLines, presentRead } from "./reading/present-read.js";
import { readContent } from "./reading/read-content.js";
import {
  type ReadBinaryOutput,
  type ReadOutput,
  type ReadUnchangedOutput,
  readOutputSchema,
} from "./reading/read-output.js";
import { type Redact, redactWindow } from "./reading/read-text-window.js";
import { createWindowMemory, type WindowMemory } from "./reading/window-memory.js";

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
   * Hides secrets, those that a window shows a part of included; default none. A function is given the text of one window
   * at a time instead, and what it hides is not turned back. Images, PDFs and the first bytes of other files stay.
   */
  readonly redact?: Redactor | Redact | undefined;
  /** Bytes of an image or a PDF at most; default 3.5 MiB. */
  readonly maxMediaBytes?: number | undefined;
  /**
   * `context` answers with one line where the messages of the call still hold just what would be shown; default `off`.
   * NOT for providers that clear old tool results on their side, where no message says so.
   */
  readonly dedupe?: ReadDedupe | undefined;
}

/** Whether a read may say that the conversation holds its answer already. */
export type ReadDedupe = "off" | "context";

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  store: true,
  maxLines: true,
  maxBytes: true,
  lineNumbers: true,
  redact: true,
  maxMediaBytes: true,
  dedupe: true,
} satisfies Record<keyof ReadToolOptions, true>);

/** The read tool. */
export type ReadTool = FileTool<ReadInput, ReadOutput | ToolFailure>;

const readInputSchema = (): z.Schema<ReadInput> =>
  z.object({
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

/** How one tool reads. */
export interface ReadSettings {
  readonly store: FileStore;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly maxMediaBytes: number;
  readonly lineNumbers: LineNumbers;
  readonly redact: Redact | undefined;
  readonly redactor: Redactor | undefined;
  readonly dedupe: ReadDedupe;
  readonly lanes: Lanes;
  readonly memory: WindowMemory;
}

/** Files that one tool holds at once. Source: a thousand at once cost as little as one after another up to about 64. */
const READS_AT_ONCE = 16;

/**
 * Resolves what a tool needs to read.
 * @throws {TypeError} when an option is wrong
 */
export function resolveReadSettings(options: ReadToolOptions): ReadSettings {
  assertStore(options.store);
  const { store, lineNumbers = "every", dedupe = "off" } = options;
  const redact = typeof options.redact === "function" ? options.redact : undefined;
  const redactor = typeof options.redact === "function" ? undefined : options.redact;
  assertRedactor(redactor);
  if (!Object.hasOwn(LINE_NUMBERS_NOTES, lineNumbers)) throw new TypeError(`lineNumbers cannot be ${lineNumbers}.`);
  if (dedupe !== "off" && dedupe !== "context") throw new TypeError(`dedupe cannot be ${String(dedupe)}.`);
  return {
    ...{ store, redact, redactor, lineNumbers, dedupe },
    maxLines: resolveLimit("maxLines", options.maxLines, MAX_READ_LINES),
    maxBytes: resolveLimit("maxBytes", options.maxBytes, MAX_READ_TOOL_BYTES),
    maxMediaBytes: resolveLimit("maxMediaBytes", options.maxMediaBytes, MAX_MEDIA_BYTES),
    lanes: createLanes(READS_AT_ONCE, { patienceMs: NESTED_PATIENCE_MS }),
    memory: createWindowMemory(),
  };
}

/**
 * Creates the tool that reads files. A window of a large file costs the window, plus once the lines in front of it.
 * @throws {TypeError} when an option is wrong
 */
export function createReadTool(options: ReadToolOptions): ReadTool {
  assertKnownOptions("createReadTool", options, OPTION_NAMES);
  const resolved = resolveReadSettings(options);
  const { lineNumbers, maxLines, maxBytes } = resolved;
  return defineTool<ReadInput, ReadOutput>({
    description:
      `Reads a text file, notebook, image or PDF: at most ${maxLines} lines or ${formatBytes(maxBytes)} a call; ` +
      `a closing line says how to continue.${LINE_NUMBERS_NOTES[lineNumbers]}`,
    input: readInputSchema(),
    besides: LINE_FIELDS,
    normalize: normalizeLines,
    output: readOutputSchema(),
    run: async (input, call) => runRecordedRead(await withGivenPath(input, resolved.store, call), call, resolved),
    touches: async ({ path }, { signal }) => [await touchPath({ store: resolved.store, path, signal })],
    present: (output) => presentRead(output, lineNumbers),
    stamp: stampRead,
  });
}

/** Notes what a direct call read. A model's calls of one step were made before any of them was answered. */
export async function runRecordedRead(input: ReadInput, call: ToolCall, options: ReadSettings): Promise<ReadOutput> {
  const output = await runRead(input, call, options);
  const stamp = stampRead(output);
  if (call.messages === undefined && stamp !== null) recordStamp({ store: options.store, messages: undefined }, stamp);
  return output;
}

async function runRead(input: ReadInput, call: ToolCall, options: ReadSettings): Promise<ReadOutput> {
  const { store, maxLines, maxBytes, maxMediaBytes, redact, redactor, lanes, memory } = options;
  const file = { store: storeForRequest(store, call), path: input.path, signal: call.signal };
  // A file that can be edited is read whole once, so that its hash is known.
  const maxDescribedBytes = Math.max(MAX_TOOL_WRITE_BYTES, maxBytes);
  const request = {
    startLine: input.offset === 0 ? 1 : input.offset,
    byteOffset: input.byteOffset,
    maxLines: Math.min(input.limit ?? maxLines, maxLines),
    ...{ maxBytes, maxDescribedBytes, maxMediaBytes, redactor },
    signal: call.signal,
  };
  const use = async (held: HeldFile): Promise<Exclude<ReadOutput, ReadUnchangedOutput>> => {
    const content = await memory.lend((lent) => readContent(held, { ...request, memory: lent }));
    if ("content" in content) assertContinuesPage(held, content.sha256 ?? null, toContinuation(input, call, store));
    return content;
  };
  const output = await lanes.run(call.signal, () => useFile(file, use, maxDescribedBytes));
  const shown = "content" in output && redact !== undefined ? await redactWindow(output, redact) : output;
  if (isKnown(shown, call, options)) return describeUnchanged(shown);
  return "base64" in shown && call.takesFileParts === true ? { ...shown, partType: "file" } : shown;
}

function toContinuation({ path, offset, byteOffset }: ReadInput, call: ToolCall, store: FileStore): Continuation {
  return { path, offset, byteOffset, step: { store, messages: call.messages } };
}

type Content = Exclude<ReadOutput, ReadUnchangedOutput>;

function isKnown(
  output: Content,
  { messages }: ToolCall,
  { dedupe, lineNumbers }: ReadSettings,
): output is Exclude<Content, ReadBinaryOutput> {
  if (dedupe !== "context" || "binary" in output) return false;
  if ("base64" in output) return isMediaShownBefore(output, messages);
  const lines = numberLines(output, lineNumbers).join("\n");
  return isShownBefore({ output, lines, isNumbered: lineNumbers !== "none" }, messages);
}

function describeUnchanged(output: Exclude<Content, ReadBinaryOutput>): ReadUnchangedOutput {
  const { path, sizeBytes } = output;
  if ("base64" in output) return { path, unchanged: true, mediaType: output.mediaType, sizeBytes };
  const { startLine, endLine, totalLines, nextOffset, nextByteOffset, sha256 } = output;
  return {
    ...{ path, unchanged: true, startLine, endLine, sizeBytes },
    ...(totalLines === undefined ? {} : { totalLines }),
    ...(nextOffset === undefined ? {} : { nextOffset }),
    ...(nextByteOffset === undefined ? {} : { nextByteOffset }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}
