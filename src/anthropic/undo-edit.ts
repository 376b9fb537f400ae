// The command `undo_edit`: takes back the last change of one file, through the history of the workspace.

import { FsError } from "../errors.js";
import { contentSha256 } from "../stores/content-sha256.js";
import type { ToolCall } from "../tools/definition/define-tool.js";
import type { HistoryEntry, Workspace } from "../workspace/interfaces/workspace.js";
import type { EditorParts } from "./editor-parts.js";
import type { AnthropicTextEditorInput } from "./text-editor-input.js";

/** Undoes the newest change that concerned a file; what else that change did goes with it. */
export async function runUndo(
  { path }: AnthropicTextEditorInput,
  { toolCallId, signal }: ToolCall,
  { workspace, patch }: EditorParts,
): Promise<string> {
  const { fs, history } = workspace.forRequest({ toolCallId });
  const shown = (await fs.stat(path, { signal }))?.path ?? path.replace(/^\.?\/+/, "");
  const latest = (await history.list()).find((entry) => concerns(entry, shown));
  if (latest === undefined) {
    throw new FsError("no_change", `nothing is known of a change of ${shown}`, {
      hint: "Only changes that were made through this workspace can be undone.",
    });
  }
  if (patch.redactor !== undefined) await assertUnchanged(latest, fs, signal);
  const { message } = await history.undo(latest.id, { signal });
  return message;
}

/** An undo that is merged with later changes could bring together what shows a hidden secret, and is not looked at. */
async function assertUnchanged(
  { files }: HistoryEntry,
  fs: Workspace["fs"],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { path, type, after } of files) {
    if (type !== "file" || after === null) continue;
    if ((await contentSha256(await fs.readFile(path, { signal }))) === after.sha256) continue;
    throw new FsError("patch_conflict", `${path} was changed since`, {
      path,
      hint: "Where secrets are hidden, only files that are as the change left them are taken back; edit the file instead.",
    });
  }
}

function concerns({ state, undone, undoable, reverts, files }: HistoryEntry, path: string): boolean {
  if (state !== "committed" || undone || !undoable || reverts !== undefined) return false;
  return files.some((file) => file.path === path || file.movedFrom === path);
}
