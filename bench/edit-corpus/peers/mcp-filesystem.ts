// The edit function of the reference MCP server for files. It works on the disk.

import { applyFileEdits } from "@modelcontextprotocol/server-filesystem/dist/lib.js";
import { applyOnDisk, type EditEngine } from "./edit-engine.js";

/** Runs the edit function of the MCP server. */
export const mcpEngine: EditEngine = {
  name: "mcp server-filesystem",
  takesSeveral: true,
  takesReplaceAll: false,
  apply: (before, edits) => applyOnDisk(before, async (path) => applyFileEdits(path, [...edits])),
};
