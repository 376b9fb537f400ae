// The edit tool: replaces texts in one file, all or none. Through a store only.

import type { EditOutcome } from "../edit/text-edit.js";
import { FsError } from "../errors.js";
import { MAX_TOOL_WRITE_BYTES } from "../limits.js";
import { contentSha256 } from "../stores/content-sha256.js";
import type { FileStore } from "../stores/file-store.js";
import { storeForRequest, updateThroughStore } from "../stores/store-lock.js";
import { defineTool, type ToolCall } from "./define-tool.js";
import { type EditInput, editInputSchema, normalizeEditFields } from "./edit-input.js";
import { type EditOutput, editOutputSchema, presentEdit } from "./edit-output.js";
import { isCreation, planCreation, planEdits } from "./edit-plan.js";
import type { FileTool } from "./file-tool.js";
import { type FileRequest, fileNotFoundError, resolveFile } from "./find-file.js";
import { assertSha256 } from "./sha256-input.js";
import { findShownPath } from "./shown-path.js";
import type { ToolFailure } from "./tool-failure.js";
import { assertStore, formatBytes, resolveLimit } from "./tool-options.js";

/** Configures the edit tool. */
export interface EditToolOptions {
  readonly store: FileStore;
  /** Bytes of the file at most, before and after; default 2 MiB. */
  readonly maxBytes?: number | undefined;
}

/** The edit tool. */
export type EditTool = FileTool<EditInput, EditOutput | ToolFailure>;

/**
 * Creates the tool that edits files. Bytes outside the replaced texts stay as they are. Calls on one file take turns.
 * @throws {TypeError} when an option is wrong
 */
export function createEditTool(options: EditToolOptions): EditTool {
  assertStore(options.store);
  const maxBytes = resolveLimit("maxBytes", options.maxBytes, MAX_TOOL_WRITE_BYTES);
  return defineTool<EditInput, EditOutput>({
    description:
      `Replaces text in a file of at most ${formatBytes(maxBytes)}. Each oldText must occur exactly once in the file as ` +
      `it was before the call, or set replaceAll; edits must not overlap; all apply or none. ` +
      `A single edit with an empty oldText creates a missing file.`,
    input: editInputSchema,
    normalize: normalizeEditFields,
    output: editOutputSchema,
    run: (input, call) => runEdit(input, call, { store: options.store, maxBytes }),
    present: presentEdit,
  });
}

type PlanChange = (current: Uint8Array | null) => Promise<EditOutcome>;

async function runEdit(
  input: EditInput,
  call: ToolCall,
  { store, maxBytes }: { readonly store: FileStore; readonly maxBytes: number },
): Promise<EditOutput> {
  const file = { store: storeForRequest(store, call), path: input.path, signal: call.signal };
  if (!isCreation(input)) await assertEditableSize(file, maxBytes);
  const plan: PlanChange = async (current) => {
    if (isCreation(input)) return planCreation(current, input, maxBytes);
    if (current === null) throw await fileNotFoundError(file);
    await assertSha256(input.path, current, input.expectedSha256);
    return planEdits(current, input, maxBytes);
  };
  const outcome = await (input.dryRun === true ? rehearse(file, plan) : perform(file, input, plan));
  return describeEdit({ ...input, path: await findShownPath(file) }, outcome);
}

async function rehearse({ store, path, signal }: FileRequest, plan: PlanChange): Promise<EditOutcome> {
  return plan(await store.read(path, { signal }));
}

async function perform(
  { store, path, signal }: FileRequest,
  { expectedSha256 }: EditInput,
  plan: PlanChange,
): Promise<EditOutcome> {
  const outcomes: EditOutcome[] = [];
  await updateThroughStore(store, {
    path,
    expectedSha256,
    signal,
    change: async (current) => {
      const outcome = await plan(current);
      outcomes.push(outcome);
      return outcome.bytes;
    },
  });
  const outcome = outcomes.at(-1);
  if (outcome === undefined) throw new TypeError("The store's update did not call change.");
  return outcome;
}

async function describeEdit({ path, dryRun }: EditInput, outcome: EditOutcome): Promise<EditOutput> {
  return {
    path,
    diff: outcome.diff,
    ...(outcome.diffTruncated ? { diffTruncated: true } : {}),
    firstChangedLine: outcome.firstChangedLine,
    replacements: outcome.replacements,
    sha256: await contentSha256(outcome.bytes),
    bytesWritten: dryRun === true ? 0 : outcome.bytes.length,
    ...(dryRun === true ? { dryRun: true } : {}),
  };
}

/** Refuses a missing or over-large file before any of it is read. */
async function assertEditableSize(file: FileRequest, maxBytes: number): Promise<void> {
  const { size } = await resolveFile(file);
  if (size <= maxBytes) return;
  throw new FsError("file_too_large", `${file.path} has ${formatBytes(size)}.`, {
    path: file.path,
    hint: `At most ${formatBytes(maxBytes)} can be edited; change it with a command instead.`,
    details: { sizeBytes: size, maxBytes },
  });
}
