// Asks a person before a tool that wants that runs. A client that cannot ask anybody gets a refusal instead.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { FsError } from "../errors.js";
import { MAX_APPROVAL_SUMMARY_BYTES, MCP_APPROVAL_TIMEOUT_MS } from "../limits.js";
import { showInSteps, showText, stillShown } from "../text/visible-text.js";
import { gateOf } from "../tools/approval/approval-gate.js";
import { describeQuestion } from "../tools/approval/judge-call.js";
import { shortenQuestion } from "../tools/approval/short-question.js";
import { runInTurns } from "../workspace/gate/take-turns.js";
import type { McpTool } from "./mcp-tool.js";

/** One call that may need the word of a person. */
export interface ApprovalCall {
  readonly tool: McpTool;
  readonly name: string;
  readonly input: unknown;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

/**
 * Lets a call through that needs no approval, or gets it.
 * @throws {FsError} permission_denied – when a person declines, or the client cannot ask one
 */
export async function assertApproved(server: Server, call: ApprovalCall): Promise<void> {
  if (!(await needsApproval(call))) return;
  if (server.getClientCapabilities()?.elicitation === undefined) {
    throw createRefusal("a person must approve this call, and the client cannot ask one");
  }
  if ((await askPerson(server, call)) !== "accept") throw createRefusal("the user did not approve this call");
}

async function needsApproval({ tool, input, toolCallId }: ApprovalCall): Promise<boolean> {
  const { needsApproval = false } = tool;
  if (typeof needsApproval === "boolean") return needsApproval;
  return needsApproval(input as never, { toolCallId, messages: [] } as never);
}

async function askPerson(server: Server, call: ApprovalCall): Promise<string> {
  const { name, input, toolCallId, signal } = call;
  const gate = gateOf(call.tool);
  const gated = { toolCallId, input, messages: [], signal };
  const preview = (await gate?.preview(input, gated)) ?? null;
  const { notice, text } = await (preview === null
    ? runInTurns(
        shortenQuestion(showText(""), showText(JSON.stringify(input, null, 1)), MAX_APPROVAL_SUMMARY_BYTES),
        signal,
      )
    : describeQuestion(
        { ...preview, summary: await runInTurns(showInSteps(preview.summary), signal) },
        MAX_APPROVAL_SUMMARY_BYTES,
        signal,
      ));
  const [path, ...others] =
    (preview === null ? [] : await gate?.touches(input, gated))?.map(({ names }) => names[0]) ?? [];
  const question = `Let the tool ${name} run${path === undefined || others.length > 0 ? "" : ` on ${path}`}?`;
  const warning = notice === null ? [] : [`${notice} Decline it unless you know the rest.`];
  const message = stillShown([...warning, showText(question), text].join("\n"));
  const form = { message, requestedSchema: { type: "object" as const, properties: {} } };
  const { action } = await server.elicitInput(form, { signal, timeout: MCP_APPROVAL_TIMEOUT_MS });
  return action;
}

function createRefusal(message: string): FsError {
  return new FsError("permission_denied", message, {
    hint: "Nothing was done. Do not try it again in another way; tell the user what you wanted to do.",
  });
}
