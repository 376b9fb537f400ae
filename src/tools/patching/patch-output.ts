// What the patch tool answers, and how a model sees it. Pure.

import type { MatchRung } from "../../edit/text-edit.js";
import type { PatchRisk } from "../../patch/patch-risk.js";
import type { ShownText } from "../../text/visible-text.js";
import * as z from "../definition/schema.js";
import type { FreshnessStamp } from "../freshness/freshness-stamp.js";
import type { LineSpan } from "../freshness/known-lines.js";
import { presentDiff, showAboveDiff } from "../presenting/present-diff.js";

const RISK_LEVELS = ["low", "medium", "high"] as const;

/** What a patch does to a file; `create_idempotent`: the file to create is there already, byte by byte. */
export type PatchedFileOperation = "create" | "update" | "replace" | "move" | "delete" | "create_idempotent" | "no_op";

/** Tells where a hunk went. */
export interface PatchedHunk {
  /** The hunk among those of its file, 1-based. */
  readonly hunk: number;
  /** First line of its place in the file before, 1-based. */
  readonly line: number;
  /** The rung that found it: anything but `exact` tolerated a difference. */
  readonly matchedBy: MatchRung;
}

/** Tells what an operation of a patch did to its file. */
export interface PatchedFile {
  /** The path that the content has afterwards, or had last. */
  readonly path: string;
  readonly operation: PatchedFileOperation;
  readonly movedFrom?: string | undefined;
  /** Lower-case hex; absent when there was no file. */
  readonly beforeSha256?: string | undefined;
  /** Absent when there was no file. */
  readonly beforeSizeBytes?: number | undefined;
  /** Lower-case hex; absent when there is no file. */
  readonly afterSha256?: string | undefined;
  /** Absent when there is no file. */
  readonly afterSizeBytes?: number | undefined;
  /** Unified diff; empty when no line differs. */
  readonly diff: string;
  /** The diff was cut or left out. */
  readonly diffTruncated?: boolean | undefined;
  readonly hunks?: readonly PatchedHunk[] | undefined;
  /** Under a guard, after a partial read: the lines of the new content that the conversation has seen. */
  readonly knownLines?: readonly LineSpan[] | undefined;
}

/** What the patch tool answers. */
export interface ApplyPatchOutput {
  /** One for each operation of the patch, in its order. */
  readonly files: readonly PatchedFile[];
  readonly risk: PatchRisk;
  /** Names the change in the history, for `workspace.history.undo`. */
  readonly checkpoint?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** What the `warn` guard has to say. */
  readonly warning?: string | undefined;
  /** Diffs show placeholders for secrets. */
  readonly redacted?: boolean | undefined;
}

const VERBS: Readonly<Record<PatchedFileOperation, string>> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  move: "moved",
  delete: "deleted",
  create_idempotent: "was there already",
  no_op: "unchanged",
};

const OPERATIONS: readonly PatchedFileOperation[] = /* @__PURE__ */ Object.keys(VERBS) as PatchedFileOperation[];

const matchRung = (): z.Schema<MatchRung, false> => z.unknown<MatchRung>();

const patchedFileSchema = (): z.Schema<PatchedFile> =>
  z.object({
    path: z.string(),
    operation: z.oneOf(OPERATIONS),
    movedFrom: z.string().optional(),
    beforeSha256: z.string().optional(),
    beforeSizeBytes: z.int().optional(),
    afterSha256: z.string().optional(),
    afterSizeBytes: z.int().optional(),
    diff: z.string(),
    diffTruncated: z.boolean().optional(),
    hunks: z.array(z.object({ hunk: z.int(), line: z.int(), matchedBy: matchRung() })).optional(),
    knownLines: z.array(z.object({ startLine: z.int(), endLine: z.int() })).optional(),
  });

/** Takes every success of the patch tool. */
export const patchOutputSchema = (): z.Schema<ApplyPatchOutput> =>
  z.object({
    files: z.array(patchedFileSchema()),
    risk: z.object({ level: z.oneOf(RISK_LEVELS), reasons: z.array(z.string()) }),
    checkpoint: z.string().optional(),
    dryRun: z.boolean().optional(),
    warning: z.string().optional(),
    redacted: z.boolean().optional(),
  });

/** Shows one line for each file, the risk unless it is low, and the diffs of what was there before. */
export function presentPatch({ files, risk, dryRun, warning }: ApplyPatchOutput): ShownText {
  const isNoOp = files.every(({ operation }) => operation === "no_op" || operation === "create_idempotent");
  const applied = isNoOp ? "Nothing to change, the files are so already:" : "Patch applied:";
  const title = dryRun === true ? "Dry run, nothing written:" : applied;
  const lines = files.map((file) => `- ${describeFile(file)}`);
  const risks = risk.level === "low" ? [] : [`Risk ${risk.level}: ${risk.reasons.join("; ")}.`];
  const diffs = files.filter(isWorthShowing).map(({ diff }) => diff);
  const words = [title, ...lines, ...(warning === undefined ? [] : [warning]), ...risks];
  return showAboveDiff(words, diffs.length === 0 ? undefined : presentDiff(diffs.join("")));
}

/** The diff of a new file would repeat the patch, that of a deleted one what is gone. */
function isWorthShowing({ operation, diff }: PatchedFile): boolean {
  return diff !== "" && operation !== "create" && operation !== "delete";
}

function describeFile({ path, operation, movedFrom, hunks = [] }: PatchedFile): string {
  const name = movedFrom === undefined ? path : `${movedFrom} to ${path}`;
  const loose = hunks.filter(({ matchedBy }) => matchedBy !== "exact");
  const places = loose.map(({ line, matchedBy }) => `line ${line} differed in ${matchedBy.replaceAll("_", " ")}`);
  return `${VERBS[operation]} ${name}${places.length === 0 ? "" : ` (${places.join(", ")})`}`;
}

/** Answers a stamp for every file that the patch left; none when nothing was written. */
export function stampPatch({ files, dryRun }: ApplyPatchOutput): readonly FreshnessStamp[] {
  if (dryRun === true) return [];
  const last = new Map(files.map((file) => [file.path, file] as const));
  return Array.from(last.values()).flatMap(({ path, afterSha256, knownLines }) =>
    afterSha256 === undefined ? [] : [{ path, version: afterSha256, lines: knownLines ?? "all" }],
  );
}
