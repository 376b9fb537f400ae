// The file tool: ten operations on files and directories behind one flat schema, in every directory that the operator opens.

import type { Redactor } from "../redaction/redactor.js";
import type { ListableStore, MutableStore } from "../stores/file-store.js";
import { ANYTHING, assertOptions, FLAG, type OptionRules, PATHS, TEXT } from "../text/check-options.js";
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
import { explainRefusal, type FileView, openFileView } from "./operations/file-view.js";
import { resolveReadSettings } from "./read.js";
import { LINE_FIELDS } from "./reading/lines-input.js";
import { resolveWriteSettings } from "./write.js";

/** Configures the file tool: over a workspace, or over a store that lists, removes and renames, directories left alone. */
export type FileOperationToolOptions = FilesOption<ListableStore & MutableStore> & {
  /**
   * Directories outside the workspace that the tool may touch, by absolute path; a path alone is open for writing. Besides
   * them, those of the environment variable `AI_FILE_TOOLS_ROOTS`, where the workspace is trusted and not narrowed.
   */
  readonly roots?: readonly (string | WorkspaceRoot)[] | undefined;
  /**
   * Opens everything but the directories of the operating system, where the workspace is trusted and not narrowed. Default
   * `false`.
   */
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
};

// A word such as "false" would otherwise open what it was to close.
const OPTION_RULES: OptionRules<FileOperationToolOptions> = {
  workspace: ANYTHING,
  store: ANYTHING,
  roots: {
    wanted: `a list of paths, or ${PATHS.wanted}`,
    isMet: (value) => Array.isArray(value) && value.every((root) => TEXT.isMet(root) || PATHS.isMet([root])),
  },
  unrestricted: FLAG,
  temporary: FLAG,
  allowRecursiveDelete: FLAG,
  maxBytes: ANYTHING,
  guard: ANYTHING,
  redact: ANYTHING,
};

/** The file tool. */
export type FileOperationTool = FileTool<FileOperationInput, FileOperationOutput | ToolFailure>;

function resolveSettings(options: FileOperationToolOptions, files: ToolFiles): FileOperationSettings {
  const { maxBytes, guard, redact, allowRecursiveDelete } = options;
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

/** The files of a tool, and what the model is told of where they may lie. */
interface OpenedFiles {
  readonly files: ToolFiles;
  readonly reach: string;
}

function openFiles(options: FileOperationToolOptions): OpenedFiles {
  const { workspace, store, roots, unrestricted, temporary } = options;
  if (store === undefined) {
    assertWorkspace(workspace, "fs");
    const opened = openFileView({ workspace, roots, unrestricted, temporary });
    return { files: filesOfWorkspace(opened.view), reach: ` of the workspace${describeReach(opened)}` };
  }
  if (roots !== undefined || unrestricted !== undefined || temporary !== undefined) {
    throw new TypeError("roots, unrestricted and temporary open directories beside a workspace; a store has none.");
  }
  return { files: resolveFiles(options, ["list", "mutate"]), reach: "" };
}

/**
 * Creates the tool for operations on files and directories: in the workspace, and wherever the developer says. Overwriting
 * asks for `overwrite: true`.
 * @throws {TypeError} when an option or the environment variable is wrong
 */
export function createFileTool(options: FileOperationToolOptions): FileOperationTool {
  assertOptions("createFileTool", options, OPTION_RULES);
  const { files, reach } = openFiles(options);
  const settings = resolveSettings(options, files);
  return defineTool<FileOperationInput, FileOperationOutput>({
    description:
      `One operation on a file or directory${reach}. ` +
      `Texts of at most ${formatBytes(settings.write.maxBytes)}; nothing is replaced without overwrite.`,
    input: fileInputSchema(settings.isRecursive, files.hasDirectories),
    besides: LINE_FIELDS,
    normalize: normalizeFileInput,
    output: fileOutputSchema(),
    run: async (input, call) => {
      assertOperationFields(input);
      try {
        if (call.approvedVersions !== undefined) {
          const { assertApprovedVersions } = await import("./operations/file-preview.js");
          await assertApprovedVersions(input, call, await settings.files.forCall(call));
        }
        return await runFileOperation(input, call, settings);
      } catch (error) {
        throw options.workspace === undefined ? error : explainRefusal(error, options);
      }
    },
    preview: async (input, call) => {
      assertOperationFields(input);
      return (await import("./operations/file-preview.js")).previewFileOperation(input, call, settings);
    },
    touches: async (input, call) =>
      (await import("./operations/file-preview.js")).listTouched(input, settings.store, call),
    present: presentFileOperation,
    stamp: stampFileOperation,
  });
}

function describeReach({ opensTemporary, opensOthers }: FileView): string {
  if (!opensOthers) return opensTemporary ? ", or of the temporary directory by its absolute path" : "";
  return `${opensTemporary ? ", the temporary directory" : ""}, or another open directory by its absolute path`;
}
