// What a host tells its model about the server. Pure; short, since every conversation pays for it.

import type { Workspace } from "../workspace/interfaces/workspace.js";
import type { McpTools } from "./mcp-tool.js";

const UNTRUSTED = "The workspace is not trusted: reading works, every change and command is refused.";

/** Writes a few sentences: what the tools work on, how paths are given, and how they fail. */
export function writeInstructions(workspace: Pick<Workspace, "name" | "trusted">, tools: McpTools): string {
  const names = Object.keys(tools).join(", ");
  return [
    `Tools for the files of the workspace ${JSON.stringify(workspace.name)}: ${names}.`,
    "Paths are relative to its root.",
    ...(workspace.trusted ? [] : [UNTRUSTED]),
    "A failure begins with its kind and ends with what to do next.",
  ].join(" ");
}
