// What is shown of an output is the same, whether a framework hands over the call with its output in it or the output alone.

import { expect, test } from "vitest";
import { createExecTool, createFileTools, createInMemoryWorkspace, createJustBashRunner } from "../../src/index.js";

type ShowAnything = (given: unknown) => unknown;

function createTools() {
  const files = { "a.txt": "one\n", output: "one\n" };
  return createFileTools({
    workspace: createInMemoryWorkspace({ files, trusted: true, runner: createJustBashRunner() }),
  });
}

const PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch";

const CALLS: readonly (readonly [name: keyof ReturnType<typeof createTools>, input: object])[] = [
  ["read", { path: "a.txt" }],
  ["write", { path: "new.txt", content: "n\n" }],
  ["edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] }],
  ["grep", { pattern: "one" }],
  ["glob", { pattern: "*" }],
  ["list", { path: "." }],
  ["apply_patch", { patch: PATCH }],
  ["file", { operation: "stat", path: "a.txt" }],
  ["exec", { command: "cat output" }],
];

async function outputOf(execute: unknown, input: object): Promise<unknown> {
  const answer: unknown = (execute as ShowAnything)(input);
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  let last: unknown;
  for await (const output of answer as AsyncIterable<unknown>) last = output;
  return last;
}

test.each(CALLS)("%s", async (name, input) => {
  const { execute, toModelOutput } = createTools()[name];
  const show = toModelOutput as ShowAnything;
  for (const given of [input, { path: "missing" }]) {
    const output = await outputOf(execute, given);
    const shown = show({ toolCallId: "call-1", input: given, output });
    expect(shown).toMatchObject({ type: given === input ? "text" : "error-text" });
    expect(show(output)).toEqual(shown);
    expect(show({ output })).toEqual(shown);
  }
});

test("an output with a text of that name in it is no call", () => {
  const { toModelOutput } = createExecTool({ workspace: createInMemoryWorkspace() });
  const output = {
    exitCode: 0,
    reason: "exited",
    stdout: "out\n",
    stderr: "",
    output: "out\n",
    truncated: false,
    durationMs: 1,
  };
  const show = toModelOutput as ShowAnything;
  expect(show(output)).toEqual(show({ toolCallId: "call-1", input: {}, output }));
  expect(show(output)).toMatchObject({ type: "text", value: expect.stringContaining("out") });
});
