// Asks a person before a file is overwritten. Without a terminal the answer is no.

import { createInterface } from "node:readline/promises";
import { generateText, type ModelMessage, stepCountIs, type ToolApprovalResponse } from "ai";
import { type ApprovalRequest, createFileTools, createInMemoryWorkspace } from "ai-file-tools";
import { createScriptedModel } from "./support/scripted-model.js";

const workspace = createInMemoryWorkspace({ files: { "price.txt": "10\n" }, trusted: true });

/** Only overwriting needs a person; new files do not. */
async function needsPerson({ tool, input }: ApprovalRequest): Promise<boolean> {
  return tool === "write" && (await workspace.fs.stat(input.path)) !== null;
}

async function askPerson(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}

const model = createScriptedModel([
  () => [
    { tool: "write", input: { path: "log.txt", content: "Raising the price.\n" } },
    { tool: "write", input: { path: "price.txt", content: "99\n" } },
  ],
  () => "I did what I was allowed to do.",
]);
const tools = createFileTools({ workspace, include: ["read", "write"], approve: needsPerson });
const messages: ModelMessage[] = [{ role: "user", content: "Raise the price to 99 and log it." }];

for (let turn = 1; turn <= 5; turn++) {
  const { content, response, text } = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
  messages.push(...response.messages);
  const requests = content.filter((part) => part.type === "tool-approval-request");
  if (requests.length === 0) {
    console.log(text);
    break;
  }
  const answers: ToolApprovalResponse[] = [];
  for (const { approvalId, toolCall } of requests) {
    const approved = await askPerson(`May the model ${toolCall.toolName} ${JSON.stringify(toolCall.input)}?`);
    console.log(`${toolCall.toolName}: ${approved ? "approved" : "denied"}`);
    answers.push({ type: "tool-approval-response", approvalId, approved });
  }
  messages.push({ role: "tool", content: answers });
}

console.log(`log.txt:   ${(await workspace.fs.readText("log.txt")).content.trim()}`);
console.log(`price.txt: ${(await workspace.fs.readText("price.txt")).content.trim()}`);
await workspace.close();
