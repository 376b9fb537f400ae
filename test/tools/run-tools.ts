// Runs tools through the SDK's own loop and answers both sides: what the program gets and what the model is shown.

import { generateText, type ModelMessage, stepCountIs, type ToolSet } from "ai";
import { MinimalStore } from "../support/minimal-store.js";
import { createToolCalls, type ScriptedCall, type SentToolOutput } from "../support/scripted-model.js";

export interface RunResult {
  /** Outputs by tool call: call-1, call-2 and so on. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What the next prompt holds of each call. */
  readonly sent: Readonly<Record<string, SentToolOutput>>;
}

/** Lets a scripted model make these calls in one step. */
export async function runTools(tools: ToolSet, ...calls: readonly ScriptedCall[]): Promise<RunResult> {
  const script = createToolCalls(...calls);
  const result = await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(3) });
  const results = result.steps[0]?.toolResults ?? [];
  return {
    outputs: Object.fromEntries(results.map((part) => [part.toolCallId, part.output])),
    sent: script.sentOutputs(),
  };
}

/** Lets a scripted model make one call. */
export async function runTool(tools: ToolSet, call: ScriptedCall): Promise<{ output: unknown; sent: SentToolOutput }> {
  const { outputs, sent } = await runTools(tools, call);
  const shown = sent["call-1"];
  if (shown === undefined) throw new Error("The model was sent no tool result.");
  return { output: outputs["call-1"], sent: shown };
}

/** Answers the text that a model is shown, of a success or of a failure. */
export function shownText(sent: SentToolOutput): string {
  if (sent.type === "text" || sent.type === "error-text") return sent.value;
  throw new Error(`Not a text: ${JSON.stringify(sent).slice(0, 200)}`);
}

/** Creates a store of the four methods alone that holds these files. */
export async function createStore(files: Readonly<Record<string, string | Uint8Array>>): Promise<MinimalStore> {
  const store = new MinimalStore();
  for (const [path, content] of Object.entries(files)) await store.write(path, toBytes(content));
  return store;
}

export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** Answers the messages that a generation added to the conversation; the majors keep them in different places. */
export function responseMessages(result: object): ModelMessage[] {
  const { responseMessages: all, response } = result as {
    responseMessages?: ModelMessage[];
    response?: { messages: ModelMessage[] };
  };
  return all ?? response?.messages ?? [];
}
