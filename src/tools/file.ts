// The file tool: ten operations on files and directories behind one flat schema, in every directory that the operator opens.

import type { Redactor } from "../redaction/redactor.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { assertKnownOptions } from "../workspace/gate/assert-options.js";
import type { Workspace, WorkspaceRoot } from "../workspace/interfaces/workspace.js";
import { defineTool } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertWorkspace, formatBytes } from "./definition/tool-options.js";
import type { FreshnessGuard } from "./freshness/freshness-guard.js";
import { resolveGrepSettings } from "./grep.js";
import {
  assertOperationFields,
  type FileOperationInput,
  fileInputSchema,
  normalizeFileInput,
} from "./operations/file-input.js";
import { type FileOperationSettings, runFileOperation } from "./operations/file-operations.js";
import {
  type FileOperationOutput,
  fileOutputSchema,
  presentFileOperation,
  stampFileOperation,
} from "./operations/file-output.js";
import { assertApprovedVersions, previewFileOperation } from "./operations/file-preview.js";
import { explainRefusal, type FileView, openFileView } from "./operations/file-view.js";
import { resolveReadSettings } from "./read.js";
import { LINE_FIELDS } from "./reading/lines-input.js";
import { resolveWriteSettings } from "./write.js";

/** Configures the file tool. */
export interface FileOperationToolOptions {
  readonly workspace: Workspace;
  /**
   * Directories outside the workspace that the tool may touch, by absolute path; a path alone is open for writing. Besides
   * them, those of the environment variable `AI_FILE_TOOLS_ROOTS`, where the workspace is trusted and not narrowed.
   */
  readonly roots?: readonly (string | WorkspaceRoot)[] | undefined;
  /** Opens everything but the directories of the operating system; only in a trusted workspace. Default `false`. */
  readonly unrestricted?: boolean | undefined;
  /** Opens the user's temporary directory, where the workspace is trusted and not narrowed. Default `false`. */
  readonly temporary?: boolean | undefined;
  /** Lets a directory be removed with what is in it, where the call asks for that. Default `false`. */
  readonly allowRecursiveDelete?: boolean | undefined;
  /** Bytes of a text to write at most; default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** What write does to a file that was not read as it is; default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Hides secrets in what is read, found and written; default none. */
  readonly redact?: Redactor | undefined;
}

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  workspace: true,
  roots: true,
  unrestricted: true,
  temporary: true,
  allowRecursiveDelete: true,
  maxBytes: true,
  guard: true,
  redact: true,
} satisfies Record<keyof FileOperationToolOptions, true>);

/** The file tool. */
export type FileOperationTool = FileTool<FileOperationInput, FileOperationOutput | ToolFailure>;

function resolveSettings(options: FileOperationToolOptions, { view }: FileView): FileOperationSettings {
  const { maxBytes, guard, redact, allowRecursiveDelete } = options;
  const store = new WorkspaceFileStore(view);
  return {
    view,
    store,
    read: resolveReadSettings({ store, redact }),
    write: resolveWriteSettings({ store, maxBytes, guard, redact }),
    search: resolveGrepSettings({ workspace: view, redact }),
    isRecursive: allowRecursiveDelete === true,
  };
}

/**
 * Creates the tool for operations on files and directories: in the workspace, and wherever the developer says. Overwriting
 * asks for `overwrite: true`.
 * @throws {TypeError} when an option or the environment variable is wrong
 */
export function createFileTool(options: FileOperationToolOptions): FileOperationTool {
  assertKnownOptions("createFileTool", options, OPTION_NAMES);
  assertWorkspace(options.workspace, "fs");
  const opened = openFileView(options);
  const settings = resolveSettings(options, opened);
  return defineTool<FileOperationInput, FileOperationOutput>({
    description:
      `One operation on a file or directory of the workspace${describeReach(opened)}. ` +
      `Texts of at most ${formatBytes(settings.write.maxBytes)}; nothing is replaced without overwrite.`,
    input: fileInputSchema(settings.isRecursive),
    besides: LINE_FIELDS,
    normalize: normalizeFileInput,
    output: fileOutputSchema(),
    run: async (input, call) => {
      assertOperationFields(input);
      try {
        await assertApprovedVersions(input, call, settings.view.fs);
        return await runFileOperation(input, call, settings);
      } catch (error) {
        throw explainRefusal(error, options);
      }
    },
    preview: async (input, call) => {
      assertOperationFields(input);
      return previewFileOperation(input, call, settings);
    },
    present: presentFileOperation,
    stamp: stampFileOperation,
  });
}

function describeReach({ opensTemporary, opensOthers }: FileView): string {
  if (!opensOthers) return opensTemporary ? ", or of the temporary directory by its absolute path" : "";
  return `${opensTemporary ? ", the temporary directory" : ""}, or another open directory by its absolute path`;
}
