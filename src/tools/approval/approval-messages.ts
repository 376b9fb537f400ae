// Looks for the answer to a question in messages of the SDK. They come from outside: other forms are passed over. Pure.

import { fieldOf, listOf } from "../freshness/tool-results.js";

function listParts(messages: unknown, type: string): readonly unknown[] {
  return listOf(messages)
    .flatMap((message) => listOf(fieldOf(message, "content")))
    .filter((part) => fieldOf(part, "type") === type);
}

/** Tells whether the newest message answers a question about a call, so that the call is about to be made or dropped. */
export function isAnswered(messages: unknown, toolCallId: string): boolean {
  const newest = listOf(messages).at(-1);
  return fieldOf(newest, "role") === "tool" && listAnswers(messages, [newest], toolCallId).length > 0;
}

/** Tells whether any message says no to a call. */
export function isRefused(messages: unknown, toolCallId: string): boolean {
  return listAnswers(messages, messages, toolCallId).some((response) => fieldOf(response, "approved") === false);
}

/** Answers the ids of all answers to questions about a call, and of its newest question. */
export function listApprovals(messages: unknown, toolCallId: string): ApprovalIds {
  const idsOf = (parts: readonly unknown[]): readonly string[] =>
    parts.map((part) => fieldOf(part, "approvalId")).filter((id) => typeof id === "string");
  const newest = idsOf(listQuestions(messages, toolCallId)).at(-1);
  return { newest, answered: idsOf(listAnswers(messages, messages, toolCallId)) };
}

/** The SDK's approvals of one call. */
export interface ApprovalIds {
  readonly newest: string | undefined;
  readonly answered: readonly string[];
}

function listQuestions(messages: unknown, toolCallId: string): readonly unknown[] {
  return listParts(messages, "tool-approval-request").filter(
    (request) => fieldOf(request, "toolCallId") === toolCallId,
  );
}

function listAnswers(messages: unknown, answering: unknown, toolCallId: string): readonly unknown[] {
  const asked = listQuestions(messages, toolCallId);
  const ids = new Set(asked.map((request) => fieldOf(request, "approvalId")));
  return listParts(answering, "tool-approval-response").filter((response) => ids.has(fieldOf(response, "approvalId")));
}
