// The command "mcp": the tools for a host that starts this program and talks to it over its streams.

import type { McpTools } from "../../mcp/mcp-tool.js";
import { showText } from "../../text/visible-text.js";
import { createFileTools, FILE_TOOL_NAMES, type FileToolName } from "../../tools/create-file-tools.js";
import { createExecTool } from "../../tools/exec.js";
import type { Workspace } from "../../workspace/interfaces/workspace.js";
import type { CliValues } from "../cli-values.js";
import type { CliCall, CliCommand } from "../command.js";
import { EXIT_OK, UsageError } from "../exit-codes.js";
import { HISTORY_FLAG, ROOT_FLAG, withWorkspace } from "../workspace-flags.js";

/** Serves the tools over the Model Context Protocol until the host hangs up. */
export const mcpCommand: CliCommand = {
  name: "mcp",
  summary: "serve the tools to an MCP host, over standard input and output",
  parameters: "",
  maxPositionals: 0,
  options: {
    ...ROOT_FLAG,
    ...HISTORY_FLAG,
    trusted: { type: "boolean", summary: "let the tools change files and run commands; default they only look" },
    "read-only": { type: "boolean", summary: "offer only the tools that change nothing" },
    include: { type: "string", multiple: true, value: "TOOL", summary: "offer only these tools" },
    exclude: { type: "string", multiple: true, value: "TOOL", summary: "offer all but these tools" },
    allow: { type: "string", multiple: true, value: "PREFIX", summary: "refuse all but commands that begin so" },
    structured: { type: "boolean", summary: "answer data besides text" },
  },
  notes: [
    "Without --trusted only the tools are offered that change nothing. With it, --allow narrows what may be run.",
    "Roots that the host names narrow the workspace. The program ends when the host closes its end.",
  ],
  examples: ["mcp --root ~/project --read-only", "mcp --root . --trusted --allow 'npm test' --allow 'git diff'"],
  run: async (call) => {
    // Only here, since the protocol's package takes longer to load than the rest of the program.
    const { serveMcpOverStdio } = await import("../../mcp/serve-mcp-over-stdio.js");
    const { values, streams } = call;
    const trusted = values.flag("trusted") ?? false;
    for (const option of ["include", "exclude"] as const) listTools(values, option);
    return withWorkspace(call, { trusted }, async (workspace) => {
      await serveMcpOverStdio({
        workspace,
        tools: (seen) => createTools(seen, call),
        structured: values.flag("structured"),
        stdin: streams.stdin,
        stdout: streams.stdout,
        signal: streams.signal,
        onError: (error) => streams.stderr.write(showText(`ai-file-tools mcp: ${String(error)}\n`)),
      });
      streams.signal.throwIfAborted();
      return EXIT_OK;
    });
  },
};

function createTools(workspace: Workspace, { values }: CliCall): McpTools {
  const readOnly = values.flag("read-only") === true;
  const allowedCommands = values.list("allow");
  const include = values.list("include").length === 0 ? FILE_TOOL_NAMES : listTools(values, "include");
  const tools: McpTools = createFileTools({ workspace, readOnly, include, exclude: listTools(values, "exclude") });
  if (!("exec" in tools) || allowedCommands.length === 0) return tools;
  return { ...tools, exec: createExecTool({ workspace, allowedCommands }) };
}

/** @throws {UsageError} when there is no such tool */
function listTools(values: CliValues, option: "include" | "exclude"): readonly FileToolName[] {
  const names = values.list(option).flatMap((word) => word.split(","));
  return names.map((name) => {
    const known = FILE_TOOL_NAMES.find((one) => one === name.trim());
    if (known !== undefined) return known;
    throw new UsageError(
      `--${option} names no tool ${JSON.stringify(name)}; the tools are ${FILE_TOOL_NAMES.join(", ")}`,
    );
  });
}
