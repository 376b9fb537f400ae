// Runs and previews a patch: secrets are sealed before it is planned, the guard judges the plan, and the answer is told.

import { isFsError } from "../../errors.js";
import { parsePatch } from "../../patch/parse-patch.js";
import { type ParsedPatch, pathsOf } from "../../patch/parsed-patch.js";
import type { PatchPlan, PlannedOperation } from "../../patch/patch-plan.js";
import type { Redactor } from "../../redaction/redactor.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import { storeForRequest } from "../../stores/store-lock.js";
import type {
  PatchConfirmation,
  PatchRequest,
  PatchResult,
  PatchReview,
  PatchView,
} from "../../workspace/interfaces/workspace.js";
import type { CallVersions, ToolPreview } from "../approval/call-preview.js";
import { type TouchedPath, touchPath } from "../approval/touched-paths.js";
import { assertStaysNotebook } from "../changing/notebook.js";
import type { ToolCall } from "../definition/define-tool.js";
import type { ToolFiles } from "../definition/tool-files.js";
import type { FreshnessGuard } from "../freshness/freshness-guard.js";
import { PatchSecrets } from "../secrets/patch-secrets.js";
import { PatchGuard } from "./patch-guard.js";
import type { ApplyPatchInput } from "./patch-input.js";
import type { ApplyPatchOutput, PatchedFile, PatchedFileOperation } from "./patch-output.js";

/** How one tool applies patches. */
export interface PatchSettings {
  readonly files: ToolFiles;
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly confirm: readonly PatchConfirmation[];
  readonly guard: FreshnessGuard;
  readonly redactor: Redactor | undefined;
}

/** Asks for a patch, as a text or parsed already. */
export interface PatchCall extends Omit<ApplyPatchInput, "patch"> {
  readonly patch: string | ParsedPatch;
}

/** Applies a patch, or tells what it would do. */
export async function runPatch(input: PatchCall, call: ToolCall, settings: PatchSettings): Promise<ApplyPatchOutput> {
  return (await carryOut(input, call, settings)).output;
}

/** Answers what a patch would do; `null` for a dry run. */
export async function previewPatch(
  input: ApplyPatchInput,
  call: ToolCall,
  settings: PatchSettings,
): Promise<ToolPreview | null> {
  if (input.dryRun === true) return null;
  const { output, request } = await carryOut({ ...input, dryRun: true }, call, settings);
  const { store } = settings.files;
  const touch = (path: string): Promise<TouchedPath> => touchPath({ store, path, signal: call.signal });
  const moved = output.files.flatMap(({ movedFrom, path }) => (movedFrom === undefined ? [] : [{ movedFrom, path }]));
  return {
    moves: await Promise.all(
      moved.map(async ({ movedFrom, path }) => ({ from: await touch(movedFrom), to: await touch(path) })),
    ),
    summary:
      output.files.map(({ diff }) => diff).join("") ||
      `leaves ${Array.from(request.names.values()).join(", ")} as it is`,
    risk: output.risk,
    versions: await readVersions(request),
  };
}

/** Answers every file that a patch names. @throws {FsError} when it is no patch */
export async function touchPatch(
  { patch }: ApplyPatchInput,
  { signal }: ToolCall,
  { files, maxBytes, maxFiles }: PatchSettings,
): Promise<readonly TouchedPath[]> {
  const paths = new Set(parsePatch(patch, { maxBytes, maxFiles }).operations.flatMap(pathsOf));
  return Promise.all(Array.from(paths, (path) => touchPath({ store: files.store, path, signal })));
}

interface PatchRun {
  readonly output: ApplyPatchOutput;
  readonly request: PatchRequest;
}

async function carryOut(input: PatchCall, call: ToolCall, settings: PatchSettings): Promise<PatchRun> {
  const { files, redactor } = settings;
  const { store } = files;
  const secrets = new PatchSecrets(redactor, call.wholeDiff);
  const guard = new PatchGuard(storeForRequest(store, call), { guard: settings.guard, store, call });
  const review = new Review(secrets, guard);
  const { maxBytes, maxFiles, confirm } = settings;
  const { signal, approvedVersions: expectedVersions, wholeDiff } = call;
  const options = { dryRun: input.dryRun, maxBytes, maxFiles, confirm, signal, expectedVersions, review, wholeDiff };
  const fs = await files.forCall(call);
  const result = await secrets.hideFailure(() => review.explain(() => fs.applyPatch(input.patch, options)));
  if (!result.dryRun) guard.record();
  return { output: describeResult(result, review), request: review.request };
}

/** What secrets and guard say on the way. */
class Review implements PatchReview {
  readonly secrets: PatchSecrets;
  readonly guard: PatchGuard;
  request: PatchRequest = { patch: { operations: [], sizeBytes: 0 }, names: new Map(), files: new Map() };

  constructor(secrets: PatchSecrets, guard: PatchGuard) {
    this.secrets = secrets;
    this.guard = guard;
  }

  readonly open = (request: PatchRequest): Promise<PatchView> => {
    this.request = request;
    return this.secrets.open(request);
  };

  readonly judge = async (plan: PatchPlan, request: PatchRequest): Promise<void> => {
    await assertNotebooksStay(plan);
    await this.secrets.judge(plan);
    await this.guard.judge(plan, request, this.secrets);
  };

  /** Lets the guard answer instead of a failure that comes from not having read. */
  async explain<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (isFsError(error)) await this.guard.explain(error, this.request, this.secrets);
      throw error;
    }
  }
}

async function assertNotebooksStay({ changes }: PatchPlan): Promise<void> {
  for (const { path, before, after, movedFrom } of changes) {
    const origin = movedFrom === undefined ? before : (changes.find((one) => one.path === movedFrom)?.before ?? before);
    if (after !== null) await assertStaysNotebook(path, origin, after);
  }
}

function describeResult(result: PatchResult, { secrets, guard }: Review): ApplyPatchOutput {
  const { files, risk, transactionId, dryRun } = result;
  const { warning } = guard;
  return {
    files: files.map((file, index) => describeFile({ ...file, ...secrets.describe(files, index) }, guard)),
    risk,
    ...(transactionId === undefined ? {} : { checkpoint: transactionId }),
    ...(dryRun ? { dryRun } : {}),
    ...(warning === undefined ? {} : { warning }),
    ...(secrets.areHidden ? { redacted: true } : {}),
  };
}

function describeFile(file: PlannedOperation, guard: PatchGuard): PatchedFile {
  const { path, movedFrom, diff, diffTruncated, hunks } = file;
  const knownLines = guard.knownLinesOf(path);
  return {
    path,
    operation: nameOperation(file),
    ...(movedFrom === undefined ? {} : { movedFrom }),
    ...(file.beforeSha256 === null ? {} : { beforeSha256: file.beforeSha256 }),
    ...(file.beforeSizeBytes === null ? {} : { beforeSizeBytes: file.beforeSizeBytes }),
    ...(file.afterSha256 === null ? {} : { afterSha256: file.afterSha256 }),
    ...(file.afterSizeBytes === null ? {} : { afterSizeBytes: file.afterSizeBytes }),
    diff,
    ...(diffTruncated ? { diffTruncated } : {}),
    ...(hunks.length === 0 ? {} : { hunks: hunks.map(({ hunk, line, matchedBy }) => ({ hunk, line, matchedBy })) }),
    ...(knownLines === "all" ? {} : { knownLines }),
  };
}

function nameOperation({ operation, noOp, createIdempotent }: PlannedOperation): PatchedFileOperation {
  if (createIdempotent) return "create_idempotent";
  if (noOp) return "no_op";
  return operation === "add" ? "create" : operation;
}

/** The versions that the plan was made from, by path as the patch gives it. */
async function readVersions({ names, files }: PatchRequest): Promise<CallVersions> {
  const versions = new Map<string, string | null>();
  // One after the other: each begins by copying the content.
  for (const [given, path] of names) {
    const content = files.get(path) ?? null;
    versions.set(given, content === null ? null : await contentSha256(content));
  }
  return Object.fromEntries(versions);
}
