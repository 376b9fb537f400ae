// The one place where a tool meets the SDK: input is resolved, failures become data, aborts and bugs stay errors.

import { isStartDue, takeTurn } from "../../workspace/gate/take-turns.js";
import { type ApprovalGate, createApprovalGate, toStaleApproval, withGate } from "../approval/approval-gate.js";
import type { CallVersions, ToolPreview } from "../approval/call-preview.js";
import type { TouchedPath } from "../approval/touched-paths.js";
import { type FreshnessStamp, type StampOptions, toStampOptions } from "../freshness/freshness-stamp.js";
import { stampRefusal } from "../freshness/stale-refusal.js";
import type {
  FileTool,
  FileToolMembers,
  StreamingFileTool,
  ToolCallOptions,
  ToolModelOutput,
  ToolModelPart,
} from "./file-tool.js";
import type { Schema } from "./schema.js";
import { isToolFailure, presentFailure, resolveToolFailure, type ToolFailure } from "./tool-failure.js";
import { failureSchema } from "./tool-failure-schema.js";
import { createInputSchema, createOutputSchema, type FieldsInput } from "./tool-schema.js";

/** Says which call of the model a piece of work belongs to. */
export interface ToolCall {
  readonly toolCallId: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The messages that led to the call, as the SDK hands them over; `undefined` for a direct call, which has none. */
  readonly messages: unknown;
  /** The versions of files that somebody approved the call for, by path as given; `undefined` when nobody was asked. */
  readonly approvedVersions?: CallVersions | undefined;
  /** Nothing of a diff may be left out, since a person decides on it. */
  readonly wholeDiff?: boolean | undefined;
  /** The sandbox session that the SDK hands over, if any. */
  readonly sandbox?: unknown;
  /** The caller is version 7 of the SDK or later, which wants media as parts of type `file`; earlier ones refuse those. */
  readonly takesFileParts?: boolean | undefined;
}

/** The stamps of one call. */
type Stamped = FreshnessStamp | readonly FreshnessStamp[] | null;

interface Definition<Input, Output> extends FieldsInput {
  /** Written for the model; short, with the limits in numbers. */
  readonly description: string;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
  /** Shows a success to the model: a pure function of the output. */
  readonly present: (output: Output) => string | ToolModelPart[];
  /** Says which versions of which files a success shows or wrote; a pure function of the output. */
  readonly stamp?: (output: Output) => Stamped;
  /** Answers what a call would do, and does nothing; `null` when it changes nothing. Absent: no call changes anything. */
  readonly preview?: (input: Input, call: ToolCall) => Promise<ToolPreview | null>;
  /** Answers what a call looks at or changes. */
  readonly touches?: (input: Input, call: ToolCall) => Promise<readonly TouchedPath[]>;
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
  const gate = createGate(definition, members);
  async function execute(input: Input, options: ToolCallOptions = {}): Promise<Output | ToolFailure> {
    const call = toToolCall(options);
    try {
      if (isStartDue()) await takeTurn(call.signal);
      call.signal?.throwIfAborted();
      const output = await runApproved(members.inputSchema.resolve(input), call, { gate, run: definition.run });
      call.signal?.throwIfAborted();
      return output;
    } catch (error) {
      return resolveToolFailure(error, call.signal);
    }
  }
  const tool: FileToolMembers<Input, Output | ToolFailure> = withGate({ ...members, execute }, gate);
  // The SDK's own type is conditional on the output, which stays open here; type tests check it for each tool.
  return tool as FileTool<Input, Output | ToolFailure>;
}

interface GatedRun<Input, Output> {
  readonly gate: ApprovalGate;
  readonly run: ToolDefinition<Input, Output>["run"];
}

async function runApproved<Input, Output>(
  input: Input,
  call: ToolCall,
  { gate, run }: GatedRun<Input, Output>,
): Promise<Output> {
  const approvedVersions = await gate.enter({ ...call, input });
  try {
    return await run(input, { ...call, approvedVersions });
  } catch (error) {
    throw toStaleApproval(error, approvedVersions);
  }
}

function createGate<Input, Output extends object>(
  { preview, touches }: Definition<Input, Output>,
  { inputSchema }: FileToolMembers<Input, unknown>,
): ApprovalGate {
  return createApprovalGate({
    resolveInput: (value) => inputSchema.resolve(value),
    preview: async (value, { toolCallId, messages, signal }) =>
      (await preview?.(inputSchema.resolve(value), { toolCallId, messages, signal, wholeDiff: true })) ?? null,
    touches: async (value, { toolCallId, messages, signal }) =>
      (await touches?.(inputSchema.resolve(value), { toolCallId, messages, signal })) ?? [],
  });
}

/** Creates a tool that answers in snapshots. A failure is the last of them. */
export function defineStreamingTool<Input, Output extends object>(
  definition: StreamingToolDefinition<Input, Output>,
): StreamingFileTool<Input, Output | ToolFailure> {
  const members = createMembers(definition);
  const gate = createGate(definition, members);
  async function* execute(
    input: Input,
    options: ToolCallOptions = {},
  ): AsyncGenerator<Output | ToolFailure, void, void> {
    const call = toToolCall(options);
    try {
      if (isStartDue()) await takeTurn(call.signal);
      call.signal?.throwIfAborted();
      const resolved = members.inputSchema.resolve(input);
      await gate.enter({ ...call, input: resolved });
      yield* definition.run(resolved, call);
    } catch (error) {
      yield resolveToolFailure(error, call.signal);
    }
  }
  const tool: FileToolMembers<Input, Output | ToolFailure> = withGate({ ...members, execute }, gate);
  return tool as StreamingFileTool<Input, Output | ToolFailure>;
}

function createMembers<Input, Output extends object>(
  definition: Definition<Input, Output>,
): FileToolMembers<Input, Output | ToolFailure> {
  return {
    description: definition.description,
    inputSchema: createInputSchema(definition.input, definition),
    outputSchema: createOutputSchema<Output | ToolFailure>(definition.output.or(failureSchema())),
    toModelOutput: (given) => presentOutput(outputOf(given), definition),
  };
}

/**
 * The SDK hands over a call with its output in it, Mastra the output alone. An output of ours is always an object, and a
 * field of that name in one, where there is one, a text.
 */
function outputOf<Output>(given: { readonly output: Output } | Output): Output {
  const isCall = typeof given === "object" && given !== null && "output" in given && typeof given.output !== "string";
  return isCall ? given.output : (given as Output);
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

function toMetadata(stamped: Stamped): { providerOptions?: StampOptions } {
  const stamps = stamped === null || "path" in stamped ? [stamped].filter((stamp) => stamp !== null) : stamped;
  const providerOptions = toStampOptions(stamps);
  return providerOptions === null ? {} : { providerOptions };
}

/** A conversation has messages; whoever calls a tool directly may have to give some, and gives none. */
function isEmptyList(messages: unknown): boolean {
  return Array.isArray(messages) && messages.length === 0;
}

function toToolCall(options: ToolCallOptions): ToolCall {
  return {
    toolCallId: options.toolCallId,
    signal: options.abortSignal,
    messages: isEmptyList(options.messages) ? undefined : options.messages,
    sandbox: options.experimental_sandbox,
    // Version 7 always hands over both, if only as undefined; version 6 has another name for the first.
    takesFileParts: Object.hasOwn(options, "context") && Object.hasOwn(options, "experimental_sandbox"),
  };
}
