// The public shapes of a patch that a workspace applies. Types only.

import type { ParsedPatch } from "../../patch/parsed-patch.js";
import type { PatchPlan, PlannedOperation } from "../../patch/patch-plan.js";
import type { PatchRisk } from "../../patch/patch-risk.js";
import type { CallOptions } from "./workspace-files.js";

/** Says how a patch is applied. */
export interface PatchOptions extends CallOptions {
  /** Answers the plan and writes nothing. Default `false`. */
  readonly dryRun?: boolean | undefined;
  /**
   * Confirms what is refused otherwise: `shrink`, that a file may lose most of its content to a few lines; `placeholders`,
   * that added lines such as `// ... rest of the code` are meant as they are.
   */
  readonly confirm?: readonly PatchConfirmation[] | undefined;
  /** Versions that files must have now, by path as the patch gives it: lower-case hex sha256; `null`: nothing is there. */
  readonly expectedVersions?: Readonly<Record<string, string | null>> | undefined;
  /** UTF-8 bytes of the patch at most; default 256 KiB. Not looked at where the patch is parsed already. */
  readonly maxBytes?: number | undefined;
  /** Files at most; default 64. Not looked at where the patch is parsed already. */
  readonly maxFiles?: number | undefined;
  /** Bytes of a file at most, before and after; default 2 MiB, and never more than the workspace lets be written. */
  readonly maxFileBytes?: number | undefined;
  /** Leaves nothing out of the diffs, however long they are. Default `false`. */
  readonly wholeDiff?: boolean | undefined;
  /** What the history calls the change; default `apply_patch`. */
  readonly tool?: string | undefined;
  /** Sees the files before the patch is planned over them, and the plan before it is carried out. */
  readonly review?: PatchReview | undefined;
}

/** Names what a caller can confirm to be meant. */
export type PatchConfirmation = "shrink" | "placeholders";

/** Looks at a patch on its way, for callers with rules of their own. What it throws leaves every file as it is. */
export interface PatchReview {
  /** Answers what is planned in place of the patch and the files; absent leaves both as they are. */
  readonly open?: ((request: PatchRequest) => Promise<PatchView>) | undefined;
  /** Judges the plan of a patch. */
  readonly judge?: ((plan: PatchPlan, request: PatchRequest) => Promise<void>) | undefined;
}

/** A patch with the files that it names. */
export interface PatchRequest {
  /** Names each file as results do, whatever the spelling in the patch. */
  readonly patch: ParsedPatch;
  /** Those names, by the path as the patch gives it. */
  readonly names: ReadonlyMap<string, string>;
  /** By the same names, those that can be changed; `null`: nothing is there. */
  readonly files: ReadonlyMap<string, Uint8Array | null>;
}

/** A patch and files as whoever wrote the patch knows them, and the way back. */
export interface PatchView extends Pick<PatchRequest, "patch" | "files"> {
  /** Answers the bytes that are really meant by planned ones; `path` is that of the file which they came from. */
  readonly reveal?: ((path: string, planned: Uint8Array) => Uint8Array) | undefined;
}

/** Tells what a patch did, or would do. */
export interface PatchResult {
  /** One for each operation of the patch, in its order; names files as all results do. */
  readonly files: readonly PlannedOperation[];
  readonly risk: PatchRisk;
  /** Names the change in the history, where it can be undone; absent for a dry run and where nothing changed. */
  readonly transactionId?: string;
  /** Nothing was written. */
  readonly dryRun: boolean;
  /** No file differs in the end. */
  readonly noOp: boolean;
}
