// What hosts are told about each tool before they let it run. Hints for hosts, no defence: the boundary is elsewhere.

import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { FileToolName } from "../tools/create-file-tools.js";

const LOOKS_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const CHANGES_FILES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

const ANNOTATIONS: Readonly<Record<FileToolName, ToolAnnotations>> = {
  read: { title: "Read a file", ...LOOKS_ONLY },
  grep: { title: "Search in files", ...LOOKS_ONLY },
  glob: { title: "Find files", ...LOOKS_ONLY },
  list: { title: "List a directory", ...LOOKS_ONLY },
  write: { title: "Write a file", ...CHANGES_FILES, idempotentHint: true },
  edit: { title: "Edit a file", ...CHANGES_FILES },
  apply_patch: { title: "Patch files", ...CHANGES_FILES },
  file: { title: "Copy, move, delete and more", ...CHANGES_FILES },
  exec: { title: "Run a command", ...CHANGES_FILES, openWorldHint: true },
};

/** Answers the annotations of a tool of this package; `undefined` leaves a foreign tool to the cautious defaults of MCP. */
export function annotationsOf(name: string): ToolAnnotations | undefined {
  return Object.hasOwn(ANNOTATIONS, name) ? ANNOTATIONS[name as FileToolName] : undefined;
}
