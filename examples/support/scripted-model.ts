// A language model that follows a script, so that examples run without a key. Any AI SDK model goes in its place.

import { MockLanguageModelV3 } from "ai/test";

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

/** One tool call of the script. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model: calls, or a closing text; `lastResult` is what it was shown of its latest call. */
export type ScriptedStep = (lastResult: string) => string | readonly ScriptedCall[];

const USAGE: GenerateResult["usage"] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

/** Creates a model that answers step by step, and with an empty text after the last one. */
export function createScriptedModel(steps: readonly ScriptedStep[]): MockLanguageModelV3 {
  let stepIndex = 0;
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const answer = steps[stepIndex++]?.(readLastResult(prompt)) ?? "";
      const content =
        typeof answer === "string" ? [{ type: "text" as const, text: answer }] : toCalls(answer, stepIndex);
      const finishReason = {
        unified: typeof answer === "string" ? ("stop" as const) : ("tool-calls" as const),
        raw: undefined,
      };
      return { content, finishReason, usage: USAGE, warnings: [] };
    },
  });
}

function toCalls(calls: readonly ScriptedCall[], stepNumber: number): GenerateResult["content"] {
  return calls.map(({ tool, input }, index) => ({
    type: "tool-call",
    toolCallId: `call-${stepNumber}-${index + 1}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
}

function readLastResult(prompt: Prompt): string {
  const last = prompt.at(-1);
  const outputs =
    last?.role === "tool" ? last.content.map((part) => (part.type === "tool-result" ? part.output : null)) : [];
  const text = outputs.findLast((output) => output?.type === "text" || output?.type === "error-text");
  return text?.value ?? "";
}
