// Writes tools as a client lists them. Pure.

import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { McpTool, McpTools } from "./mcp-tool.js";
import { annotationsOf } from "./tool-annotations.js";

const TARGET = { target: "draft-07" } as const;

/** Says what of a tool is described. */
export interface DescribeOptions {
  /** Adds the schema of outputs, which clients hold structured content to. */
  readonly withOutputs: boolean;
}

/** Describes every tool for `tools/list`. */
export function describeTools(tools: McpTools, options: DescribeOptions): Tool[] {
  return Object.entries(tools).map(([name, tool]) => describeTool(name, tool, options));
}

function describeTool(name: string, tool: McpTool, { withOutputs }: DescribeOptions): Tool {
  const annotations = annotationsOf(name);
  const output = withOutputs ? tool.outputSchema : undefined;
  return {
    name,
    description: tool.description,
    inputSchema: toObjectSchema(tool.inputSchema["~standard"].jsonSchema.input(TARGET)),
    ...(output === undefined ? {} : { outputSchema: toObjectSchema(output["~standard"].jsonSchema.output(TARGET)) }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Says at the top of a schema that it is about objects, as the protocol asks also where only the branches say so. */
function toObjectSchema(schema: Record<string, unknown>): Tool["inputSchema"] {
  return { ...schema, type: "object" };
}
