// What the server needs of a tool: the part of an AI SDK tool that does not depend on its input. Types only.

import type { ToolCallOptions, ToolModelOutput, ToolSchemaResult } from "../tools/definition/file-tool.js";

/** A schema that judges values and can be written as JSON Schema; zod 4.2 and newer make such ones too. */
export interface McpToolSchema {
  readonly "~standard": {
    /** Judges a value and answers it as the tool reads it. */
    readonly validate: (value: unknown) => ToolSchemaResult<unknown> | Promise<ToolSchemaResult<unknown>>;
    readonly jsonSchema: {
      /** Answers the JSON Schema of what may be given. */
      readonly input: (options: { readonly target: "draft-07" }) => Record<string, unknown>;
      /** Answers the JSON Schema of what comes out. */
      readonly output: (options: { readonly target: "draft-07" }) => Record<string, unknown>;
    };
  };
}

/** A tool that can be offered: every tool of this package, and AI SDK tools that have such a schema. */
export interface McpTool {
  readonly description: string;
  readonly inputSchema: McpToolSchema;
  readonly outputSchema?: McpToolSchema | undefined;
  /** A person must approve the call, always or where the function says so; asked with elicitation, else refused. */
  readonly needsApproval?: boolean | ((input: never, options: never) => boolean | PromiseLike<boolean>) | undefined;
  /** Runs the tool: a value, a promise of one, or snapshots of which the last is the result. */
  execute(input: never, options: ToolCallOptions): unknown;
  /** Answers what a model is shown of an output; without it, its JSON. */
  toModelOutput?(options: { toolCallId: string; input: never; output: never }): ToolModelOutput;
}

/** Tools by the names under which clients call them. */
export type McpTools = Readonly<Record<string, McpTool>>;
