// What each kind of operation does to the overlay, and when it must not.

import { FsError } from "../errors.js";
import { decodeExactly } from "../text/encoding.js";
import type { RunSteps, Steps } from "../text/steps.js";
import { type DescribeOptions, describeOperation, isSame, type OperationFacts } from "./describe-operation.js";
import type { Overlay, OverlayFile } from "./overlay.js";
import type { AddFile, DeleteFile, PatchOperation, ReplaceFile, UpdateFile } from "./parsed-patch.js";
import type { PlannedOperation } from "./patch-plan.js";
import { type PatchProblem, toProblem } from "./patch-problem.js";
import { foldPath } from "./path-collisions.js";
import {
  type ContentOptions,
  isProblem,
  planNewContent,
  planReplacedContent,
  planUpdatedContent,
} from "./plan-content.js";
import type { HunkFailure } from "./plan-hunks.js";

/** Carries what operations are planned with. */
export interface OperationContext extends ContentOptions, DescribeOptions {
  readonly overlay: Overlay;
  /** Bytes of a file at most, before and after. */
  readonly maxFileBytes: number;
  /** Answers what is said of a file that should be there and is not. */
  readonly explainMissing: (path: string) => FsError | undefined;
  readonly run: RunSteps;
}

/** Says what failed: the whole operation, or some of its hunks. */
export type OperationFailure = { readonly problem: PatchProblem } | { readonly hunks: readonly HunkFailure[] };

/** Holds the outcome of one operation; `null`: not tried, since an earlier one on the same file failed. */
export type OperationResult = PlannedOperation | OperationFailure | null;

/**
 * Plans one operation and, when it can be done, leaves its result in the overlay.
 * @throws {FsError} as the reader throws; binary_file, unsupported_encoding, file_too_large – when a file is not one that a
 * patch can change
 */
export async function planOperation(operation: PatchOperation, context: OperationContext): Promise<OperationResult> {
  const file = await context.overlay.open(operation.path);
  const target = await openTarget(operation, context.overlay);
  if (file.isBroken || target?.isBroken === true) return null;
  assertFileSize(file.path, file.current, context.maxFileBytes);
  const result = await context.run(decide(operation, { ...context, file, target, path: (target ?? file).path }));
  if (!("facts" in result)) return result;
  const { facts } = result;
  assertFileSize(facts.path, facts.after, context.maxFileBytes);
  const planned = await context.run(describeOperation({ ...facts, origin: file.movedFrom ?? file.path }, context));
  store(file, target, facts);
  return planned;
}

async function openTarget(operation: PatchOperation, overlay: Overlay): Promise<OverlayFile | null> {
  return operation.type === "update" && operation.moveTo !== null ? await overlay.open(operation.moveTo) : null;
}

function assertFileSize(path: string, bytes: Uint8Array | null, maxBytes: number): void {
  if (bytes === null || bytes.length <= maxBytes) return;
  throw new FsError(
    "file_too_large",
    `the file has ${bytes.length} bytes, more than the ${maxBytes} that a patch may handle`,
    {
      path,
      hint: "Change it by other means, such as the edit tool or a command.",
      details: { sizeBytes: bytes.length, maxBytes },
    },
  );
}

function store(file: OverlayFile, target: OverlayFile | null, { after, isExecutable }: OperationFacts): void {
  if (isExecutable !== undefined) file.isExecutable = isExecutable && file.initial === null;
  if (target === null || target === file) {
    file.current = after;
    return;
  }
  target.current = after;
  target.isExecutable = file.isExecutable;
  target.movedFrom = file.movedFrom ?? file.path;
  file.current = null;
  file.movedFrom = null;
}

interface Decision extends OperationContext {
  readonly file: OverlayFile;
  /** The file at the other path of a move. */
  readonly target: OverlayFile | null;
}

type Decided = { readonly facts: OperationFacts } | OperationFailure;

function* decide(operation: PatchOperation, decision: Decision): Steps<Decided> {
  if (operation.type === "add") return yield* decideAdd(operation, decision);
  const { current } = decision.file;
  if (current === null) return { problem: createMissingProblem(decision) };
  switch (operation.type) {
    case "replace":
      return yield* decideReplace(operation, current, decision);
    case "delete":
      return yield* decideDelete(operation, current, decision);
    default:
      return yield* decideUpdate(operation, current, decision);
  }
}

function createMissingProblem({ file, explainMissing }: Decision): PatchProblem {
  const isGone = file.initial !== null;
  const explained = isGone ? undefined : explainMissing(file.path);
  if (explained !== undefined) return toProblem(explained);
  return {
    kind: "path_not_found",
    message: isGone ? "an earlier part of the patch took the file away" : "the file does not exist",
    hint: isGone ? "Name the file by the path it has then." : "Check the path, or create the file with *** Add File:.",
  };
}

function* decideAdd({ content, patchLine, isExecutable = false }: AddFile, decision: Decision): Steps<Decided> {
  const { path, current } = decision.file;
  const after = yield* planNewContent(content, decision);
  if (isProblem(after)) return { problem: after };
  const createIdempotent = current !== null && isSame(current, after);
  if (current !== null && !createIdempotent) return { problem: createExistsProblem() };
  return { facts: { operation: "add", path, patchLine, before: current, after, createIdempotent, isExecutable } };
}

function createExistsProblem(): PatchProblem {
  return {
    kind: "file_already_exists",
    message: "the file exists with other content",
    hint: "Change it with *** Update File:, or write all of it with *** Replace File:; delete it first to move another one there.",
  };
}

function* decideReplace({ content, patchLine }: ReplaceFile, before: Uint8Array, decision: Decision): Steps<Decided> {
  const after = yield* planReplacedContent(before, content, decision);
  if (isProblem(after)) return { problem: after };
  return { facts: { operation: "replace", path: decision.file.path, patchLine, before, after } };
}

function* decideDelete({ hunks, patchLine }: DeleteFile, before: Uint8Array, decision: Decision): Steps<Decided> {
  const facts = { operation: "delete", path: decision.file.path, patchLine, before, after: null } as const;
  if (hunks.length === 0) return { facts };
  const plan = yield* planUpdatedContent(before, hunks, decision);
  if ("failures" in plan) return { hunks: plan.failures };
  // A file that only has its byte order mark left holds nothing.
  if (decodeExactly(plan.bytes).text === "") return { facts: { ...facts, hunks: plan.hunks } };
  const problem: PatchProblem = {
    kind: "patch_conflict",
    message: "the file has more lines than the patch removes",
    hint: "Read the file again; delete it whatever it holds with *** Delete File:.",
  };
  return { problem };
}

function* decideUpdate({ hunks, patchLine }: UpdateFile, before: Uint8Array, decision: Decision): Steps<Decided> {
  const { file, target } = decision;
  const plan =
    hunks.length === 0 ? { bytes: before, splices: [], hunks: [] } : yield* planUpdatedContent(before, hunks, decision);
  if ("failures" in plan) return { hunks: plan.failures };
  const facts = {
    patchLine,
    before,
    after: plan.bytes,
    splices: hunks.length === 0 ? undefined : plan.splices,
    hunks: plan.hunks,
  };
  if (target === null || target === file) return { facts: { ...facts, operation: "update", path: file.path } };
  if (!isFree(file, target, plan.bytes)) return { problem: createExistsProblem() };
  return { facts: { ...facts, operation: "move", path: target.path, movedFrom: file.path } };
}

// A name that differs only in case may lead to the very same file.
function isFree(file: OverlayFile, target: OverlayFile, after: Uint8Array): boolean {
  if (target.current === null || isSame(target.current, after)) return true;
  return foldPath(target.path) === foldPath(file.path) && isSame(target.current, file.current);
}
