// A person decides on the diff: one change approved, one denied, one approved too late. With a terminal you are asked.

import { createInterface } from "node:readline/promises";
import { generateText, type ModelMessage, stepCountIs, type ToolApprovalResponse } from "ai";
import { type ApprovalRule, createApproval, createFileTools, createInMemoryWorkspace } from "ai-file-tools";
import { createScriptedModel } from "./support/scripted-model.js";

const files = { "price.txt": "10\n", "stock.txt": "3\n", "owner.txt": "Ann\n" };
const workspace = createInMemoryWorkspace({ files, trusted: true });
const rules: readonly ApprovalRule[] = [
  { paths: ["*.log"], decision: "allow" },
  { tools: ["exec"], decision: "deny", reason: "No commands here." },
];
// For ai 6, which has no `toolApproval`, `approval.tools` alone is enough; it asks without showing a reason.
const approval = createApproval(createFileTools({ workspace, exclude: ["grep", "glob", "list"] }), rules);

const model = createScriptedModel([
  () => [
    { tool: "write", input: { path: "today.log", content: "Raising the price.\n" } },
    { tool: "exec", input: { command: "rm price.txt" } },
    { tool: "edit", input: { path: "price.txt", edits: [{ oldText: "10", newText: "99" }] } },
    { tool: "edit", input: { path: "owner.txt", edits: [{ oldText: "Ann", newText: "Bob" }] } },
    { tool: "edit", input: { path: "stock.txt", edits: [{ oldText: "3", newText: "4" }] } },
  ],
  (lastResult) => `I did what I was allowed to do. The last answer was:\n${lastResult}`,
]);

/** Without a terminal, a person who gives nothing away. */
async function askPerson(path: string): Promise<boolean> {
  if (!process.stdin.isTTY) return path !== "owner.txt";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Approve? [y/N] ");
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}

const messages: ModelMessage[] = [{ role: "user", content: "Raise the price to 99." }];
for (let turn = 1; turn <= 3; turn++) {
  const { content, responseMessages, text } = await generateText({
    model,
    messages,
    tools: approval.tools,
    toolApproval: approval.toolApproval,
    stopWhen: stepCountIs(5),
  });
  messages.push(...responseMessages);
  const questions = content.flatMap((part) =>
    part.type === "tool-approval-request" && part.isAutomatic !== true ? [part] : [],
  );
  if (questions.length === 0) {
    console.log(`\n${text}\n`);
    break;
  }
  const answers: ToolApprovalResponse[] = [];
  for (const { approvalId, toolCall, reason } of questions) {
    const { path } = toolCall.input as { path: string };
    console.log(reason);
    const approved = await askPerson(path);
    console.log(approved ? "approved\n" : "denied\n");
    answers.push({ type: "tool-approval-response", approvalId, approved });
  }
  messages.push({ role: "tool", content: answers });
  // Somebody sells one while the person still thinks: what was approved is no longer what is there.
  await workspace.fs.writeTextOverwrite("stock.txt", "2\n");
}

for (const path of [...Object.keys(files), "today.log"]) {
  console.log(`${path}: ${(await workspace.fs.readText(path)).content.trim()}`);
}
await workspace.close();
