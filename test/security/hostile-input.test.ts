import { describe, expect, it } from "vitest";
import { createApproval, createFileTools, createInMemoryWorkspace } from "../../src/index.js";
import { MAX_EDITS } from "../../src/limits.js";
import { runTool, shownText } from "../tools/run-tools.js";

const BRACKETS = "[".repeat(100_000);
const EDIT = { oldText: "one", newText: "two" };
const MILLION = Array.from({ length: 1_000_000 }, () => EDIT);

const HOSTILE: Readonly<Record<string, unknown>> = {
  "opened brackets": BRACKETS,
  "closed brackets": BRACKETS + "]".repeat(100_000),
  "opened objects": '{"a":'.repeat(100_000),
  "closed objects": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "brackets and objects": '[{"a":'.repeat(100_000),
  "brackets in a text in a list": JSON.stringify([BRACKETS]),
  "a nested list": Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], "a"),
  "a nested object": Array.from({ length: 100_000 }).reduce<unknown>((inner) => ({ a: inner }), "a"),
  "a list of nested lists": [Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], "a")],
  "a million of edits": MILLION,
  "a million of edits as text": JSON.stringify(MILLION),
  "a million of texts": Array.from({ length: 1_000_000 }, () => "a"),
  "many fields": Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, index])),
};

function createTools() {
  const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true });
  return { workspace, tools: createFileTools({ workspace }) };
}

const { tools: NAMED } = createTools();
const ARGUMENTS = Object.entries(NAMED).flatMap(([name, tool]) => {
  const { properties } = tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-07" }) as {
    properties: Record<string, { type?: string }>;
  };
  return Object.entries(properties)
    .filter(([, { type }]) => type !== "string")
    .map(([field]) => [name, field] as const);
});

describe.each(Object.entries(HOSTILE))("%s", (_what, value) => {
  it.each(ARGUMENTS)("as an argument of %s, %s, are refused with a clear parse_error", async (name, field) => {
    const { workspace, tools } = createTools();
    const given = { path: "a.txt", pattern: "one", content: "x", patch: "x", command: "true", operation: "stat" };
    const output = await callTool(tools[name as keyof typeof tools], { ...given, [field]: value });
    expect(output).toMatchObject({ error: { kind: "parse_error" } });
    const { message, hint } = (output as { error: { message: string; hint: string } }).error;
    expect(message.length + hint.length).toBeLessThan(1000);
    expect(Buffer.from(await workspace.fs.readFile("a.txt")).toString()).toBe("one\n");
  });

  it.each(Object.keys(NAMED))("as all of the input of %s are refused", async (name) => {
    const { tools } = createTools();
    const output = await callTool(tools[name as keyof typeof tools], value);
    expect(output).toMatchObject({ error: { kind: "parse_error" } });
  });

  it("are not asked about, and not run", async () => {
    const { tools } = createTools();
    const { toolApproval } = createApproval(tools, "ask");
    const input = { path: "a.txt", edits: value };
    expect(await toolApproval.edit(input, { toolCallId: "call-1" })).toEqual({ type: "not-applicable" });
    const options = { toolCallId: "call-1", messages: [] };
    expect(await tools.edit.execute(input as never, options)).toMatchObject({ error: { kind: "parse_error" } });
    expect(await toolApproval.file(value, options)).toEqual({ type: "not-applicable" });
  });
});

async function callTool(tool: { execute(input: never, options?: never): unknown }, input: unknown): Promise<unknown> {
  const answer = tool.execute(input as never);
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  let last: unknown;
  for await (const snapshot of answer as AsyncIterable<unknown>) last = snapshot;
  return last;
}

describe("edits", () => {
  const numbered = (count: number): { oldText: string; newText: string }[] =>
    Array.from({ length: count }, (_, index) => ({ oldText: `<${index}>`, newText: `(${index})` }));

  it.each([
    ["as a list", (edits: unknown) => edits],
    ["as text", (edits: unknown) => JSON.stringify(edits)],
    ["as a list of texts", (edits: unknown) => (edits as unknown[]).map((edit) => JSON.stringify(edit))],
  ])("%s are taken up to the limit, and one more is refused", async (_name, write) => {
    const content = numbered(MAX_EDITS + 1)
      .map(({ oldText }) => oldText)
      .join("\n");
    const tools = createFileTools({
      workspace: createInMemoryWorkspace({ files: { "a.txt": content }, trusted: true }),
    });
    const call = (count: number) => tools.edit.execute({ path: "a.txt", edits: write(numbered(count)) as never });
    expect(await call(MAX_EDITS + 1)).toMatchObject({
      error: { kind: "parse_error", message: "10001 edits are more than the 10000 that one call takes." },
    });
    const output = await call(MAX_EDITS);
    expect("replacements" in output && output.replacements).toHaveLength(MAX_EDITS);
  });

  it("that are brackets tell the model what to do", async () => {
    const { tools } = createTools();
    const { sent } = await runTool({ edit: tools.edit }, { tool: "edit", input: { path: "a.txt", edits: BRACKETS } });
    expect(shownText(sent)).toBe(
      "parse_error: The arguments are too much for one call: nested more than 64 deep.\n" +
        "Nothing was done. Call the tool again with arguments as its schema has them.",
    );
  });
});
