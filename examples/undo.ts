// A person takes back the last step of an agent, by the ids of its tool calls, and the agent is told so.

import { generateText, type ModelMessage, stepCountIs } from "ai";
import { createFileTools, createInMemoryWorkspace } from "ai-file-tools";
import { createScriptedModel } from "./support/scripted-model.js";

const workspace = createInMemoryWorkspace({ files: { "price.txt": "10\n", "notes.md": "mine\n" }, trusted: true });
const tools = createFileTools({ workspace, include: ["read", "write", "edit"] });

const model = createScriptedModel([
  () => [{ tool: "edit", input: { path: "price.txt", edits: [{ oldText: "10", newText: "99" }] } }],
  () => [
    { tool: "edit", input: { path: "price.txt", edits: [{ oldText: "99", newText: "999" }] } },
    { tool: "write", input: { path: "sale.txt", content: "Everything must go.\n" } },
  ],
  () => "The price is 999, and there is a sale.",
  () => "Then there is no sale, and the price is 99.",
]);

const messages: ModelMessage[] = [{ role: "user", content: "Raise the price." }];
const { steps, response, text } = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
console.log(text);

// Somebody goes on working in another file; undoing touches only what the step touched.
await workspace.fs.writeTextOverwrite("notes.md", "mine, and more\n");

const lastStep = steps.findLast((step) => step.toolCalls.length > 0);
for (const { toolCallId } of lastStep?.toolCalls.toReversed() ?? []) {
  const { message } = await workspace.history.undo({ toolCallId });
  messages.push(...(messages.length === 1 ? response.messages : []), { role: "user", content: message });
  console.log(message);
}
console.log((await generateText({ model, tools, messages })).text);

const { paths } = await workspace.fs.glob("**/*", { sort: "path" });
for (const path of paths) {
  console.log(`${path}: ${(await workspace.fs.readText(path)).content.trim()}`);
}
await workspace.close();
