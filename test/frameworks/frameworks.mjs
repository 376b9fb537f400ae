// The tools as they are, in the loops of other frameworks: what a scripted model receives after a read, an edit and a failure.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { Agent as OpenAiAgent, tool as openAiTool, Runner, setTracingDisabled, Usage } from "@openai/agents";
import { chat, maxIterations } from "@tanstack/ai";
import { createFileTools, openWorkspace } from "../../dist/index.js";

/** The calls of the model, one a turn. */
const CALLS = [
  { id: "call-1", name: "read", input: { path: "a.txt" } },
  { id: "call-2", name: "edit", input: { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] } },
  { id: "call-3", name: "read", input: { path: "missing.txt" } },
];

/** Answers the turn of the model that is next: a call, or `undefined` once it has made them all. */
function createScript() {
  const calls = [...CALLS];
  return () => calls.shift();
}

async function withTools(run) {
  const root = mkdtempSync(join(tmpdir(), "frameworks-"));
  writeFileSync(join(root, "a.txt"), "one\nmore\n");
  const workspace = await openWorkspace({ root, trusted: true });
  try {
    const { edit, read } = createFileTools({ workspace });
    const received = await run({ edit, read });
    assert.equal(received.length, 3);
    assert.match(received[0], /one\n.*more/);
    assert.match(received[1], /-one\n\+two/);
    assert.match(received[2], /path_not_found: missing\.txt does not exist/);
    for (const text of received) assert.doesNotMatch(text, /"sha256"|"content":/, "a text, and no JSON of the output");
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "two\nmore\n");
  } finally {
    await workspace.close();
    rmSync(root, { recursive: true });
  }
}

function toStream(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

test("Mastra", () =>
  withTools(async (tools) => {
    const prompts = [];
    const next = createScript();
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const model = {
      specificationVersion: "v2",
      provider: "scripted",
      modelId: "scripted",
      supportedUrls: {},
      doStream: async ({ prompt }) => {
        prompts.push(prompt);
        const call = next();
        const parts =
          call === undefined
            ? [
                { type: "text-start", id: "1" },
                { type: "text-delta", id: "1", delta: "done" },
                { type: "text-end", id: "1" },
              ]
            : [{ type: "tool-call", toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.input) }];
        const finishReason = call === undefined ? "stop" : "tool-calls";
        return {
          stream: toStream([{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }]),
        };
      },
    };
    const agent = new MastraAgent({ id: "files", name: "files", instructions: "Edit files.", model, tools });
    const { text } = await (await agent.stream("Change a.txt.", { maxSteps: 5 })).getFullOutput();
    assert.equal(text, "done");
    const results = prompts.at(-1).flatMap(({ content, role }) => (role === "tool" ? content : []));
    return results.map(({ output }) => {
      assert.match(output.type, /^(?:error-)?text$/);
      return output.value;
    });
  }));

/** What most frameworks take is a function that answers a text: the one that the tool shows to a model. */
async function runForText({ execute, toModelOutput }, input, toolCallId) {
  const output = await execute(input, { toolCallId });
  return toModelOutput({ toolCallId, input, output }).value;
}

function jsonSchemaOf({ inputSchema }) {
  return inputSchema["~standard"].jsonSchema.input({ target: "draft-07" });
}

test("OpenAI Agents", () =>
  withTools(async (tools) => {
    setTracingDisabled(true);
    const requests = [];
    const next = createScript();
    const model = {
      getResponse: async ({ input }) => {
        requests.push(input);
        const call = next();
        const output =
          call === undefined
            ? {
                type: "message",
                role: "assistant",
                status: "completed",
                content: [{ type: "output_text", text: "done" }],
              }
            : {
                type: "function_call",
                callId: call.id,
                name: call.name,
                status: "completed",
                arguments: JSON.stringify(call.input),
              };
        return { usage: new Usage(), output: [output] };
      },
    };
    const wrapped = Object.entries(tools).map(([name, tool]) =>
      openAiTool({
        name,
        description: tool.description,
        parameters: jsonSchemaOf(tool),
        strict: false,
        execute: (input, _context, details) => runForText(tool, input, details?.toolCall?.callId),
      }),
    );
    const agent = new OpenAiAgent({ name: "files", instructions: "Edit files.", model, tools: wrapped });
    const { finalOutput } = await new Runner().run(agent, "Change a.txt.");
    assert.equal(finalOutput, "done");
    const results = requests.at(-1).filter(({ type }) => type === "function_call_result");
    return results.map(({ output }) => (typeof output === "string" ? output : output.text));
  }));

test("LangChain", () =>
  withTools(async (tools) => {
    const next = createScript();
    const wrapped = Object.entries(tools).map(([name, tool]) =>
      langchainTool((input, { toolCall }) => runForText(tool, input, toolCall?.id), {
        name,
        description: tool.description,
        schema: jsonSchemaOf(tool),
      }),
    );
    const messages = [new HumanMessage("Change a.txt.")];
    for (let call = next(); call !== undefined; call = next()) {
      const { id, input: args, name } = call;
      const response = new AIMessageChunk({ content: "", tool_calls: [{ id, name, args, type: "tool_call" }] });
      const model = new FakeStreamingChatModel({ chunks: [response] }).bindTools(wrapped);
      const answer = await model.invoke(messages);
      messages.push(answer);
      for (const toolCall of answer.tool_calls) {
        messages.push(await wrapped.find((tool) => tool.name === toolCall.name).invoke(toolCall));
      }
    }
    return messages.filter((message) => message instanceof ToolMessage).map(({ content }) => content);
  }));

test("TanStack AI", () =>
  withTools(async (tools) => {
    const requests = [];
    const next = createScript();
    const adapter = {
      kind: "text",
      name: "scripted",
      model: "scripted",
      async *chatStream({ messages, runId = "run", threadId = "thread" }) {
        requests.push(messages);
        const call = next();
        const common = { model: "scripted", timestamp: 0 };
        yield { ...common, type: "RUN_STARTED", runId, threadId };
        if (call !== undefined) {
          const named = { ...common, toolCallId: call.id };
          yield { ...named, type: "TOOL_CALL_START", toolCallName: call.name, toolName: call.name, index: 0 };
          yield {
            ...named,
            type: "TOOL_CALL_ARGS",
            delta: JSON.stringify(call.input),
            args: JSON.stringify(call.input),
          };
          yield { ...named, type: "TOOL_CALL_END", toolCallName: call.name, toolName: call.name, input: call.input };
        }
        yield {
          ...common,
          type: "RUN_FINISHED",
          runId,
          threadId,
          finishReason: call === undefined ? "stop" : "tool_calls",
        };
      },
    };
    const wrapped = Object.entries(tools).map(([name, tool]) => ({
      name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      execute: (input, { toolCallId } = {}) => runForText(tool, input, toolCallId),
    }));
    const messages = [{ role: "user", content: "Change a.txt." }];
    for await (const _ of chat({ adapter, messages, tools: wrapped, agentLoopStrategy: maxIterations(5) }));
    return requests.at(-1).flatMap(({ content, role }) => (role === "tool" ? [content] : []));
  }));
