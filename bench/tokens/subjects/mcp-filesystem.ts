// The reference MCP server for files, asked over stdio. It has no search of contents and runs no commands. Only the text
// of an answer is counted; a client that passes the structured part on as well pays twice.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as project from "../project-files.js";
import type { Situation, Subject, SubjectCall } from "../subject.js";
import { joinText } from "./join-text.js";

function planMcpCall(situation: Situation, root: string): SubjectCall | null {
  const path = join(root, project.LONG_FILE);
  switch (situation) {
    case "list 100 files":
      return { tool: "list_directory_with_sizes", input: { path: join(root, project.COMPONENTS_DIRECTORY) } };
    case "glob 100 paths":
      return { tool: "search_files", input: { path: root, pattern: project.COMPONENTS_PATTERN } };
    case "edit one line":
      return { tool: "edit_file", input: { path, edits: [project.GOOD_EDIT] } };
    case "edit that fails, 3 near regions":
      return { tool: "edit_file", input: { path, edits: [project.BAD_EDIT] } };
    default:
      return null;
  }
}

/** Runs the reference MCP server in a process of its own. */
export const mcpTools: Subject = {
  name: "mcp server-filesystem",
  coreTools: ["read_text_file", "write_file", "edit_file"],
  planCall: planMcpCall,
  async open(root) {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const packageFile = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
    const args = [join(dirname(packageFile), "dist/index.js"), root];
    const client = new Client({ name: "tokens", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    const { tools } = await client.listTools();
    return {
      definitions: tools.map(({ name, description = "", inputSchema }) => ({ name, description, inputSchema })),
      async call({ tool, input }) {
        const { content } = await client.callTool({ name: tool, arguments: { ...input } });
        return joinText(content);
      },
      close: () => client.close(),
    };
  },
};
