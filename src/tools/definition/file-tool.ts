// The shape of every tool of this package: a plain AI SDK tool under ai 6 and ai 7 alike. Types only.

import type { Tool } from "ai";
import type { StampOptions } from "../freshness/freshness-stamp.js";

/** Carries what the AI SDK hands to `execute`; every key is optional, so that a tool can be called directly. */
export interface ToolCallOptions {
  readonly toolCallId?: string | undefined;
  /** Ends the call with `abortSignal.reason`. */
  readonly abortSignal?: AbortSignal | undefined;
  /** The messages that led to the call; a guard finds in them what was read. */
  readonly messages?: unknown;
  readonly context?: unknown;
  readonly experimental_context?: unknown;
  readonly experimental_sandbox?: unknown;
}

/** One part of an answer that is not only text: `file` for version 7 of the SDK, the other forms for version 6. */
export type ToolModelPart =
  | { type: "text"; text: string }
  | { type: "file"; data: { type: "data"; data: string }; mediaType: string; filename?: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** What the model is shown of an output. */
export type ToolModelOutput =
  | { type: "text"; value: string; providerOptions?: StampOptions }
  | { type: "error-text"; value: string; providerOptions?: StampOptions }
  | { type: "content"; value: ToolModelPart[] };

/** Answers of {@link ToolSchema} validation, as Standard Schema has them. */
export type ToolSchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** A Standard Schema with a JSON Schema (draft-07), which both majors of the SDK and other libraries read. */
export interface ToolSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    /** Judges a value and answers it as the tool reads it. */
    readonly validate: (value: unknown) => ToolSchemaResult<T>;
    readonly jsonSchema: {
      /**
       * Answers the JSON Schema of what may be given, for `draft-07` or `draft-2020-12`.
       * @throws {TypeError} when the target is another one
       */
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      /** Answers the JSON Schema of what comes out, in the same way. */
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/**
 * The schema of a tool's input. The JSON Schema that a model is shown is exact; validation takes any object, so that a
 * wrong field becomes a short failure of the tool instead of an echo of the whole argument.
 */
export interface ToolInputSchema<Input> extends ToolSchema<Input> {
  /**
   * Answers the input as `execute` reads it: names and types corrected where the intent is plain.
   * @throws {FsError} parse_error – when a field is missing or wrong
   */
  resolve(value: unknown): Input;
}

/** What every tool has besides `execute`, in types of our own. */
export interface FileToolMembers<Input, Output> {
  readonly description: string;
  readonly inputSchema: ToolInputSchema<Input>;
  readonly outputSchema: ToolSchema<Output>;
  /** Answers what is shown of an output: a pure function of the output. Some frameworks hand over the output alone. */
  toModelOutput(options: { toolCallId: string; input: unknown; output: Output }): ToolModelOutput;
}

/** A tool that answers once. An expected failure is an answer too; only aborts and bugs reject. */
export type FileTool<Input, Output> = FileToolMembers<Input, Output> & {
  /** Runs the tool once. */
  execute(input: Input, options?: ToolCallOptions): Promise<Output>;
} & Tool<Input, Output>;

/** A tool that answers in snapshots; the last one is the result. */
export type StreamingFileTool<Input, Output> = FileToolMembers<Input, Output> & {
  /** Runs the tool and yields what there is so far; the last item is the result. */
  execute(input: Input, options?: ToolCallOptions): AsyncGenerator<Output, void, void>;
} & Tool<Input, Output>;
