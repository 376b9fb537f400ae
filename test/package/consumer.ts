// What a user writes after reading the README, and nothing else: compiled strictly and run against the packed package.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, type InferUITools, stepCountIs, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import {
  createExecTool,
  createFileTools,
  createReadTool,
  createSecretRedactor,
  FsError,
  InMemoryFileStore,
  openWorkspace,
} from "ai-file-tools";
import { fileStoreContract, isCaseApplicable } from "ai-file-tools/testing";

type Content = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>["content"];

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

function createModel(calls: readonly (readonly [tool: string, input: object])[]): MockLanguageModelV3 {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = calls[step++];
      const content: Content = call
        ? [{ type: "tool-call", toolCallId: `${step}`, toolName: call[0], input: JSON.stringify(call[1]) }]
        : [{ type: "text", text: "done" }];
      return { content, finishReason: { unified: call ? "tool-calls" : "stop", raw: undefined }, usage, warnings: [] };
    },
  });
}

const root = await mkdtemp(join(tmpdir(), "ai-file-tools-user-"));
await writeFile(join(root, "greet.ts"), "export function greet() {}\r\n");
const workspace = await openWorkspace({ root, trusted: true });
const tools = {
  ...createFileTools({ workspace, exclude: ["exec"] }),
  exec: createExecTool({ workspace, allowedCommands: ["node --version"] }),
};
tools satisfies ToolSet;
type Names = keyof InferUITools<typeof tools>;
const names: readonly Names[] = ["read", "write", "edit", "grep", "glob", "list", "exec"];

const model = createModel([
  ["grep", { pattern: "gre.t", regex: true }],
  ["read", { path: "greet.ts" }],
  ["edit", { path: "greet.ts", edits: [{ oldText: "greet", newText: "welcome" }] }],
  ["write", { path: ".git/hooks/pre-commit", content: "#!/bin/sh\n" }],
  ["exec", { command: "node --version" }],
  ["exec", { command: "node --eval 1" }],
]);
const { text, steps } = await generateText({ model, tools, stopWhen: stepCountIs(20), prompt: "Rename greet." });
assert.equal(text, "done");
assert.equal(await readFile(join(root, "greet.ts"), "utf8"), "export function welcome() {}\r\n");
const kinds = steps.flatMap((step) =>
  step.toolResults.map(({ output }) =>
    typeof output === "object" && output !== null && "error" in output ? (output.error as { kind: string }).kind : "ok",
  ),
);
assert.deepEqual(kinds, ["ok", "ok", "ok", "protected_path", "ok", "command_not_allowed"]);

const read = createReadTool({ store: new InMemoryFileStore({ "a.txt": "one\ntwo\n" }), maxLines: 1 });
const output = await read.execute({ path: "a.txt" });
assert.ok(!("error" in output) && "content" in output && output.nextOffset === 2);

const token = `ghp_${"a1B2c3D4".repeat(4)}e5F6`;
const secrets = new InMemoryFileStore({ ".env": `GITHUB_TOKEN=${token}\nPORT=1\n` });
const redacted = await createReadTool({ store: secrets, redact: createSecretRedactor() }).execute({ path: ".env" });
assert.ok("content" in redacted);
assert.match(redacted.content, /^GITHUB_TOKEN=\[REDACTED[^\]]*\]\nPORT=1\n$/);

const cases = fileStoreContract().filter((one) => isCaseApplicable(new InMemoryFileStore(), one));
for (const one of cases) await one.run(() => new InMemoryFileStore());

await assert.rejects(workspace.fs.readText("../outside"), (error) => error instanceof FsError && error.status === 400);
await workspace.close();
await rm(root, { recursive: true });
process.stdout.write(`ok: ${names.length} tools, ${cases.length} contract cases, node ${process.version}\n`);
