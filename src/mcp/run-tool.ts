// Runs one call: judges the input, reports progress, and makes of every ending but an abort a result.

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { FsError, isFsError } from "../errors.js";
import type { ToolModelOutput } from "../tools/definition/file-tool.js";
import {
  isToolFailure,
  presentFailure,
  resolveToolFailure,
  type ToolFailure,
} from "../tools/definition/tool-failure.js";
import type { McpTool } from "./mcp-tool.js";
import { type ResultOptions, type ShownOutput, toCallResult } from "./to-call-result.js";

/** One call of a tool. */
export interface McpCall extends ResultOptions {
  readonly tool: McpTool;
  readonly toolCallId: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Rejects with an `FsError` where a person must approve the input and does not. */
  readonly assertApproved: (input: unknown) => Promise<void>;
  /** Is given each snapshot of a tool that answers in several; absent where nobody listens. */
  readonly onSnapshot: ((snapshot: unknown) => Promise<void>) | undefined;
  /** Is given what no tool may throw, which the client is told about in general words only. */
  readonly onBug: (error: unknown) => void;
}

/**
 * Runs a call to its end. Rejects only with the reason of an abort: failures are results, also where a tool has a fault.
 */
export async function runTool(call: McpCall): Promise<CallToolResult> {
  try {
    const output = await readInputAndRun(call);
    call.signal.throwIfAborted();
    return toCallResult({ output, shown: show(call, output) }, call);
  } catch (error) {
    call.signal.throwIfAborted();
    if (isFsError(error)) return toFailedResult(error);
    call.onBug(error);
    return toFailedResult(
      new FsError("internal_error", "unexpected error in the tool", {
        hint: "Try another way; if it fails again, leave it and say so.",
      }),
    );
  }
}

/** Answers the result that stands for a failure outside of every tool. */
export function toFailedResult(error: FsError): CallToolResult {
  return toCallResult(showFailure(resolveToolFailure(error, undefined)), { structured: false });
}

async function readInputAndRun({ tool, input, ...call }: McpCall): Promise<unknown> {
  const judged = await tool.inputSchema["~standard"].validate(input);
  if (judged.issues !== undefined) return createInputFailure(judged.issues);
  await call.assertApproved(judged.value);
  const options = { toolCallId: call.toolCallId, abortSignal: call.signal };
  const answer: unknown = await tool.execute(judged.value as never, options);
  return isSnapshots(answer) ? readLast(answer, call) : answer;
}

function createInputFailure(issues: readonly { readonly message: string }[]): ToolFailure {
  const message = issues.map((issue) => issue.message).join("; ");
  const hint = "Nothing was done. Call the tool again with this corrected.";
  return resolveToolFailure(new FsError("parse_error", message, { hint }), undefined);
}

function isSnapshots(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

async function readLast(
  snapshots: AsyncIterable<unknown>,
  { onSnapshot }: Pick<McpCall, "onSnapshot">,
): Promise<unknown> {
  let last: unknown;
  for await (const snapshot of snapshots) {
    last = snapshot;
    await onSnapshot?.(snapshot);
  }
  return last;
}

function show({ tool, toolCallId, input }: McpCall, output: unknown): ToolModelOutput {
  const shown = tool.toModelOutput?.({ toolCallId, input: input as never, output: output as never });
  if (shown !== undefined) return shown;
  return isToolFailure(output) ? showFailure(output).shown : { type: "text", value: JSON.stringify(output) ?? "" };
}

function showFailure(output: ToolFailure): ShownOutput {
  return { output, shown: { type: "error-text", value: presentFailure(output) } };
}
