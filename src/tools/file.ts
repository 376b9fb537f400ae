// The file tool: ten operations on files and directories behind one flat schema, in every directory that the operator opens.

import type { Redactor } from "../redaction/redactor.js";
import type { ListableStore, MutableStore } from "../stores/file-store.js";
import type { WorkspaceRoot } from "../workspace/interfaces/workspace.js";
import { defineTool } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { type FilesOption, filesOfWorkspace, resolveFiles, type ToolFiles } from "./definition/tool-files.js";
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
import { explainRefusal, openFileView } from "./operations/file-view.js";
import { resolveReadSettings } from "./read.js";
import { resolveWriteSettings } from "./write.js";

/** Configures the file tool: over a workspace, or over a store that lists, removes and renames, directories left alone. */
export type FileOperationToolOptions = FilesOption<ListableStore & MutableStore> & {
  /**
   * Directories outside the workspace that the tool may touch, by absolute path; a path alone is open for writing. Besides
   * them, those of the environment variable `AI_FILE_TOOLS_ROOTS` and the user's temporary directory.
   */
  readonly roots?: readonly (string | WorkspaceRoot)[] | undefined;
  /** Opens everything but the directories of the operating system; only in a trusted workspace. Default `false`. */
  readonly unrestricted?: boolean | undefined;
  /** Lets a directory be removed with what is in it, where the call asks for that. Default `false`. */
  readonly allowRecursiveDelete?: boolean | undefined;
  /** Bytes of a text to write at most; default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** What write does to a file that was not read as it is; default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Hides secrets in what is read, found and written; default none. */
  readonly redact?: Redactor | undefined;
};

const OPEN_DIRECTORIES = " of the workspace, the temporary directory, or another open directory by its absolute path";

/** The file tool. */
export type FileOperationTool = FileTool<FileOperationInput, FileOperationOutput | ToolFailure>;

function resolveSettings(options: FileOperationToolOptions): FileOperationSettings {
  const { maxBytes, guard, redact, allowRecursiveDelete } = options;
  const files = openFiles(options);
  const { store } = files;
  return {
    files,
    store,
    read: resolveReadSettings({ store, redact }),
    write: resolveWriteSettings({ store, maxBytes, guard, redact }),
    search: resolveGrepSettings({ store, redact }),
    isRecursive: allowRecursiveDelete === true,
  };
}

function openFiles({ workspace, store, roots, unrestricted }: FileOperationToolOptions): ToolFiles {
  if (workspace !== undefined && store !== undefined) return resolveFiles({ workspace, store }, []);
  if (workspace === undefined && store !== undefined) {
    if (roots === undefined && unrestricted === undefined) return resolveFiles({ store }, ["list", "mutate"]);
    throw new TypeError("roots and unrestricted open directories beside a workspace; a store has none.");
  }
  assertWorkspace(workspace, "fs");
  return filesOfWorkspace(openFileView({ workspace, roots, unrestricted }));
}

/**
 * Creates the tool for operations on files and directories: in the workspace, in the user's temporary directory, and
 * wherever the operator says. Overwriting asks for `overwrite: true`.
 * @throws {TypeError} when an option or the environment variable is wrong
 */
export function createFileTool(options: FileOperationToolOptions): FileOperationTool {
  const settings = resolveSettings(options);
  const { hasDirectories } = settings.files;
  return defineTool<FileOperationInput, FileOperationOutput>({
    description: `One operation on a file or directory${options.workspace === undefined ? "" : OPEN_DIRECTORIES}. Texts of at most ${formatBytes(settings.write.maxBytes)}; nothing is replaced without overwrite.`,
    input: fileInputSchema(settings.isRecursive, hasDirectories),
    normalize: normalizeFileInput,
    output: fileOutputSchema(),
    run: async (input, call) => {
      assertOperationFields(input);
      try {
        await assertApprovedVersions(input, call, await settings.files.forCall(call));
        return await runFileOperation(input, call, settings);
      } catch (error) {
        throw options.workspace === undefined ? error : explainRefusal(error, options);
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
