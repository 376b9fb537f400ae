// The command `undo_edit`: takes back the last change of one file, through the history of the workspace.

import { FsError } from "../errors.js";
import type { ToolCall } from "../tools/definition/define-tool.js";
import type { HistoryEntry } from "../workspace/interfaces/workspace.js";
import type { EditorParts } from "./editor-parts.js";
import type { AnthropicTextEditorInput } from "./text-editor-input.js";

/** Undoes the newest change that concerned a file; what else that change did goes with it. */
export async function runUndo(
  { path }: AnthropicTextEditorInput,
  { toolCallId, signal }: ToolCall,
  { workspace }: EditorParts,
): Promise<string> {
  const { fs, history } = workspace.forRequest({ toolCallId });
  const shown = (await fs.stat(path, { signal }))?.path ?? path.replace(/^\.?\/+/, "");
  const latest = (await history.list()).find((entry) => concerns(entry, shown));
  if (latest === undefined) {
    throw new FsError("no_change", `nothing is known of a change of ${shown}`, {
      hint: "Only changes that were made through this workspace can be undone.",
    });
  }
  const { message } = await history.undo(latest.id, { signal });
  return message;
}

function concerns({ state, undone, undoable, reverts, files }: HistoryEntry, path: string): boolean {
  if (state !== "committed" || undone || !undoable || reverts !== undefined) return false;
  return files.some((file) => file.path === path || file.movedFrom === path);
}
