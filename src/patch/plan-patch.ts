// Plans a parsed patch over the files as they are: every operation sees the ones before it, and nothing is written.

import { createSearchBudget } from "../edit/search-budget.js";
import type { FsError } from "../errors.js";
import { MAX_PATCH_FILE_BYTES } from "../limits.js";
import { type RunSteps, runAtOnce } from "../text/steps.js";
import { judgeJson } from "./broken-json.js";
import { isSame, leaveBytes, type RevealBytes } from "./describe-operation.js";
import { type IdentifyPath, normalizePath, Overlay, type OverlayFile, type ReadPatchFile } from "./overlay.js";
import { type ParsedPatch, type PatchOperation, pathsOf } from "./parsed-patch.js";
import type { PatchPlan, PlannedChange, PlannedOperation } from "./patch-plan.js";
import { createPatchError, type PatchFailure, toProblem } from "./patch-problem.js";
import { judgePatchRisk } from "./patch-risk.js";
import { findCollisions, foldPath } from "./path-collisions.js";
import { type OperationContext, type OperationFailure, type OperationResult, planOperation } from "./plan-operation.js";

/** Says how a patch is planned. */
export interface PlanPatchOptions {
  /** Bytes of a file at most, before and after; default `MAX_PATCH_FILE_BYTES`. */
  readonly maxFileBytes?: number | undefined;
  /** Lines of the diff of one operation at most; default `MAX_DIFF_LINES`. */
  readonly maxDiffLines?: number | undefined;
  /** UTF-8 bytes of the diff of one operation at most; default `MAX_DIFF_BYTES`. */
  readonly maxDiffBytes?: number | undefined;
  /** Confirms that a file may lose most of its content to a few lines. Default `false`. */
  readonly allowShrink?: boolean | undefined;
  /** Confirms that added lines such as `// ... rest of the code` are meant as they are. Default `false`. */
  readonly allowPlaceholders?: boolean | undefined;
  /** Names the file that a path stands for, so that two spellings are one file; default: by its text alone. */
  readonly identify?: IdentifyPath | undefined;
  /** Tells whether the workspace protects a path; that is a risk here, and no more. */
  readonly isProtected?: ((path: string) => boolean) | undefined;
  /** Answers other names of a path by which its risk is judged, too. */
  readonly namesOf?: ((path: string) => readonly string[]) | undefined;
  /** Answers what is said of a file that should be there and is not; default: that it is not there. */
  readonly explainMissing?: ((path: string) => FsError | undefined) | undefined;
  /** Answers the bytes that planned ones stand for, those of the file at `path`; default: themselves. */
  readonly reveal?: RevealBytes | undefined;
  /** Ends the planning between two operations; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the steps of an operation; default: without a pause. */
  readonly run?: RunSteps | undefined;
}

/**
 * Plans a patch. Every operation is tried, and every part that fails is reported at once; then there is no plan. Files are
 * read once each, in the order of the patch. Nothing says that they still are as they were read when the plan is applied:
 * compare `before` then.
 * @throws {FsError} path_not_found, file_already_exists – when a file is not there, or is there with other content
 * @throws {FsError} text_not_found, ambiguous_text_match, no_change – when a hunk has no place, several, or is applied already
 * @throws {FsError} patch_conflict – when a hunk that only adds says no place, a file is not what it should be, or names clash
 * @throws {FsError} file_too_large, binary_file, unsupported_encoding – when a file is not one that a patch can change
 * @throws {FsError} parse_error – when added lines stand for text that is left out
 */
export async function planPatch(
  patch: ParsedPatch,
  readFile: ReadPatchFile,
  options: PlanPatchOptions = {},
): Promise<PatchPlan> {
  const overlay = new Overlay(readFile, options.identify ?? normalizePath);
  const context = createContext(overlay, options);
  const operations: PlannedOperation[] = [];
  const failures: PatchFailure[] = [];
  for (const operation of patch.operations) {
    options.signal?.throwIfAborted();
    const result = await tryOperation(operation, context, options.signal);
    if (result === null) continue;
    if ("operation" in result) operations.push(result);
    else {
      failures.push(...listFailures(operation, result));
      // What it would have left is not known, so nothing is said about later operations on its files.
      for (const path of pathsOf(operation)) overlay.markBroken(path);
    }
  }
  const collisions = findCollisions(overlay.files(), (path) => patchLineOf(patch, path));
  const [first, ...others] = [...failures, ...collisions.failures];
  if (first !== undefined) throw createPatchError([first, ...others]);
  const changes = listChanges(overlay.files(), context.reveal);
  const isProtected = options.isProtected ?? ((): boolean => false);
  const reasons = [...collisions.reasons, ...(await context.run(judgeJson(changes)))];
  const risk = judgePatchRisk(operations, { isProtected, namesOf: options.namesOf, reasons });
  return { operations, changes, risk, noOp: changes.length === 0 };
}

function createContext(overlay: Overlay, options: PlanPatchOptions): OperationContext {
  return {
    overlay,
    budget: createSearchBudget(),
    maxFileBytes: options.maxFileBytes ?? MAX_PATCH_FILE_BYTES,
    maxDiffLines: options.maxDiffLines,
    maxDiffBytes: options.maxDiffBytes,
    allowShrink: options.allowShrink ?? false,
    allowPlaceholders: options.allowPlaceholders ?? false,
    reveal: options.reveal ?? leaveBytes,
    run: options.run ?? runAtOnce,
    explainMissing: options.explainMissing ?? ((): undefined => undefined),
  };
}

async function tryOperation(
  operation: PatchOperation,
  context: OperationContext,
  signal: AbortSignal | undefined,
): Promise<OperationResult> {
  try {
    return await planOperation(operation, context);
  } catch (error) {
    signal?.throwIfAborted();
    return { problem: toProblem(error) };
  }
}

function listFailures({ path, patchLine }: PatchOperation, failure: OperationFailure): readonly PatchFailure[] {
  if ("problem" in failure) return [{ path, patchLine, problem: failure.problem }];
  return failure.hunks.map((hunk) => ({ path, ...hunk }));
}

function patchLineOf({ operations }: ParsedPatch, path: string): number {
  return operations.findLast((operation) => pathsOf(operation).map(normalizePath).includes(path))?.patchLine ?? 1;
}

function listChanges(files: readonly OverlayFile[], reveal: RevealBytes): readonly PlannedChange[] {
  return files
    .filter((file) => !isSame(file.initial, file.current) || isRespelled(file))
    .map(({ path, initial, current, movedFrom, isExecutable }) => ({
      path,
      before: initial === null ? null : reveal(path, initial),
      after: current === null ? null : reveal(movedFrom ?? path, current),
      ...(movedFrom === null || current === null || movedFrom === path ? {} : { movedFrom }),
      ...(isExecutable ? { isExecutable } : {}),
    }));
}

// Where case does not count, the file under the new spelling is the one under the old, which goes away.
function isRespelled({ path, movedFrom, current }: OverlayFile): boolean {
  return movedFrom !== null && current !== null && movedFrom !== path && foldPath(movedFrom) === foldPath(path);
}
