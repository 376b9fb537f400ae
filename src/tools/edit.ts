// The edit tool: replaces texts in one file, all or none. Through a store only.

import { FsError } from "../errors.js";
import { MAX_TOOL_WRITE_BYTES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import { contentSha256 } from "../stores/content-sha256.js";
import type { FileStore } from "../stores/file-store.js";
import { resolveOwnPath } from "../stores/own-path.js";
import { storeForRequest, updateThroughStore } from "../stores/store-lock.js";
import { showStorePath } from "../stores/store-path.js";
import { joinPieces, sizeOfPieces } from "../text/byte-pieces.js";
import { assertKnownOptions } from "../text/check-options.js";
import { assertExpectedSha256 } from "../workspace/gate/call-arguments.js";
import { judgeFileRisk, type ToolPreview } from "./approval/call-preview.js";
import { listNames, touchPath } from "./approval/touched-paths.js";
import { EDIT_FIELDS, type EditInput, editInputSchema, normalizeEditFields } from "./changing/edit-input.js";
import { type EditOutput, editOutputSchema, presentEdit, stampEdit } from "./changing/edit-output.js";
import { isCreation } from "./changing/edit-plan.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import { assertSha256 } from "./definition/sha256-input.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertStore, formatBytes, formatExcess, resolveLimit } from "./definition/tool-options.js";
import { createGuardedFile, type FreshnessGuard, type GuardedFile, resolveGuard } from "./freshness/freshness-guard.js";
import { type FileRequest, fileNotFoundError, resolveFile } from "./paths/find-file.js";
import { touchGiven, withGivenPath } from "./paths/given-path.js";
import { planRedactedEdit, type RedactedEdit } from "./secrets/redacted-edit.js";

/** Configures the edit tool. */
export interface EditToolOptions {
  readonly store: FileStore;
  /** Bytes of the file at most, before and after; default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** What happens to edits of lines that the conversation has not read as they are; default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Turns placeholders of the file back into its secrets, refuses all others, and hides secrets in diffs and failures. */
  readonly redact?: Redactor | undefined;
}

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  store: true,
  maxBytes: true,
  guard: true,
  redact: true,
} satisfies Record<keyof EditToolOptions, true>);

/** The edit tool. */
export type EditTool = FileTool<EditInput, EditOutput | ToolFailure>;

/**
 * Creates the tool that edits files. Bytes outside the replaced texts stay as they are. Calls on one file take turns.
 * @throws {TypeError} when an option is wrong
 */
export function createEditTool(options: EditToolOptions): EditTool {
  assertKnownOptions("createEditTool", options, OPTION_NAMES);
  assertStore(options.store);
  const maxBytes = resolveLimit("maxBytes", options.maxBytes, MAX_TOOL_WRITE_BYTES);
  const guard = resolveGuard(options.guard);
  assertRedactor(options.redact);
  const settings = { store: options.store, maxBytes, guard, redactor: options.redact };
  return defineTool<EditInput, EditOutput>({
    description:
      `Replaces text in a file of at most ${formatBytes(maxBytes)}. Each oldText must occur exactly once in the file as ` +
      `it was before the call, or set replaceAll; edits must not overlap; all apply or none. ` +
      `A single edit with an empty oldText creates a missing file.`,
    input: editInputSchema(),
    besides: EDIT_FIELDS,
    normalize: normalizeEditFields,
    output: editOutputSchema(),
    run: async (input, call) =>
      (await runEdit(await withGivenPath(input, settings.store, call), call, settings)).output,
    preview: async (input, call) => previewCall(await withGivenPath(input, settings.store, call), call, settings),
    touches: async (input, call) => touchGiven(input, settings.store, call),
    present: presentEdit,
    stamp: stampEdit,
  });
}

type PlanChange = (current: Uint8Array | null) => Promise<RedactedEdit>;

interface EditSettings {
  readonly store: FileStore;
  readonly maxBytes: number;
  readonly guard: FreshnessGuard;
  readonly redactor: Redactor | undefined;
}

interface EditRun {
  readonly output: EditOutput;
  /** Of the content before the edit; `null` for a new file, `undefined` when it was not asked for. */
  readonly beforeSha256: string | null | undefined;
}

async function previewCall(input: EditInput, call: ToolCall, settings: EditSettings): Promise<ToolPreview | null> {
  if (input.dryRun === true) return null;
  const { output, beforeSha256 = null } = await runEdit({ ...input, dryRun: true }, call, settings);
  const operation = beforeSha256 === null ? "add" : "update";
  const touched = [await touchPath({ store: settings.store, path: input.path, signal: call.signal })];
  return {
    summary: output.diff,
    risk: judgeFileRisk(operation, output.path, () => listNames(touched)),
    versions: { [input.path]: beforeSha256 },
  };
}

async function runEdit(input: EditInput, call: ToolCall, settings: EditSettings): Promise<EditRun> {
  const { store, maxBytes, redactor } = settings;
  assertExpectedSha256(input.expectedSha256);
  const file = { store: storeForRequest(store, call), path: input.path, signal: call.signal };
  const path = isCreation(input) ? await resolveOwnPath(file) : await resolveEditable(file, maxBytes);
  // Whoever names the hash of the content has seen it.
  const guard = input.expectedSha256 === undefined ? settings.guard : "off";
  const guarded = await createGuardedFile(file, { guard, store, call });
  const limits = { maxBytes, wholeDiff: call.wholeDiff };
  const plan: PlanChange = async (current) => {
    if (current === null && !isCreation(input)) throw await fileNotFoundError(file);
    return planRedactedEdit({ guarded, path, current, redactor, signal: call.signal }, { ...input, path }, limits);
  };
  const approved = call.approvedVersions?.[input.path];
  const request = { ...file, expectedSha256: approved === undefined ? input.expectedSha256 : approved };
  const edited = await (input.dryRun === true ? rehearse(request, plan) : perform(request, plan, guarded));
  const output = describeEdit({ ...input, path }, edited);
  return { output, beforeSha256: edited.beforeSha256 };
}

interface EditRequest extends FileRequest {
  readonly expectedSha256: string | null | undefined;
}

interface EditedFile extends RedactedEdit {
  /** Of the new content. */
  readonly sha256: string;
  readonly beforeSha256?: string | null | undefined;
}

async function rehearse(request: EditRequest, plan: PlanChange): Promise<EditedFile> {
  const { store, path, signal, expectedSha256 } = request;
  const current = await store.read(path, { signal });
  if (current !== null) await assertSha256(path, current, expectedSha256 ?? undefined);
  const outcome = await plan(current);
  const beforeSha256 = current === null ? null : await contentSha256(current);
  return { ...outcome, sha256: await contentSha256(joinPieces(outcome.pieces)), beforeSha256 };
}

async function perform(request: EditRequest, plan: PlanChange, guarded: GuardedFile): Promise<EditedFile> {
  const { store, path, signal, expectedSha256 } = request;
  const edited: EditedFile[] = [];
  const outcomes: RedactedEdit[] = [];
  await updateThroughStore(store, {
    path,
    expectedSha256,
    signal,
    tool: "edit",
    change: async (current) => {
      const outcome = await plan(current);
      outcomes.push(outcome);
      return outcome.pieces;
    },
    // Noted while the next call for the file still waits for its turn.
    onWritten: (sha256) => {
      for (const outcome of outcomes) {
        guarded.record({ version: sha256, lines: outcome.knownLines });
        edited.push({ ...outcome, sha256 });
      }
    },
  });
  const [only] = edited;
  if (only === undefined) throw new TypeError("The store's update did not call change.");
  return only;
}

function describeEdit(input: EditInput, outcome: EditedFile): EditOutput {
  const { path, dryRun } = input;
  return {
    path,
    diff: outcome.diff,
    ...(outcome.diffTruncated ? { diffTruncated: true } : {}),
    firstChangedLine: outcome.firstChangedLine,
    replacements: outcome.replacements,
    sha256: outcome.sha256,
    bytesWritten: dryRun === true ? 0 : sizeOfPieces(outcome.pieces),
    ...(dryRun === true ? { dryRun: true } : {}),
    ...(isCreation(input) ? { created: true } : {}),
    ...(outcome.warning === undefined ? {} : { warning: outcome.warning }),
    ...(outcome.knownLines === "all" ? {} : { knownLines: outcome.knownLines }),
    ...(outcome.isRedacted ? { redacted: true } : {}),
  };
}

/** Answers the store's own name for a file; refuses a missing or over-large one before any of it is read. */
async function resolveEditable(file: FileRequest, maxBytes: number): Promise<string> {
  const { size, path = showStorePath(file.path) } = await resolveFile(file);
  if (size <= maxBytes) return path;
  const shown = formatExcess(size, maxBytes);
  throw new FsError("file_too_large", `${path} has ${shown.size}.`, {
    path,
    hint: `At most ${shown.most} can be edited; change it with a command instead.`,
    details: { sizeBytes: size, maxBytes },
  });
}
