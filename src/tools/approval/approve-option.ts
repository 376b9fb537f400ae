// The short form of an approval: yes, no, or a function, as an option of every tool at once.

import type { EditInput } from "../changing/edit-input.js";
import type { ExecInput } from "../commands/exec-input.js";
import type { FileOperationInput } from "../operations/file-input.js";
import type { ApplyPatchInput } from "../patching/patch-input.js";
import type { WriteInput } from "../write.js";
import type { ApprovalCall } from "./approval-policy.js";
import { createApproval } from "./create-approval.js";

/**
 * Describes a call that may need approval, with its input as the tool will read it, and what it would do: `summary` is the
 * whole diff or the command, as a person should see it before it is allowed.
 */
export type ApprovalRequest = Pick<ApprovalCall, "toolCallId" | "paths" | "summary" | "risk"> &
  (
    | { readonly tool: "write"; readonly input: WriteInput }
    | { readonly tool: "edit"; readonly input: EditInput }
    | { readonly tool: "exec"; readonly input: ExecInput }
    | { readonly tool: "apply_patch"; readonly input: ApplyPatchInput }
    | { readonly tool: "file"; readonly input: FileOperationInput }
  );

/** Tells whether a call needs approval: always, never, or case by case. */
export type Approve = boolean | ((request: ApprovalRequest) => boolean | Promise<boolean>);

/** Answers the tools with the question built in. */
export function withApproval<Tools extends object>(tools: Tools, approve: Approve | undefined): Tools {
  if (approve === undefined || approve === false) return tools;
  if (approve === true) return createApproval(tools, "ask").tools;
  return createApproval(tools, async ({ tool, input, toolCallId, paths, summary, risk }) =>
    (await approve({ tool, input, toolCallId, paths, summary, risk } as ApprovalRequest)) ? "ask" : "allow",
  ).tools;
}
