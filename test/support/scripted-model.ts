// A language model that follows a script and keeps what it was sent. Runs under both majors of the SDK.

import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type StreamResult = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;
type Content = GenerateResult["content"][number];
type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];
type PromptPart = Exclude<Prompt[number]["content"], string>[number];

/** The output of a tool as the model is sent it. */
export type SentToolOutput = Extract<PromptPart, { type: "tool-result" }>["output"];

/** One tool call of the script; a string is sent as it is, anything else as JSON. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly id?: string;
}

/** One answer of the model. */
export interface ScriptedStep {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
}

/** A model, and what it was sent. */
export interface ScriptedModel {
  readonly model: MockLanguageModelV3;
  /** The prompts in the order of the calls. */
  prompts(): readonly Prompt[];
  /** The tool outputs of one prompt, by tool call; default the last prompt. */
  sentOutputs(callIndex?: number): Readonly<Record<string, SentToolOutput>>;
  /** The tools as they were described to the model in the first call. */
  sentTools(): MockLanguageModelV3["doGenerateCalls"][number]["tools"];
}

const USAGE: GenerateResult["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** Creates a model that answers step by step and then says "done". */
export function createScriptedModel(steps: readonly ScriptedStep[]): ScriptedModel {
  const calls: MockLanguageModelV3["doGenerateCalls"] = [];
  const next = (options: (typeof calls)[number]): ScriptedStep => {
    calls.push(options);
    return steps[calls.length - 1] ?? { text: "done" };
  };
  const model = new MockLanguageModelV3({
    doGenerate: async (options) => toGenerateResult(next(options), calls.length),
    doStream: async (options) => toStreamResult(next(options), calls.length),
  });
  return {
    model,
    prompts: () => calls.map((call) => call.prompt),
    sentOutputs: (callIndex = calls.length - 1) => collectOutputs(calls[callIndex]?.prompt ?? []),
    sentTools: () => calls[0]?.tools,
  };
}

/** Creates a script of one step of tool calls, named call-1, call-2 and so on, and a closing word. */
export function createToolCalls(...calls: readonly ScriptedCall[]): ScriptedModel {
  return createScriptedModel([{ calls: calls.map((call, index) => ({ id: `call-${index + 1}`, ...call })) }]);
}

function collectOutputs(prompt: Prompt): Record<string, SentToolOutput> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    parts.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part.output] as const] : [])),
  );
}

function toContent({ text, calls = [] }: ScriptedStep, stepNumber: number): Content[] {
  const toolCalls = calls.map(({ tool, input, id }, index) => ({
    type: "tool-call" as const,
    toolCallId: id ?? `step-${stepNumber}-call-${index + 1}`,
    toolName: tool,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }));
  return [...(text === undefined ? [] : [{ type: "text" as const, text }]), ...toolCalls];
}

function finishReason({ calls = [] }: ScriptedStep): GenerateResult["finishReason"] {
  return { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined };
}

function toGenerateResult(step: ScriptedStep, stepNumber: number): GenerateResult {
  return { content: toContent(step, stepNumber), finishReason: finishReason(step), usage: USAGE, warnings: [] };
}

function toStreamResult(step: ScriptedStep, stepNumber: number): StreamResult {
  const parts = toContent(step, stepNumber).flatMap((part): StreamPart[] => {
    if (part.type === "tool-call") return [part];
    if (part.type !== "text") return [];
    return [
      { type: "text-start", id: "text" },
      { type: "text-delta", id: "text", delta: part.text },
      { type: "text-end", id: "text" },
    ];
  });
  const chunks: StreamPart[] = [
    { type: "stream-start", warnings: [] },
    ...parts,
    { type: "finish", finishReason: finishReason(step), usage: USAGE },
  ];
  return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
}
