// Asks a person, or a rule, before a tool changes something. The SDK stops the call until there is an answer.

import { isFsError } from "../errors.js";
import type { EditInput } from "./edit-input.js";
import type { ExecInput } from "./exec.js";
import { type FileOperationInput, isFileChange } from "./file-input.js";
import type { ToolInputSchema } from "./file-tool.js";
import type { WriteInput } from "./write.js";

/** Describes a call that may need approval, with its input as the tool will read it. */
export type ApprovalRequest = { readonly toolCallId: string } & (
  | { readonly tool: "write"; readonly input: WriteInput }
  | { readonly tool: "edit"; readonly input: EditInput }
  | { readonly tool: "exec"; readonly input: ExecInput }
  | { readonly tool: "file"; readonly input: FileOperationInput }
);

/** Tells whether a call needs approval: always, never, or case by case. */
export type Approve = boolean | ((request: ApprovalRequest) => boolean | Promise<boolean>);

interface ApprovableTool<Input> {
  readonly inputSchema: ToolInputSchema<Input>;
}

type ToRequest<Input> = (call: { readonly input: Input; readonly toolCallId: string }) => ApprovalRequest;

/**
 * Answers the tool with the question built in. A call whose input the tool will refuse needs no approval: it does nothing.
 */
export function withApproval<Input, Tool extends ApprovableTool<Input>>(
  tool: Tool & ApprovableTool<Input>,
  approve: Approve | undefined,
  toRequest: ToRequest<Input>,
): Tool {
  if (approve === undefined || approve === false) return tool;
  async function needsApproval(value: unknown, { toolCallId }: { toolCallId: string }): Promise<boolean> {
    const input = tryResolve(tool.inputSchema, value);
    if (input === null || isLookOnly(input)) return false;
    return approve === true || (typeof approve === "function" && (await approve(toRequest({ input, toolCallId }))));
  }
  return { ...tool, needsApproval };
}

/** Tells whether a call of a tool with several operations changes nothing. */
function isLookOnly(input: unknown): boolean {
  return typeof input === "object" && input !== null && "operation" in input && !isFileChange(input.operation);
}

function tryResolve<Input>(schema: ToolInputSchema<Input>, value: unknown): Input | null {
  try {
    return schema.resolve(value);
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}
