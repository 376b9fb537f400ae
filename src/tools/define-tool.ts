// The one place where a tool meets the SDK: input is resolved, failures become data, aborts and bugs stay errors.

import type {
  FileTool,
  FileToolMembers,
  StreamingFileTool,
  ToolCallOptions,
  ToolModelOutput,
  ToolModelPart,
} from "./file-tool.js";
import { type FreshnessStamp, type StampOptions, toStampOptions } from "./freshness-stamp.js";
import type { Schema } from "./schema.js";
import { stampRefusal } from "./stale-refusal.js";
import { isToolFailure, presentFailure, resolveToolFailure, type ToolFailure } from "./tool-failure.js";
import { failureSchema } from "./tool-failure-schema.js";
import { createInputSchema, createOutputSchema, type NormalizeFields } from "./tool-schema.js";

/** Says which call of the model a piece of work belongs to. */
export interface ToolCall {
  readonly toolCallId: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The messages that led to the call, as the SDK hands them over; `undefined` for a direct call. */
  readonly messages: unknown;
}

interface Definition<Input, Output> {
  /** Written for the model; short, with the limits in numbers. */
  readonly description: string;
  readonly input: Schema<Input>;
  readonly normalize?: NormalizeFields;
  readonly output: Schema<Output>;
  /** Shows a success to the model: a pure function of the output. */
  readonly present: (output: Output) => string | ToolModelPart[];
  /** Says which version of which file a success shows or wrote; a pure function of the output. */
  readonly stamp?: (output: Output) => FreshnessStamp | null;
}

/** Defines a tool that answers once. */
export interface ToolDefinition<Input, Output> extends Definition<Input, Output> {
  readonly run: (input: Input, call: ToolCall) => Promise<Output>;
}

/** Defines a tool that answers in snapshots; the last one is the result. */
export interface StreamingToolDefinition<Input, Output> extends Definition<Input, Output> {
  readonly run: (input: Input, call: ToolCall) => AsyncGenerator<Output, void, void>;
}

/** Creates a tool that answers once. */
export function defineTool<Input, Output extends object>(
  definition: ToolDefinition<Input, Output>,
): FileTool<Input, Output | ToolFailure> {
  const members = createMembers(definition);
  async function execute(input: Input, options: ToolCallOptions = {}): Promise<Output | ToolFailure> {
    const call = toToolCall(options);
    try {
      call.signal?.throwIfAborted();
      const output = await definition.run(members.inputSchema.resolve(input), call);
      call.signal?.throwIfAborted();
      return output;
    } catch (error) {
      return resolveToolFailure(error, call.signal);
    }
  }
  // The SDK's own type is conditional on the output, which stays open here; type tests check it for each tool.
  return { ...members, execute } as FileToolMembers<Input, Output | ToolFailure> as FileTool<
    Input,
    Output | ToolFailure
  >;
}

/** Creates a tool that answers in snapshots. A failure is the last of them. */
export function defineStreamingTool<Input, Output extends object>(
  definition: StreamingToolDefinition<Input, Output>,
): StreamingFileTool<Input, Output | ToolFailure> {
  const members = createMembers(definition);
  async function* execute(
    input: Input,
    options: ToolCallOptions = {},
  ): AsyncGenerator<Output | ToolFailure, void, void> {
    const call = toToolCall(options);
    try {
      call.signal?.throwIfAborted();
      yield* definition.run(members.inputSchema.resolve(input), call);
    } catch (error) {
      yield resolveToolFailure(error, call.signal);
    }
  }
  return { ...members, execute } as FileToolMembers<Input, Output | ToolFailure> as StreamingFileTool<
    Input,
    Output | ToolFailure
  >;
}

function createMembers<Input, Output extends object>(
  definition: Definition<Input, Output>,
): FileToolMembers<Input, Output | ToolFailure> {
  return {
    description: definition.description,
    inputSchema: createInputSchema(definition.input, definition.normalize),
    outputSchema: createOutputSchema<Output | ToolFailure>(definition.output.or(failureSchema())),
    toModelOutput: ({ output }) => presentOutput(output, definition),
  };
}

function presentOutput<Output>(
  output: Output | ToolFailure,
  { present, stamp }: Pick<Definition<never, Output>, "present" | "stamp">,
): ToolModelOutput {
  if (isToolFailure(output)) {
    return { type: "error-text", value: presentFailure(output), ...toMetadata(stampRefusal(output.error)) };
  }
  const shown = present(output);
  if (typeof shown !== "string") return { type: "content", value: shown };
  return { type: "text", value: shown, ...toMetadata(stamp?.(output) ?? null) };
}

function toMetadata(stamp: FreshnessStamp | null): { providerOptions?: StampOptions } {
  return stamp === null ? {} : { providerOptions: toStampOptions(stamp) };
}

function toToolCall(options: ToolCallOptions): ToolCall {
  return { toolCallId: options.toolCallId, signal: options.abortSignal, messages: options.messages };
}
