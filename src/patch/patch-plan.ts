// What a patch comes to: the plan that is shown, judged and applied. No behaviour lives here.

import type { PatchRisk } from "./patch-risk.js";
import type { PlannedHunk } from "./plan-hunks.js";

/** Names what an operation does to its file. */
export type PatchOperationName = "add" | "update" | "delete" | "move" | "replace";

/** Describes one operation, with the file as the operations before it left it. */
export interface PlannedOperation {
  readonly operation: PatchOperationName;
  /** The path that the content has afterwards, or had last. */
  readonly path: string;
  /** The path that the content had before; only for a move. */
  readonly movedFrom?: string;
  /** The line of the patch that it begins at, 1-based. */
  readonly patchLine: number;
  /** Lower-case hex; `null` when there was no file. */
  readonly beforeSha256: string | null;
  /** `null` when there was no file. */
  readonly beforeSizeBytes: number | null;
  /** Lower-case hex; `null` when there is no file. */
  readonly afterSha256: string | null;
  /** `null` when there is no file. */
  readonly afterSizeBytes: number | null;
  /** Unified diff; empty when no line differs, one line for content that is not text. */
  readonly diff: string;
  /** The diff was cut; its last line then says how much is gone. */
  readonly diffTruncated: boolean;
  /** The operation changes nothing. */
  readonly noOp: boolean;
  /** The file to add is there already, byte by byte. */
  readonly createIdempotent: boolean;
  /** Where the hunks apply; empty for operations that have none. */
  readonly hunks: readonly PlannedHunk[];
}

/** Asks for one path to hold other bytes, or none. */
export interface PlannedChange {
  readonly path: string;
  /** The bytes that the plan was made from; `null`: there was no file. What is there now may differ. */
  readonly before: Uint8Array | null;
  /** `null`: the file goes away. */
  readonly after: Uint8Array | null;
  /**
   * The path in this patch that the content came from, for whoever carries over a mode or a time. Where it differs only in
   * case, both may be one file, to be renamed and not to be written and removed.
   */
  readonly movedFrom?: string;
  /** The patch adds it as a file that may be run. */
  readonly isExecutable?: boolean;
}

/** Holds what a patch comes to. Nothing was written; the changes belong together, all of them or none. */
export interface PatchPlan {
  /** One for each operation of the patch, in its order. */
  readonly operations: readonly PlannedOperation[];
  /** One for each path whose bytes or whose spelling differ in the end, in the order that the patch names them. */
  readonly changes: readonly PlannedChange[];
  readonly risk: PatchRisk;
  /** No path differs in the end. */
  readonly noOp: boolean;
}
