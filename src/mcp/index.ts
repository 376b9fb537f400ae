// The entry point "ai-file-tools/mcp": named re-exports only.

export { createMcpServer, type McpServerOptions } from "./create-mcp-server.js";
export type { McpTool, McpToolSchema, McpTools } from "./mcp-tool.js";
export { type McpStdioOptions, serveMcpOverStdio } from "./serve-mcp-over-stdio.js";
