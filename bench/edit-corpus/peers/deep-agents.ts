// The edit method of the file backend of deepagents. It takes one edit a call and works on the disk.

import { basename, dirname } from "node:path";
import { FilesystemBackend } from "deepagents";
import { applyOnDisk, type EditEngine } from "./edit-engine.js";

/** Runs the edit method of deepagents. */
export const deepAgentsEngine: EditEngine = {
  name: "deepagents",
  takesSeveral: false,
  takesReplaceAll: true,
  apply: (before, edits) =>
    applyOnDisk(before, async (path) => {
      const backend = new FilesystemBackend({ rootDir: dirname(path), virtualMode: true });
      for (const { oldText, newText, replaceAll } of edits) {
        const result = await backend.edit(`/${basename(path)}`, oldText, newText, replaceAll ?? false);
        if (result.error !== undefined) throw new Error(result.error);
      }
    }),
};
