// The patch tool: changes many files at once, all or none. What does it is loaded when it is first called.

import { MAX_PATCH_BYTES, MAX_PATCH_FILES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import type { MutableStore } from "../stores/file-store.js";
import type { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { ANYTHING, assertOptions, type OptionRules } from "../text/check-options.js";
import type { PatchConfirmation, Workspace } from "../workspace/interfaces/workspace.js";
import { defineTool } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { filesOfWorkspace, resolveFiles } from "./definition/tool-files.js";
import { assertStore, formatBytes, resolveLimit } from "./definition/tool-options.js";
import { type FreshnessGuard, resolveGuard } from "./freshness/freshness-guard.js";
import { type ApplyPatchInput, normalizePatchFields, patchInputSchema } from "./patching/patch-input.js";
import { type ApplyPatchOutput, patchOutputSchema, presentPatch, stampPatch } from "./patching/patch-output.js";
import type { PatchSettings } from "./patching/patch-run.js";

/**
 * Configures the patch tool: over a workspace, perhaps with the store of the tools beside it, with which it then shares what
 * was read in a step; or over a store that removes and renames.
 */
export type ApplyPatchToolOptions = (
  | { readonly workspace: Workspace; readonly store?: WorkspaceFileStore | undefined }
  | { readonly store: MutableStore; readonly workspace?: undefined }
) & {
  /** UTF-8 bytes of a patch at most; default 256 KiB. */
  readonly maxBytes?: number | undefined;
  /** Files of a patch at most; default 64. */
  readonly maxFiles?: number | undefined;
  /** Lets through what is refused as a slip otherwise; default nothing. */
  readonly confirm?: readonly PatchConfirmation[] | undefined;
  /** What happens to hunks in lines that the conversation has not read as they are; default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Turns placeholders of a file back into its secrets, refuses all others, and hides secrets in diffs and failures. */
  readonly redact?: Redactor | undefined;
};

const CONFIRMATIONS: readonly unknown[] = ["shrink", "placeholders"] satisfies PatchConfirmation[];

const OPTION_RULES: OptionRules<ApplyPatchToolOptions> = {
  workspace: ANYTHING,
  store: ANYTHING,
  maxBytes: ANYTHING,
  maxFiles: ANYTHING,
  confirm: {
    wanted: 'a list of "shrink" and "placeholders"',
    isMet: (value) => Array.isArray(value) && value.every((one) => CONFIRMATIONS.includes(one)),
  },
  guard: ANYTHING,
  redact: ANYTHING,
};

/** The patch tool. */
export type ApplyPatchTool = FileTool<ApplyPatchInput, ApplyPatchOutput | ToolFailure>;

/**
 * Resolves what a tool needs to apply patches.
 * @throws {TypeError} when an option is wrong
 */
export function resolvePatchSettings(options: ApplyPatchToolOptions, owner: string): PatchSettings {
  assertOptions(owner, options, OPTION_RULES);
  const { workspace, store, confirm = [], guard, redact } = options;
  if (store !== undefined) assertStore(store);
  assertRedactor(redact);
  return {
    files: workspace === undefined ? resolveFiles({ store }, ["mutate"]) : filesOfWorkspace(workspace, store),
    maxBytes: resolveLimit("maxBytes", options.maxBytes, MAX_PATCH_BYTES),
    maxFiles: resolveLimit("maxFiles", options.maxFiles, MAX_PATCH_FILES),
    confirm,
    guard: resolveGuard(guard),
    redactor: redact,
  };
}

/**
 * Creates the tool that applies patches: every operation of a patch, or none. What it did is one step of the history.
 * @throws {TypeError} when an option is wrong
 */
export function createApplyPatchTool(options: ApplyPatchToolOptions): ApplyPatchTool {
  const settings = resolvePatchSettings(options, "createApplyPatchTool");
  return defineTool<ApplyPatchInput, ApplyPatchOutput>({
    description:
      "Changes several files at once, all or none, by a unified diff or by: *** Begin Patch, then any of *** Add File: path " +
      "(lines with +), *** Update File: path (*** Move to: path; hunks that begin with @@ or @@ line above, of lines with " +
      "space, - or +), *** Delete File: path, then *** End Patch. " +
      `At most ${formatBytes(settings.maxBytes)} and ${settings.maxFiles} files.`,
    input: patchInputSchema(),
    normalize: normalizePatchFields,
    output: patchOutputSchema(),
    run: async (input, call) => (await import("./patching/patch-run.js")).runPatch(input, call, settings),
    preview: async (input, call) => (await import("./patching/patch-run.js")).previewPatch(input, call, settings),
    touches: async (input, call) => (await import("./patching/patch-run.js")).touchPatch(input, call, settings),
    present: presentPatch,
    stamp: stampPatch,
  });
}
