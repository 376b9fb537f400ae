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
  if (fieldOf(newest, "role") !== "tool") return false;
  const answered = new Set(
    listParts([newest], "tool-approval-response").map((response) => fieldOf(response, "approvalId")),
  );
  return listParts(messages, "tool-approval-request").some(
    (request) => fieldOf(request, "toolCallId") === toolCallId && answered.has(fieldOf(request, "approvalId")),
  );
}
