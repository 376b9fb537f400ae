// What all commands of the text editor share: the workspace, and settings of the tools that do the work.

import type { Redactor } from "../redaction/redactor.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import type { ToolCall } from "../tools/definition/define-tool.js";
import { assertWorkspace } from "../tools/definition/tool-options.js";
import { createEditTool, type EditTool } from "../tools/edit.js";
import { resolvePatchSettings } from "../tools/patch.js";
import type { PatchSettings } from "../tools/patching/patch-run.js";
import { createReadTool, type ReadTool } from "../tools/read.js";
import { resolveWriteSettings, type WriteSettings } from "../tools/write.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import type { AnthropicTextEditorInput } from "./text-editor-input.js";

/** Holds what commands are run with. */
export interface EditorParts {
  readonly workspace: Workspace;
  readonly read: ReadTool;
  readonly edit: EditTool;
  readonly write: WriteSettings;
  readonly patch: PatchSettings;
  /** Characters of a view at most; `undefined`: only the limits of reading hold. */
  readonly maxCharacters: number | undefined;
}

/** Runs one command; answers what the model is told. */
export type RunCommand = (input: AnthropicTextEditorInput, call: ToolCall, parts: EditorParts) => Promise<string>;

/**
 * Makes the parts of one editor.
 * @throws {TypeError} when an option is wrong
 */
export function createEditorParts(options: {
  readonly workspace: Workspace;
  readonly maxCharacters?: number | undefined;
  readonly redact?: Redactor | undefined;
}): EditorParts {
  const { workspace, maxCharacters, redact } = options;
  assertWorkspace(workspace, "fs");
  const store = new WorkspaceFileStore(workspace);
  return {
    workspace,
    read: createReadTool({ store, redact }),
    edit: createEditTool({ store, redact }),
    write: resolveWriteSettings({ store, redact }),
    patch: resolvePatchSettings({ workspace, store, redact }, "createAnthropicTextEditorExecute"),
    maxCharacters,
  };
}
