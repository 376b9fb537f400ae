import { asSchema, type FlexibleSchema, generateText, stepCountIs, type ToolSet } from "ai";
import { describe, expect, it } from "vitest";
import { FsError } from "../../src/errors.js";
import { defineTool } from "../../src/tools/definition/define-tool.js";
import * as z from "../../src/tools/definition/schema.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createReadTool } from "../../src/tools/read.js";
import { createWriteTool } from "../../src/tools/write.js";
import { MinimalStore } from "../support/minimal-store.js";
import { createToolCalls } from "../support/scripted-model.js";
import { createStore, runTool, runTools, shownText } from "./run-tools.js";

const store = new MinimalStore();
const read = createReadTool({ store }).inputSchema;
const write = createWriteTool({ store }).inputSchema;
const edit = createEditTool({ store }).inputSchema;
const ab = { oldText: "a", newText: "b" };

describe("slips whose intent is plain", () => {
  it.each<[string, { resolve(value: unknown): unknown }, unknown, unknown]>([
    ["null for absent", read, { path: "a", offset: null, limit: null }, { path: "a" }],
    ["numeric strings", read, { path: "a", offset: "-5", limit: " 10 " }, { path: "a", offset: -5, limit: 10 }],
    ["file_path", read, { file_path: "a" }, { path: "a" }],
    ["filePath", read, { filePath: "a" }, { path: "a" }],
    ["its own name beside an alias that says the same", read, { path: "a", file_path: "a" }, { path: "a" }],
    ["an alias where its own name is null", read, { path: null, file_path: "b" }, { path: "b" }],
    ["unknown fields dropped", read, { path: "a", reason: "to see it" }, { path: "a" }],
    ["the whole input as JSON text", read, '{"path":"a"}', { path: "a" }],
    ["empty optional text", write, { path: "a", content: "", expectedSha256: "" }, { path: "a", content: "" }],
    [
      "hash in capitals",
      write,
      { path: "a", content: "", expectedSha256: "AB" },
      { path: "a", content: "", expectedSha256: "ab" },
    ],
    [
      "hash behind its name",
      write,
      { path: "a", content: "", expectedSha256: "sha256:ab" },
      { path: "a", content: "", expectedSha256: "ab" },
    ],
    ["a number as text", write, { path: "a", content: 42 }, { path: "a", content: "42" }],
    [
      "booleans as words",
      edit,
      { path: "a", edits: [{ ...ab, replaceAll: "True" }], dryRun: "false" },
      { path: "a", edits: [{ ...ab, replaceAll: true }], dryRun: false },
    ],
    ["edits as JSON text", edit, { path: "a", edits: JSON.stringify([ab]) }, { path: "a", edits: [ab] }],
    [
      "edits as JSON text with raw line breaks",
      edit,
      { path: "a", edits: '[{"oldText": "a\n\tb",\n "newText": "\\"c\\""}]' },
      { path: "a", edits: [{ oldText: "a\n\tb", newText: '"c"' }] },
    ],
    ["one edit without a list", edit, { path: "a", edits: ab }, { path: "a", edits: [ab] }],
    [
      "edits as JSON texts in a list",
      edit,
      { path: "a", edits: [JSON.stringify(ab), ab] },
      { path: "a", edits: [ab, ab] },
    ],
    ["a pair at the top", edit, { path: "a", ...ab }, { path: "a", edits: [ab] }],
    [
      "a pair at the top beside a list",
      edit,
      { path: "a", edits: [{ oldText: "x", newText: "y" }], ...ab },
      { path: "a", edits: [{ oldText: "x", newText: "y" }, ab] },
    ],
    [
      "old_string and new_string",
      edit,
      { file_path: "a", old_string: "a", new_string: "", replace_all: true },
      { path: "a", edits: [{ oldText: "a", newText: "", replaceAll: true }] },
    ],
    [
      "old_str and new_str in a list",
      edit,
      { path: "a", edits: [{ old_str: "a", new_str: "b" }] },
      { path: "a", edits: [ab] },
    ],
    ["search and replace", edit, { path: "a", edits: [{ search: "a", replace: "b" }] }, { path: "a", edits: [ab] }],
  ])("%s", (_name, ...[schema, input, expected]) => {
    expect(schema.resolve(input)).toEqual(expected);
  });

  it("are corrected the same way before the program sees the call", async () => {
    const script = createToolCalls({ tool: "edit", input: { file_path: "a.txt", old_string: "a", new_string: "b" } });
    const tools = { edit: createEditTool({ store: await createStore({ "a.txt": "a" }) }) };
    const result = await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
    expect(result.steps[0]?.toolCalls[0]?.input).toEqual({ path: "a.txt", edits: [ab] });
  });
});

describe("what is wrong", () => {
  it.each<[string, { resolve(value: unknown): unknown }, unknown, string]>([
    [
      "a missing field, with what was given",
      read,
      { fil: "a" },
      'path is missing, wanted a string (given: fil). Unknown argument "fil"; did you mean "path"?',
    ],
    ["a word for a number", read, { path: "a", offset: "top" }, 'offset is "top", wanted an integer.'],
    ["a number out of range", read, { path: "a", limit: -1 }, "limit is -1, wanted an integer of at least 1."],
    [
      "a field of a list item",
      edit,
      { path: "a", edits: [ab, { oldText: "a" }] },
      "edits[1].newText is missing, wanted a string.",
    ],
    [
      "an empty list",
      edit,
      { path: "a", edits: [] },
      "edits is [], wanted an array of objects with oldText, newText, replaceAll, not empty.",
    ],
    [
      "two fields at once",
      write,
      { path: [], content: {} },
      "path is [], wanted a string. content is {}, wanted a string.",
    ],
    [
      "no object at all",
      read,
      ["a"],
      'the arguments are ["a"], wanted an object with path, offset, limit, byteOffset.',
    ],
  ])("is named: %s", (_name, ...[schema, input, message]) => {
    expect(() => schema.resolve(input)).toThrow(expect.objectContaining({ kind: "parse_error", message }));
  });

  it("becomes a short failure instead of an echo of the argument", async () => {
    const content = ["x".repeat(10_000)];
    const { output, sent } = await runTool(
      { write: createWriteTool({ store }) },
      { tool: "write", input: { path: "a", content } },
    );
    expect(output).toMatchObject({ error: { kind: "parse_error", status: 400, fields: ["content"] } });
    expect(shownText(sent)).toMatch(/^parse_error: content is \["x+…, wanted a string\.\nNothing was done/);
    expect(shownText(sent).length).toBeLessThan(250);
    expect(await store.stat("a")).toBeNull();
  });

  it("does not take long to find out", () => {
    const hostile = `[${'"\\"'.repeat(300_000)}`;
    expect(() => edit.resolve({ path: "a", edits: hostile })).toThrow(FsError);
  });
});

describe("the JSON Schema that the model is shown", () => {
  it.each<[string, { inputSchema: FlexibleSchema<unknown> }]>([
    ["read", createReadTool({ store })],
    ["write", createWriteTool({ store })],
    ["edit", createEditTool({ store })],
  ])("of %s is exact and small", async (_name, tool) => {
    expect(await asSchema(tool.inputSchema).jsonSchema).toMatchSnapshot();
  });

  it("is not shared between callers", () => {
    const target = { target: "draft-07" };
    const first = read["~standard"].jsonSchema.input(target);
    first["properties"] = {};
    expect(read["~standard"].jsonSchema.input(target)).not.toEqual(first);
  });

  it.each(["draft-07", "draft-2020-12"])("are written for %s", (target) => {
    expect(read["~standard"].jsonSchema.input({ target })).toMatchObject({ type: "object", required: ["path"] });
  });

  it("are refused for a target that is not known", () => {
    const { jsonSchema } = read["~standard"];
    expect(() => jsonSchema.input({ target: "openapi-3.0" })).toThrow(TypeError);
    expect(() => jsonSchema.output({ target: "openapi-3.0" })).toThrow(/draft-07 and draft-2020-12 are known/);
  });
});

describe("failures of a tool's work", () => {
  function failingTool(error: unknown): ToolSet {
    const fail = defineTool({
      description: "Fails.",
      input: z.object({}),
      output: z.object({ done: z.boolean() }),
      run: async (): Promise<{ done: boolean }> => {
        throw error;
      },
      present: () => "done",
    });
    return { fail };
  }

  it("are data with the details of their kind", async () => {
    const error = new FsError("hash_mismatch", "Changed.", {
      path: "a",
      hint: "Read it.",
      details: { line: 3, status: 1 },
    });
    const { output, sent } = await runTool(failingTool(error), { tool: "fail", input: {} });
    expect(output).toEqual({
      error: { kind: "hash_mismatch", message: "Changed.", hint: "Read it.", status: 409, path: "a", line: 3 },
    });
    expect(sent).toEqual({ type: "error-text", value: "hash_mismatch: Changed.\nRead it." });
  });

  it("that are bugs throw", async () => {
    const tool = failingTool(new RangeError("a bug"))["fail"];
    await expect(tool?.execute?.({}, { toolCallId: "1", messages: [], context: {} } as never)).rejects.toThrow(
      RangeError,
    );
  });

  it("after an abort are the abort", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const tool = defineTool({
      description: "Is aborted.",
      input: z.object({}),
      output: z.object({}),
      run: async () => {
        controller.abort(reason);
        throw new FsError("io_error", "The read was cut off.");
      },
      present: () => "done",
    });
    await expect(tool.execute({}, { abortSignal: controller.signal })).rejects.toBe(reason);
  });

  it("do not begin work for a call that is aborted already", async () => {
    const tool = createWriteTool({ store });
    const aborted = AbortSignal.abort(new Error("never mind"));
    await expect(tool.execute({ path: "late.txt", content: "x" }, { abortSignal: aborted })).rejects.toThrow(
      "never mind",
    );
    expect(await store.stat("late.txt")).toBeNull();
  });

  it("of one call leave the others of the step alone", async () => {
    const tools = { read: createReadTool({ store: await createStore({ "a.txt": "a" }) }) };
    const { sent } = await runTools(
      tools,
      { tool: "read", input: { path: "b.txt" } },
      { tool: "read", input: { path: "a.txt" } },
    );
    expect(sent).toMatchObject({ "call-1": { type: "error-text" }, "call-2": { type: "text", value: "1\ta" } });
  });
});
