// The server: answers what there is to call, and calls it. The transport is whoever's who connects it.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { isFsError } from "../errors.js";
import { ANYTHING, assertOptions, FLAG, FUNCTION, isRecord, type OptionRules, TEXT } from "../text/check-options.js";
import { createFileTools } from "../tools/create-file-tools.js";
import { assertWorkspace } from "../tools/definition/tool-options.js";
import { VERSION } from "../version.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { assertApproved } from "./assert-approved.js";
import { ClientScope } from "./client-scope.js";
import { describeTools } from "./describe-tools.js";
import type { McpTool, McpTools } from "./mcp-tool.js";
import { createProgressReporter, type RequestExtra } from "./report-progress.js";
import { runTool, toFailedResult } from "./run-tool.js";
import { annotationsOf } from "./tool-annotations.js";
import { writeInstructions } from "./write-instructions.js";

/** Makes an MCP server. */
export interface McpServerOptions {
  readonly workspace: Workspace;
  /**
   * Makes the tools to offer; default every tool of the package. It is called for the whole workspace and for what a
   * client's roots leave of it. Given as a record, tools stay as they are and roots do not narrow them.
   */
  readonly tools?: McpTools | ((workspace: Workspace) => McpTools) | undefined;
  /** The name that clients are told; default `ai-file-tools`. */
  readonly name?: string | undefined;
  /** What clients tell their model about the server; default a few sentences about the workspace. */
  readonly instructions?: string | undefined;
  /** Sends every output as data besides the text, with its schema in the list of tools; default only failures. */
  readonly structured?: boolean | undefined;
  /** Is given errors that no client is told about, such as faults of a tool; default nobody. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The rule of each option. */
export const MCP_SERVER_RULES: OptionRules<McpServerOptions> = {
  workspace: ANYTHING,
  tools: {
    wanted: "tools by their names, or a function that makes them",
    isMet: (value) => typeof value === "function" || isRecord(value),
  },
  name: TEXT,
  instructions: { wanted: "a text", isMet: (value) => typeof value === "string" },
  structured: FLAG,
  onError: FUNCTION,
};

/** What answering a call takes. */
interface Serving {
  readonly server: Server;
  readonly scope: ClientScope;
  readonly options: McpServerOptions;
}

/**
 * Creates an MCP server for one client, to be connected to a transport. Closing it stops the calls that run; the
 * workspace stays open. NOT guaranteed: that a host honours the annotations. What may be done is decided by the workspace.
 * @throws {TypeError} when an option is wrong
 */
export function createMcpServer(options: McpServerOptions): Server {
  assertOptions("createMcpServer", options, MCP_SERVER_RULES);
  assertWorkspace(options.workspace, "fs");
  const { workspace, structured = false, tools = (seen: Workspace) => createFileTools({ workspace: seen }) } = options;
  const createTools = typeof tools === "function" ? tools : () => tools;
  const offered = listOffered(workspace, createTools(workspace));
  const server = new Server(
    { name: options.name ?? "ai-file-tools", version: VERSION },
    { capabilities: { tools: {} }, instructions: options.instructions ?? writeInstructions(workspace, offered) },
  );
  const scope = new ClientScope({ workspace, createTools });
  server.onerror = (error) => options.onError?.(error);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: describeTools(offered, { withOutputs: structured }),
  }));
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => scope.forget());
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answerCall({ server, scope, options }, params, extra),
  );
  return server;
}

/** Leaves out of the list what an untrusted workspace could only refuse; whoever calls it all the same is told why. */
function listOffered({ trusted }: Workspace, tools: McpTools): McpTools {
  if (trusted) return tools;
  return Object.fromEntries(Object.entries(tools).filter(([name]) => annotationsOf(name)?.readOnlyHint !== false));
}

async function answerCall(
  { server, scope, options }: Serving,
  { name, arguments: input = {} }: CallToolRequest["params"],
  extra: RequestExtra,
): Promise<CallToolResult> {
  try {
    const tool = resolveTool(await scope.toolsFor(server), name);
    const call = { tool, toolCallId: `mcp-${extra.requestId}`, signal: extra.signal };
    return await runTool({
      ...call,
      input,
      assertApproved: (judged) => assertApproved(server, { ...call, name, input: judged }),
      structured: options.structured ?? false,
      onSnapshot: createProgressReporter(extra),
      onBug: (error) => options.onError?.(error),
    });
  } catch (error) {
    if (isFsError(error)) return toFailedResult(error);
    throw error;
  }
}

function resolveTool(tools: McpTools, name: string): McpTool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool !== undefined) return tool;
  const names = Object.keys(tools).join(", ");
  throw new McpError(
    ErrorCode.InvalidParams,
    `There is no tool named ${JSON.stringify(name)}; the names are ${names}.`,
  );
}
