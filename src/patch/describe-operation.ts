// What one operation of a plan shows: hashes, sizes and a diff in a form that is a patch again. Pure.

import { createHash } from "node:crypto";
import type { UnifiedDiff } from "../edit/diff-budget.js";
import { formatDiffPath } from "../edit/diff-path.js";
import { createLineIndex } from "../edit/line-index.js";
import type { Splice } from "../edit/splice-bytes.js";
import { compareInSteps, createSpliceDiff, type UnifiedDiffOptions } from "../edit/unified-diff.js";
import { isFsError } from "../errors.js";
import { decodeExactly } from "../text/encoding.js";
import type { Steps } from "../text/steps.js";
import type { PatchOperationName, PlannedOperation } from "./patch-plan.js";
import type { PlannedHunk } from "./plan-hunks.js";

/** Holds one operation before it is described. */
export interface OperationFacts {
  readonly operation: PatchOperationName;
  readonly path: string;
  readonly movedFrom?: string | undefined;
  readonly patchLine: number;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly createIdempotent?: boolean | undefined;
  /** The file is added as one that may be run. */
  readonly isExecutable?: boolean | undefined;
  readonly hunks?: readonly PlannedHunk[] | undefined;
  /** What leads from the text before to the text after, when that is known. */
  readonly splices?: readonly Splice[] | undefined;
}

/** Answers the bytes that planned ones stand for; `path` is that of the file that they came from. */
export type RevealBytes = (path: string, planned: Uint8Array) => Uint8Array;

/** Takes planned bytes for what they are. */
export function leaveBytes(_path: string, planned: Uint8Array): Uint8Array {
  return planned;
}

/** Says how one operation is described. */
export interface DescribeOptions {
  readonly maxDiffLines: number | undefined;
  readonly maxDiffBytes: number | undefined;
  readonly reveal: RevealBytes;
}

/** An operation, and the path that its content had before the patch. */
export interface TracedFacts extends OperationFacts {
  readonly origin: string;
}

/** Describes an operation: hashes and sizes are those of what planned bytes stand for, the diff shows those planned. */
export function* describeOperation(facts: TracedFacts, options: DescribeOptions): Steps<PlannedOperation> {
  const { operation, path, movedFrom, patchLine, origin } = facts;
  const { diff, truncated } = yield* createDiff(facts, options);
  yield;
  const before = facts.before === null ? null : options.reveal(origin, facts.before);
  const after = facts.after === null ? null : options.reveal(origin, facts.after);
  return {
    operation,
    path,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    patchLine,
    beforeSha256: hashOf(before),
    beforeSizeBytes: before?.length ?? null,
    afterSha256: hashOf(after),
    afterSizeBytes: after?.length ?? null,
    diff,
    diffTruncated: truncated,
    noOp: movedFrom === undefined && isSame(before, after),
    createIdempotent: facts.createIdempotent ?? false,
    hunks: facts.hunks ?? [],
  };
}

/** Tells whether two contents are the same, a missing file being the same only as a missing one. */
export function isSame(left: Uint8Array | null, right: Uint8Array | null): boolean {
  if (left === null || right === null) return left === right;
  return left === right || Buffer.compare(left, right) === 0;
}

function hashOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : createHash("sha256").update(bytes).digest("hex");
}

function* createDiff(facts: OperationFacts, { maxDiffLines, maxDiffBytes }: DescribeOptions): Steps<UnifiedDiff> {
  const { path, movedFrom = path, before, after } = facts;
  const isMove = movedFrom !== path;
  const [oldText, newText] = [textOf(before), textOf(after)];
  if (oldText === null || newText === null) return { diff: createBinaryNote(facts), truncated: false };
  const options = { path, maxLines: maxDiffLines, maxBytes: maxDiffBytes };
  const { diff, truncated } = yield* compareTexts(oldText, newText, { ...options, splices: facts.splices });
  const names = `--- ${nameOf("a", before, movedFrom)}\n+++ ${nameOf("b", after, path)}\n`;
  const shown = diff === "" ? "" : names + withoutNames(diff);
  const header = isMove ? createMoveHeader(movedFrom, path) : createEmptyHeader(facts);
  // With its names an empty file is told from the next one.
  return { diff: header + (shown === "" && !isMove && header !== "" ? names : shown), truncated };
}

function* compareTexts(
  oldText: string,
  newText: string,
  { splices, ...options }: UnifiedDiffOptions & Pick<OperationFacts, "splices">,
): Steps<UnifiedDiff> {
  if (splices === undefined) return yield* compareInSteps(oldText, newText, options);
  return yield* createSpliceDiff({ text: oldText, lines: createLineIndex(oldText) }, splices, options);
}

function withoutNames(diff: string): string {
  return diff.slice(diff.indexOf("\n", diff.indexOf("\n") + 1) + 1);
}

function nameOf(side: "a" | "b", bytes: Uint8Array | null, path: string): string {
  return bytes === null ? "/dev/null" : formatDiffPath(side, path);
}

function createGitHeader(from: string, to: string): string {
  const names = `${formatDiffPath("a", from)} ${formatDiffPath("b", to)}`.replaceAll("\t", "");
  return `diff --git ${names}\n`;
}

function createMoveHeader(from: string, to: string): string {
  return `${createGitHeader(from, to)}rename from ${from}\nrename to ${to}\n`;
}

/** Tells of a file that may be run, or that comes or goes without a single line, which a diff would pass over. */
function createEmptyHeader({ before, after, path, isExecutable = false }: OperationFacts): string {
  if ((before === null) === (after === null)) return "";
  if (!isExecutable && (before ?? after)?.length !== 0) return "";
  const mode = isExecutable ? "100755" : "100644";
  return `${createGitHeader(path, path)}${before === null ? "new" : "deleted"} file mode ${mode}\n`;
}

function createBinaryNote({ path, movedFrom = path, before, after }: OperationFacts): string {
  if (isSame(before, after)) return movedFrom === path ? "" : createMoveHeader(movedFrom, path);
  return `Binary files ${nameOf("a", before, movedFrom)} and ${nameOf("b", after, path)} differ\n`;
}

// A missing file reads as an empty one; `null` stands for what is not text.
function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return "";
  try {
    return decodeExactly(bytes).text;
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}
