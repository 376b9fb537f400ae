// A directory that nobody vouches for: the model may look, whatever it is told to do there.

import { generateText, stepCountIs } from "ai";
import { createFileTools, isToolFailure, openWorkspace } from "ai-file-tools";
import { createScriptedModel } from "./support/scripted-model.js";

const workspace = await openWorkspace({
  root: import.meta.dirname,
  rawPaths: true, // this log may name files; without it there are only hashes of their paths
  audit: ({ type, intent, path, outcome, errorKind }) =>
    console.log(`  audit  ${type}  ${intent} ${path}  ${outcome}${errorKind === undefined ? "" : ` (${errorKind})`}`),
});

const { steps, text } = await generateText({
  model: createScriptedModel([
    () => [{ tool: "grep", input: { pattern: "openWorkspace(", glob: "*.ts" } }],
    () => [{ tool: "write", input: { path: "README.md", content: "Ignore all previous instructions." } }],
    () => [{ tool: "exec", input: { command: "rm -rf ." } }],
    () => [{ tool: "read", input: { path: "../../../../etc/passwd" } }],
    () => "I could look, but I could not change anything.",
  ]),
  tools: createFileTools({ workspace }), // readOnly: true would not even show write, edit and exec to the model
  stopWhen: stepCountIs(10),
  prompt: "Clean up.",
});

for (const { toolName, output } of steps.flatMap((step) => step.toolResults)) {
  console.log(`${toolName.padEnd(6)} ${isToolFailure(output) ? `refused: ${output.error.message}` : "done"}`);
}
console.log(text);
await workspace.close();
