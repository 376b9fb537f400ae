// From the text of a patch to changed files: every path let through and read, all of it planned, and then carried out
// together, on the files as they were read.

import { MAX_PATCH_FILE_BYTES } from "../../limits.js";
import { parsePatch } from "../../patch/parse-patch.js";
import { type ParsedPatch, type PatchOperation, pathsOf } from "../../patch/parsed-patch.js";
import type { PatchPlan, PlannedChange } from "../../patch/patch-plan.js";
import { planPatch } from "../../patch/plan-patch.js";
import type { Gate } from "../gate/gate.js";
import { applyChanges } from "../history/apply-changes.js";
import type { FileChange } from "../interfaces/file-changes.js";
import type { PatchOptions, PatchRequest, PatchResult, PatchView } from "../interfaces/file-patch.js";
import { findPatchTarget, type PatchTarget } from "./patch-target.js";

const EXECUTABLE_MODE = 0o755;

/** Plans a patch and, unless it is a dry run, carries it out: all of it or nothing. */
export async function applyPatch(gate: Gate, given: string | ParsedPatch, options: PatchOptions): Promise<PatchResult> {
  const { signal, review, dryRun = false, tool = "apply_patch" } = options;
  signal?.throwIfAborted();
  const parsed = typeof given === "string" ? parsePatch(given, options) : given;
  const targets = await findTargets(gate, parsed, options);
  const request = toRequest(parsed, targets);
  const view = (await review?.open?.(request)) ?? request;
  const plan = await planView(gate, view, { targets, options });
  await review?.judge?.(plan, request);
  const told = { files: plan.operations, risk: plan.risk, dryRun, noOp: plan.noOp };
  if (dryRun || plan.noOp) return told;
  const changes = toFileChanges(plan.changes, targets);
  const { transactionId } = await applyChanges(gate, { changes, options: { signal, tool, createParents: true } });
  return { ...told, ...(transactionId === undefined ? {} : { transactionId }) };
}

async function findTargets(
  gate: Gate,
  { operations }: ParsedPatch,
  options: PatchOptions,
): Promise<readonly PatchTarget[]> {
  const { signal, expectedVersions = {} } = options;
  const targets: PatchTarget[] = [];
  for (const given of new Set(operations.flatMap(pathsOf))) {
    const expectedSha256 = Object.hasOwn(expectedVersions, given) ? expectedVersions[given] : undefined;
    const request = { given, expectedSha256, signal, maxFileBytes: maxFileBytesOf(gate, options) };
    targets.push(await findPatchTarget(gate, request));
  }
  return targets;
}

function maxFileBytesOf(gate: Gate, { maxFileBytes = MAX_PATCH_FILE_BYTES }: PatchOptions): number {
  return Math.min(maxFileBytes, gate.parts.limits.maxWriteBytes);
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

async function planView(gate: Gate, view: PatchView, { targets, options }: PlanRequest): Promise<PatchPlan> {
  const refusals = new Map(targets.flatMap(({ path, refusal }) => (refusal === undefined ? [] : [[path, refusal]])));
  const read = async (path: string): Promise<Uint8Array | null> => {
    const refusal = refusals.get(path);
    if (refusal !== undefined) throw refusal;
    return view.files.get(path) ?? null;
  };
  const { confirm = [], signal } = options;
  return planPatch(view.patch, read, {
    signal,
    maxFileBytes: maxFileBytesOf(gate, options),
    allowShrink: confirm.includes("shrink"),
    allowPlaceholders: confirm.includes("placeholders"),
    reveal: view.reveal,
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
