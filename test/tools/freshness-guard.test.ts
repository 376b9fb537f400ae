// The guard in the SDK's own loop: what was read is found in the conversation, nowhere else.

import {
  convertToModelMessages,
  generateText,
  type ModelMessage,
  readUIMessageStream,
  stepCountIs,
  streamText,
  type ToolSet,
  type UIMessage,
} from "ai";
import {
  createEditTool,
  createFileTools,
  createReadTool,
  createWriteTool,
  type FileStore,
  type FreshnessGuard,
  InMemoryFileStore,
  WorkspaceFileStore,
} from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { createScriptedModel, type ScriptedCall, type ScriptedModel } from "../support/scripted-model.js";
import { createStore, shownText } from "./run-tools.js";
import { openDiskWorkspace, WORKSPACES } from "./workspaces.js";

type OpenStore = (files: Readonly<Record<string, string>>) => Promise<FileStore>;

const STORES: readonly (readonly [name: string, open: OpenStore])[] = [
  ...WORKSPACES.map(([name, open]): [string, OpenStore] => [
    `a workspace ${name}`,
    async (files) => new WorkspaceFileStore(await open(files)),
  ]),
  ["a store in memory", async (files) => new InMemoryFileStore(files)],
  ["a store of four methods", createStore],
];

const LINES = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
const LONG = `${LINES.join("\n")}\n`;

function createTools(store: FileStore, guard: FreshnessGuard = "require-read"): ToolSet {
  return {
    read: createReadTool({ store }),
    write: createWriteTool({ store, guard }),
    edit: createEditTool({ store, guard }),
  };
}

const read = (path: string, more: object = {}): ScriptedCall => ({ tool: "read", input: { path, ...more } });
const write = (path: string, content: string): ScriptedCall => ({ tool: "write", input: { path, content } });
const edit = (path: string, oldText: string, newText: string): ScriptedCall => ({
  tool: "edit",
  input: { path, edits: [{ oldText, newText }] },
});

/** Lets a model make one step of calls after another; call ids are s1c1, s1c2, s2c1 and so on. */
async function converse(tools: ToolSet, ...steps: readonly (readonly ScriptedCall[])[]): Promise<ScriptedModel> {
  const script = createScriptedModel(
    steps.map((calls, step) => ({ calls: calls.map((call, index) => ({ id: `s${step + 1}c${index + 1}`, ...call })) })),
  );
  await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(steps.length + 1) });
  return script;
}

function shown(script: ScriptedModel, id: string): string {
  const output = script.sentOutputs()[id];
  if (output === undefined) throw new Error(`There was no call ${id}.`);
  return shownText(output);
}

async function content(store: FileStore, path: string): Promise<string> {
  return Buffer.from((await store.read(path)) ?? []).toString();
}

describe.each(STORES)("require-read over %s", (_name, open) => {
  it("lets a read be followed by edits and a write", async () => {
    const store = await open({ "a.txt": "one\ntwo\n" });
    const script = await converse(
      createTools(store),
      [read("a.txt")],
      [edit("./a.txt", "one", "1")],
      [edit("a.txt", "two", "2")],
      [write("a.txt", "three\n")],
    );
    expect(Object.values(script.sentOutputs()).map(({ type }) => type)).toEqual(["text", "text", "text", "text"]);
    expect(await content(store, "a.txt")).toBe("three\n");
  });

  it("refuses an unread file with the lines in question, and the next call works", async () => {
    const store = await open({ "a.txt": "one\ntwo\n" });
    const change = edit("a.txt", "two", "2");
    const script = await converse(createTools(store), [change], [change]);
    expect(shown(script, "s1c1")).toMatch(/^hash_mismatch: a\.txt has not been read\.\n.*\n1\tone\n2\ttwo$/);
    expect(shown(script, "s2c1")).toMatch(/^Edited a\.txt/);
    expect(await content(store, "a.txt")).toBe("one\n2\n");
  });

  it("refuses to replace an unread file, and the next call works", async () => {
    const store = await open({ "a.txt": "one\n" });
    const script = await converse(createTools(store), [write("a.txt", "new\n")], [write("a.txt", "new\n")]);
    expect(shown(script, "s1c1")).toMatch(/^hash_mismatch: a\.txt has not been read\.\n.*\n1\tone$/);
    expect(await content(store, "a.txt")).toBe("new\n");
  });

  it("refuses a file that changed since, also where the old text is gone", async () => {
    const store = await open({ "a.txt": "one\ntwo\n" });
    const tools = createTools(store);
    const sneak = {
      inputSchema: tools["read"]?.inputSchema,
      execute: () => store.write("a.txt", Buffer.from("uno\ntwo\n")),
    };
    const script = await converse(
      { ...tools, sneak } as ToolSet,
      [read("a.txt")],
      [{ tool: "sneak", input: { path: "" } }],
      [edit("a.txt", "one\ntwo", "1")],
      [edit("a.txt", "uno", "1")],
    );
    expect(shown(script, "s3c1")).toMatch(
      /^hash_mismatch: a\.txt has changed since it was read\.\n.*\n1\tuno\n2\ttwo$/,
    );
    expect(await content(store, "a.txt")).toBe("1\ntwo\n");
    expect(shown(script, "s4c1")).toMatch(/^Edited/);
  });

  it("lets a partial read change the lines that it showed, and no others", async () => {
    const store = await open({ "a.txt": LONG });
    const script = await converse(
      createTools(store),
      [read("a.txt", { offset: 10, limit: 10 })],
      [edit("a.txt", "line 15\n", "line 15\nline 15b\n")],
      [edit("a.txt", "line 80\n", "eighty\n")],
      [edit("a.txt", "line 80\n", "eighty\n")],
    );
    expect(shown(script, "s2c1")).toMatch(/^Edited/);
    const [message, , ...lines] = shown(script, "s3c1").split("\n");
    expect(message).toBe("hash_mismatch: Line 81 of a.txt has not been read.");
    expect(lines).toEqual([78, 79, 80, 81, 82, 83, 84].map((line) => `${line}\tline ${line - 1}`));
    expect(shown(script, "s4c1")).toMatch(/^Edited/);
  });

  it("needs no read to create a file and to go on with it", async () => {
    const store = await open({});
    const script = await converse(
      createTools(store),
      [edit("a.txt", "", "one\n"), write("b.txt", "two\n")],
      [edit("a.txt", "one", "1"), edit("b.txt", "two", "2")],
    );
    expect(Object.values(script.sentOutputs()).map(({ type }) => type)).toEqual(["text", "text", "text", "text"]);
  });

  it("lets edits of one step follow one another, and does not count a read of the same step", async () => {
    const store = await open({ "a.txt": "one\ntwo\n", "b.txt": "one\n" });
    const script = await converse(
      createTools(store),
      [read("a.txt")],
      [edit("a.txt", "one", "1"), edit("a.txt", "two", "2"), read("b.txt"), edit("b.txt", "one", "1")],
    );
    expect(await content(store, "a.txt")).toBe("1\n2\n");
    expect(shown(script, "s2c4")).toMatch(/^hash_mismatch: b\.txt has not been read/);
  });

  it("shows ever more of a change that is too large for one refusal, until it works", async () => {
    const store = await open({ "a.txt": LONG });
    const change = edit("a.txt", LONG, LONG.toUpperCase());
    const script = await converse(createTools(store), [change], [change], [change], [change]);
    expect(shown(script, "s1c1")).toContain("\n40\tline 40");
    expect(shown(script, "s4c1")).toMatch(/^Edited/);
  });
});

describe("the guard", () => {
  it("only warns when told so", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n", "b.txt": "one\n" });
    const script = await converse(createTools(store, "warn"), [edit("a.txt", "one", "1"), write("b.txt", "1\n")]);
    expect(shown(script, "s1c1").split("\n")[1]).toBe("Warning: a.txt has not been read.");
    expect(shown(script, "s1c2").split("\n")[1]).toBe("Warning: b.txt has not been read.");
    expect(await content(store, "a.txt")).toBe("1\n");
  });

  it("is off by default", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n" });
    const output = await createEditTool({ store }).execute({
      path: "a.txt",
      edits: [{ oldText: "one", newText: "1" }],
    });
    expect(output).not.toHaveProperty("error");
    expect(output).not.toHaveProperty("knownLines");
  });

  it("takes the hash of the content for a read", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n" });
    const expectedSha256 = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806";
    const { execute } = createEditTool({ store, guard: "require-read" });
    const edits = [{ oldText: "one", newText: "1" }];
    expect(await execute({ path: "a.txt", edits, expectedSha256 })).not.toHaveProperty("error");
  });

  it("holds between direct calls of one store", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n", "b.txt": "one\n" });
    const { execute } = createEditTool({ store, guard: "require-read" });
    await createReadTool({ store }).execute({ path: "a.txt" });
    const edits = [{ oldText: "one", newText: "1" }];
    expect(await execute({ path: "a.txt", edits })).not.toHaveProperty("error");
    expect(await execute({ path: "b.txt", edits })).toMatchObject({
      error: { kind: "hash_mismatch", status: 409, reason: "not_read", current: [{ startLine: 1, text: "one" }] },
    });
  });

  it("does not let one conversation use what another has read", async () => {
    const tools = createTools(new InMemoryFileStore({ "a.txt": "one\n" }));
    await converse(tools, [read("a.txt")]);
    const script = await converse(tools, [edit("a.txt", "one", "1")]);
    expect(shown(script, "s1c1")).toMatch(/^hash_mismatch/);
  });

  it("goes through createFileTools and refuses a word it does not know", async () => {
    const workspace = await openDiskWorkspace({ "a.txt": "one\n" });
    const script = await converse(createFileTools({ workspace, guard: "require-read" }), [edit("a.txt", "one", "1")]);
    expect(shown(script, "s1c1")).toMatch(/^hash_mismatch/);
    expect(() => createFileTools({ workspace, guard: "strict" as FreshnessGuard })).toThrow(TypeError);
  });

  it("does not take a dry run for a change", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n" });
    const change = edit("a.txt", "one", "1");
    const dryRun = { ...change, input: { ...(change.input as object), dryRun: true } };
    const script = await converse(createTools(store), [read("a.txt")], [dryRun], [change]);
    expect(script.sentOutputs()["s2c1"]).not.toHaveProperty("providerOptions");
    expect(shown(script, "s3c1")).toMatch(/^Edited/);
  });
});

describe("a conversation that was stored as UI messages", () => {
  async function store(tools: ToolSet, call: ScriptedCall): Promise<ModelMessage[]> {
    const script = createScriptedModel([{ calls: [{ id: "stored", ...call }] }]);
    const result = streamText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
    let message: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream: result.toUIMessageStream() })) message = state;
    return convertToModelMessages(JSON.parse(JSON.stringify([message])) as UIMessage[], { tools });
  }

  it.each([
    ["a read", read("a.txt")],
    ["a refusal", edit("a.txt", "one", "1")],
  ])("still knows %s, in another process", async (_name, call) => {
    const files = { "a.txt": "one\n" };
    const messages = await store(createTools(new InMemoryFileStore(files)), call);
    const later = new InMemoryFileStore(files);
    const script = createScriptedModel([{ calls: [{ id: "now", ...edit("a.txt", "one", "1") }] }]);
    await generateText({
      model: script.model,
      tools: createTools(later),
      messages: [...messages, { role: "user", content: "go on" }],
      stopWhen: stepCountIs(2),
    });
    expect(shown(script, "now")).toMatch(/^Edited/);
    expect(await content(later, "a.txt")).toBe("1\n");
  });

  it("keeps the edits of one streamed step together", async () => {
    const files = new InMemoryFileStore({ "a.txt": "one\ntwo\n" });
    const calls = [edit("a.txt", "one", "1"), edit("a.txt", "two", "2")];
    const script = createScriptedModel([{ calls: [read("a.txt")] }, { calls }]);
    const tools = createTools(files);
    await streamText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(3) }).text;
    expect(await content(files, "a.txt")).toBe("1\n2\n");
  });
});
