// The write tool: creates or replaces one text file. Through a store only.

import { z } from "zod/v4";
import { MAX_TOOL_WRITE_BYTES } from "../limits.js";
import { contentSha256 } from "../stores/content-sha256.js";
import type { FileStore } from "../stores/file-store.js";
import { storeForRequest, updateThroughStore } from "../stores/store-lock.js";
import { utf8Length } from "../text/cut-text.js";
import { defineTool, type ToolCall } from "./define-tool.js";
import type { FileTool } from "./file-tool.js";
import { presentDiff } from "./present-diff.js";
import { expectedSha256Schema } from "./sha256-input.js";
import { findShownPath } from "./shown-path.js";
import type { ToolFailure } from "./tool-failure.js";
import { assertStore, formatBytes, resolveLimit } from "./tool-options.js";
import { assertWriteSize, planWrite, type WritePlan } from "./write-plan.js";

/** What the model asks the write tool for. */
export interface WriteInput {
  readonly path: string;
  /** The whole new text. */
  readonly content: string;
  /** Lower-case hex sha256 that the file must have now. */
  readonly expectedSha256?: string | undefined;
}

/** What the write tool answers. */
export interface WriteOutput {
  readonly path: string;
  /** The file did not exist before. */
  readonly created: boolean;
  readonly bytesWritten: number;
  /** Of the new content, in lower-case hex. */
  readonly sha256: string;
  /** Unified diff against the old text; empty when nothing changed or the old content was not text. */
  readonly diff: string;
  /** The diff was cut or left out. */
  readonly diffTruncated?: boolean | undefined;
}

/** Configures the write tool. */
export interface WriteToolOptions {
  readonly store: FileStore;
  /** Bytes of the new content at most; default 2 MiB. */
  readonly maxBytes?: number | undefined;
}

/** The write tool. */
export type WriteTool = FileTool<WriteInput, WriteOutput | ToolFailure>;

const writeInputSchema: z.ZodType<WriteInput> = z.object({
  path: z.string().describe("Relative to the root"),
  content: z.string().describe("The whole new text"),
  expectedSha256: expectedSha256Schema.describe("Refuses if the file has another sha256"),
});

const writeOutputSchema: z.ZodType<WriteOutput> = z.object({
  path: z.string(),
  created: z.boolean(),
  bytesWritten: z.int(),
  sha256: z.string(),
  diff: z.string(),
  diffTruncated: z.boolean().optional(),
});

/**
 * Creates the tool that writes files. An existing file keeps its mode, encoding and byte order mark. An existing file
 * that is not text is refused, unless the call names its current sha256.
 * @throws {TypeError} when an option is wrong
 */
export function createWriteTool(options: WriteToolOptions): WriteTool {
  assertStore(options.store);
  const maxBytes = resolveLimit("maxBytes", options.maxBytes, MAX_TOOL_WRITE_BYTES);
  return defineTool<WriteInput, WriteOutput>({
    description: `Creates or replaces a whole text file of at most ${formatBytes(maxBytes)}, parent directories included.`,
    input: writeInputSchema,
    output: writeOutputSchema,
    run: (input, call) => runWrite(input, call, { store: options.store, maxBytes }),
    present: presentWrite,
  });
}

async function runWrite(
  input: WriteInput,
  call: ToolCall,
  { store, maxBytes }: { readonly store: FileStore; readonly maxBytes: number },
): Promise<WriteOutput> {
  const { path, content, expectedSha256 } = input;
  assertWriteSize(path, utf8Length(content), maxBytes);
  const plans: WritePlan[] = [];
  const file = { store: storeForRequest(store, call), path, signal: call.signal };
  await updateThroughStore(file.store, {
    path,
    expectedSha256,
    signal: call.signal,
    change: (current) => {
      const plan = planWrite(current, { path, content, maxBytes, isConfirmed: expectedSha256 !== undefined });
      plans.push(plan);
      return plan.bytes;
    },
  });
  return describeWrite(await findShownPath(file), plans.at(-1));
}

async function describeWrite(path: string, plan: WritePlan | undefined): Promise<WriteOutput> {
  if (plan === undefined) throw new TypeError("The store's update did not call change.");
  return {
    path,
    created: plan.created,
    bytesWritten: plan.bytes.length,
    sha256: await contentSha256(plan.bytes),
    diff: plan.diff,
    ...(plan.diffTruncated ? { diffTruncated: true } : {}),
  };
}

/** Shows a write in one line, and the diff where something was replaced; of a new file it would repeat the content. */
function presentWrite({ path, created, bytesWritten, diff, diffTruncated }: WriteOutput): string {
  const isSame = !created && diff === "" && diffTruncated !== true;
  const verb = created ? "Created" : "Replaced";
  const line = `${verb} ${path} (${formatBytes(bytesWritten)})${isSame ? "; its content was the same before" : ""}.`;
  return created || diff === "" ? line : `${line}\n${presentDiff(diff)}`;
}
