// From the text of a patch to changed files: every path let through and read, all of it planned, and then carried out
// together, on the files as they were read.

import { diffBudgetFor } from "../../edit/diff-budget.js";
import { MAX_PATCH_FILE_BYTES } from "../../limits.js";
import { parsePatch } from "../../patch/parse-patch.js";
import { type ParsedPatch, type PatchOperation, pathsOf } from "../../patch/parsed-patch.js";
import type { PatchPlan, PlannedChange } from "../../patch/patch-plan.js";
import { planPatch } from "../../patch/plan-patch.js";
import { assertExpectedSha256 } from "../gate/call-arguments.js";
import type { Gate } from "../gate/gate.js";
import { isStartDue, isTurnDue, runInTurns, takeTurn } from "../gate/take-turns.js";
import { applyChanges } from "../history/apply-changes.js";
import type { FileChange } from "../interfaces/file-changes.js";
import type { PatchOptions, PatchRequest, PatchResult, PatchView } from "../interfaces/file-patch.js";
import { findPatchTarget, type PatchTarget, type TargetRequest } from "./patch-target.js";

/** The files that a patch is applied to. */
export interface PatchFiles {
  /** Bytes of a file at most, before and after. */
  readonly maxFileBytes: number;
  /** Looks at a path of a patch. Rejects only with the signal's reason. */
  readonly find: (request: TargetRequest) => Promise<PatchTarget>;
  /** Makes all changes or none; answers what the history calls them, where there is one. */
  readonly apply: (changes: readonly FileChange[]) => Promise<string | undefined>;
}

const EXECUTABLE_MODE = 0o755;

/** Plans a patch and, unless it is a dry run, carries it out: all of it or nothing. */
export async function applyPatch(gate: Gate, given: string | ParsedPatch, options: PatchOptions): Promise<PatchResult> {
  const { signal, tool = "apply_patch", maxFileBytes = MAX_PATCH_FILE_BYTES } = options;
  const files: PatchFiles = {
    maxFileBytes: Math.min(maxFileBytes, gate.parts.limits.maxWriteBytes),
    find: (request) => findPatchTarget(gate, request),
    apply: async (changes) =>
      (await applyChanges(gate, { changes, options: { signal, tool, createParents: true } })).transactionId,
  };
  return applyPatchTo(files, given, options);
}

/** Does the same for any files. */
export async function applyPatchTo(
  files: PatchFiles,
  given: string | ParsedPatch,
  options: PatchOptions,
): Promise<PatchResult> {
  const { signal, review, dryRun = false } = options;
  if (isStartDue()) await takeTurn(signal);
  signal?.throwIfAborted();
  const parsed = typeof given === "string" ? parsePatch(given, options) : given;
  const targets = await findTargets(files, parsed, options);
  const request = toRequest(parsed, targets);
  const view = (await review?.open?.(request)) ?? request;
  const plan = await planView(files, view, { targets, options });
  await review?.judge?.(plan, request);
  const told = { files: plan.operations, risk: plan.risk, dryRun, noOp: plan.noOp };
  if (dryRun || plan.noOp) return told;
  const transactionId = await files.apply(toFileChanges(plan.changes, targets));
  return { ...told, ...(transactionId === undefined ? {} : { transactionId }) };
}

async function findTargets(
  files: PatchFiles,
  { operations }: ParsedPatch,
  options: PatchOptions,
): Promise<readonly PatchTarget[]> {
  const { signal, expectedVersions = {} } = options;
  const targets: PatchTarget[] = [];
  const made = new Set(operations.flatMap((operation) => pathsOf(operation).slice(operation.type === "add" ? 0 : 1)));
  for (const given of new Set(operations.flatMap(pathsOf))) {
    const expectedSha256 = Object.hasOwn(expectedVersions, given) ? expectedVersions[given] : undefined;
    assertExpectedSha256(expectedSha256);
    const isNew = made.has(given);
    const request = { given, expectedSha256, signal, isNew, maxFileBytes: files.maxFileBytes };
    targets.push(await files.find(request));
  }
  return targets;
}

function toRequest(parsed: ParsedPatch, targets: readonly PatchTarget[]): PatchRequest {
  const names = new Map(targets.map(({ given, path }) => [given, path] as const));
  const nameOf = (path: string): string => names.get(path) ?? path;
  const operations = parsed.operations.map((operation) => renameFiles(operation, nameOf));
  const found = targets.filter(({ refusal }) => refusal === undefined);
  const files = new Map(found.map(({ path, content }) => [path, content] as const));
  return { patch: { ...parsed, operations }, names, files };
}

function renameFiles(operation: PatchOperation, nameOf: (path: string) => string): PatchOperation {
  const path = nameOf(operation.path);
  if (operation.type !== "update" || operation.moveTo === null) return { ...operation, path };
  return { ...operation, path, moveTo: nameOf(operation.moveTo) };
}

interface PlanRequest {
  readonly targets: readonly PatchTarget[];
  readonly options: PatchOptions;
}

async function planView(files: PatchFiles, view: PatchView, { targets, options }: PlanRequest): Promise<PatchPlan> {
  const refusals = new Map(targets.flatMap(({ path, refusal }) => (refusal === undefined ? [] : [[path, refusal]])));
  const read = async (path: string): Promise<Uint8Array | null> => {
    const refusal = refusals.get(path);
    if (refusal !== undefined) throw refusal;
    if (isTurnDue()) await takeTurn(options.signal);
    return view.files.get(path) ?? null;
  };
  const { confirm = [], signal, wholeDiff } = options;
  const { maxLines, maxBytes } = diffBudgetFor(wholeDiff);
  return planPatch(view.patch, read, {
    signal,
    run: (steps) => runInTurns(steps, signal),
    maxFileBytes: files.maxFileBytes,
    maxDiffLines: maxLines,
    maxDiffBytes: maxBytes,
    allowShrink: confirm.includes("shrink"),
    allowPlaceholders: confirm.includes("placeholders"),
    reveal: view.reveal,
    explainMissing: (path) => targets.find((target) => target.path === path)?.missing,
    namesOf: (path) =>
      targets
        .flatMap((target) => (target.path === path ? [target.pathFromRoot] : []))
        .filter((name) => name !== undefined),
  });
}

/** Expects each file to be what was read, however the plan came about. */
function toFileChanges(changes: readonly PlannedChange[], targets: readonly PatchTarget[]): readonly FileChange[] {
  const byPath = new Map(targets.map((target) => [target.path, target] as const));
  // A path is given to the gate as the patch has it, so that it leads where it led before.
  const givenOf = (path: string): string => byPath.get(path)?.given ?? path;
  const removed = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  return changes.map(({ path, after, movedFrom, isExecutable = false }) => ({
    path: givenOf(path),
    expectedSha256: byPath.get(path)?.sha256 ?? null,
    content: after,
    // A script that is moved stays one, also where another file takes its old path.
    fileMode: isExecutable ? EXECUTABLE_MODE : movedFrom === undefined ? undefined : byPath.get(movedFrom)?.mode,
    ...(movedFrom !== undefined && removed.has(movedFrom) ? { movedFrom: givenOf(movedFrom) } : {}),
  }));
}
