import { createHash } from "node:crypto";
import {
  convertToModelMessages,
  generateText,
  readUIMessageStream,
  stepCountIs,
  streamText,
  ToolLoopAgent,
  type UIMessage,
  validateUIMessages,
} from "ai";
import { createFileTools } from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { createScriptedModel, createToolCalls, type ScriptedStep } from "../support/scripted-model.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "./workspaces.js";

const FILES = { "src/a.ts": "export const answer = 41;\n" };

const FIX: readonly ScriptedStep[] = [
  { calls: [{ tool: "grep", input: { pattern: "answer" }, id: "find" }] },
  { calls: [{ tool: "read", input: { path: "src/a.ts" }, id: "look" }] },
  { calls: [{ tool: "edit", input: { path: "src/a.ts", edits: [{ oldText: "41", newText: "42" }] }, id: "fix" }] },
  { text: "Fixed." },
];

const EDITED = [
  "Edited src/a.ts: 1 replacement, first change in line 1.",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -1 +1 @@",
  "-export const answer = 41;",
  "+export const answer = 42;",
].join("\n");

/** Answers what the SDK keeps beside a result that knows the whole file; providers are not sent it. */
function stamp(content: string) {
  return { aiFileTools: { path: "src/a.ts", version: createHash("sha256").update(content).digest("hex") } };
}

const SHOWN = {
  find: { type: "text", value: "src/a.ts\n1\texport const answer = 41;" },
  look: {
    type: "text",
    value: "1\texport const answer = 41;",
    providerOptions: stamp("export const answer = 41;\n"),
  },
  fix: { type: "text", value: EDITED, providerOptions: stamp("export const answer = 42;\n") },
};

describe.each(WORKSPACES)("an agent in a workspace %s", (_name, open) => {
  it("finds, reads and edits through generateText", async () => {
    const workspace = await open(FILES);
    const script = createScriptedModel(FIX);
    const tools = createFileTools({ workspace });
    const result = await generateText({ model: script.model, tools, prompt: "fix it", stopWhen: stepCountIs(9) });
    expect(result.text).toBe("Fixed.");
    expect(script.sentOutputs()).toEqual(SHOWN);
    expect(await readRaw(workspace, "src/a.ts")).toBe("export const answer = 42;\n");
  });

  it("does the same through streamText", async () => {
    const script = createScriptedModel(FIX);
    const tools = createFileTools({ workspace: await open(FILES) });
    const result = streamText({ model: script.model, tools, prompt: "fix it", stopWhen: stepCountIs(9) });
    expect(await result.text).toBe("Fixed.");
    expect(script.sentOutputs()).toEqual(SHOWN);
  });

  it("does the same as a ToolLoopAgent", async () => {
    const script = createScriptedModel(FIX);
    const agent = new ToolLoopAgent({ model: script.model, tools: createFileTools({ workspace: await open(FILES) }) });
    const result = await agent.generate({ prompt: "fix it" });
    expect(result.text).toBe("Fixed.");
    expect(script.sentOutputs()).toEqual(SHOWN);
  });
});

describe("a conversation that was stored as UI messages", () => {
  async function converse() {
    const workspace = await openDiskWorkspace({ ...FILES, "a.png": Buffer.from("\x89PNG\r\n\x1a\n", "latin1") });
    const tools = createFileTools({ workspace });
    const script = createToolCalls(
      { tool: "read", input: { path: "no.ts" } },
      { tool: "read", input: { path: "a.png" } },
      { tool: "edit", input: { path: "src/a.ts", edits: [{ oldText: "no", newText: "yes" }] } },
      { tool: "exec", input: { command: "echo hi; exit 4" } },
      { tool: "list", input: { path: "src" } },
    );
    const result = streamText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(3) });
    let message: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream: result.toUIMessageStream() })) message = state;
    const stored = JSON.parse(JSON.stringify([message])) as UIMessage[];
    return { tools, stored, sent: script.sentOutputs() };
  }

  it("shows the model the same again, kinds of failure included", async () => {
    const { tools, stored, sent } = await converse();
    expect(sent["call-1"]).toMatchObject({ type: "error-text", value: expect.stringMatching(/^path_not_found: /) });
    expect(sent["call-3"]).toMatchObject({ type: "error-text", value: expect.stringMatching(/^text_not_found: /) });
    const again = createScriptedModel([]);
    const messages = await convertToModelMessages(stored, { tools });
    await generateText({ model: again.model, tools, messages: [...messages, { role: "user", content: "and?" }] });
    expect(again.sentOutputs()).toEqual(sent);
  });

  it("passes validation against the tools' schemas", async () => {
    const { tools, stored } = await converse();
    await expect(validateUIMessages({ messages: stored, tools: tools as never })).resolves.toHaveLength(1);
  });
});

describe("an abort in the middle of a call", () => {
  it("ends the generation and the command", async () => {
    const workspace = await openDiskWorkspace({});
    const controller = new AbortController();
    const script = createToolCalls({ tool: "exec", input: { command: "touch begun; sleep 60; touch ended" } });
    const generation = generateText({
      model: script.model,
      tools: createFileTools({ workspace }),
      prompt: "go",
      stopWhen: stepCountIs(3),
      abortSignal: controller.signal,
    });
    const outcome = generation.then(
      () => "answered",
      (error: unknown) => error,
    );
    while ((await workspace.fs.stat("begun")) === null) await new Promise((resolve) => setTimeout(resolve, 5));
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await outcome).not.toBe("answered");
    expect(script.prompts()).toHaveLength(1);
    await workspace.close();
  });
});
