// A second read of what the conversation still holds, in the SDK's own loop.

import { generateText, type ModelMessage, stepCountIs, type ToolSet } from "ai";
import {
  createFileTools,
  createInMemoryWorkspace,
  createReadTool,
  type FileStore,
  InMemoryFileStore,
  type ReadToolOptions,
} from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { createScriptedModel, type ScriptedCall } from "../support/scripted-model.js";
import { createStore, responseMessages, shownText } from "./run-tools.js";

const LINES = Array.from({ length: 100 }, (_, at) => `line ${at + 1} with some words`);
const TEXT = `${LINES.join("\n")}\n`;
const STUB = /^\[a\.txt, lines \d+-\d+ of 100: unchanged since it was shown above \(version [0-9a-f]{12}\).*\]$/;

const read = (input: object = {}): ScriptedCall => ({ tool: "read", input: { path: "a.txt", ...input } });

type Options = Omit<ReadToolOptions, "store">;

interface Talk {
  readonly store?: FileStore;
  readonly options?: Options;
  /** Happens in front of the last call. */
  readonly meanwhile?: (store: FileStore) => unknown;
  /** Changes what the last call sees. */
  readonly rewrite?: (messages: ModelMessage[]) => ModelMessage[];
}

/** Lets a conversation read once, and go on to read once more; answers what it was shown the second time. */
async function readTwice(first: ScriptedCall, second: ScriptedCall, talk: Talk = {}) {
  const store = talk.store ?? new InMemoryFileStore({ "a.txt": TEXT });
  const tools: ToolSet = { read: createReadTool({ store, dedupe: "context", ...talk.options }) };
  const before = createScriptedModel([{ calls: [{ id: "first", ...first }] }]);
  const result = await generateText({ model: before.model, tools, prompt: "go", stopWhen: stepCountIs(3) });
  await talk.meanwhile?.(store);
  const history: ModelMessage[] = [{ role: "user", content: "go" }, ...responseMessages(result)];
  const messages: ModelMessage[] = [...(talk.rewrite ?? ((all) => all))(history), { role: "user", content: "and?" }];
  const after = createScriptedModel([{ calls: [{ id: "second", ...second }] }]);
  const last = await generateText({ model: after.model, tools, messages, stopWhen: stepCountIs(3) });
  const sent = after.sentOutputs()["second"];
  if (sent === undefined) throw new Error("There was no second call.");
  return { sent, output: last.steps[0]?.toolResults[0]?.output, messages: [...messages, ...responseMessages(last)] };
}

async function shownAgain(first: ScriptedCall, second: ScriptedCall, talk: Talk = {}): Promise<string> {
  return shownText((await readTwice(first, second, talk)).sent);
}

function mapOutputs(messages: ModelMessage[], change: (value: string) => string): ModelMessage[] {
  return JSON.parse(JSON.stringify(messages), (key, value: unknown) =>
    key === "value" && typeof value === "string" ? change(value) : value,
  ) as ModelMessage[];
}

describe("a window that was shown before", () => {
  it.each<[string, ScriptedCall, ScriptedCall]>([
    ["the whole file", read(), read()],
    ["the same window", read({ offset: 3, limit: 50 }), read({ offset: 3, limit: 50 })],
    ["a part of a window", read(), read({ offset: 20, limit: 30 })],
    ["the tail, asked for otherwise", read({ offset: -40 }), read({ offset: 61 })],
  ])("is named in one line: %s", async (_name, first, second) => {
    expect(await shownAgain(first, second)).toMatch(STUB);
  });

  it("says how to go on, and tells the program what it is", async () => {
    const { sent, output } = await readTwice(read({ limit: 50 }), read({ limit: 50 }));
    expect(shownText(sent)).toMatch(/\); continue with offset: 51\]$/);
    expect(output).toMatchObject({ path: "a.txt", unchanged: true, startLine: 1, endLine: 50, nextOffset: 51 });
    expect(output).not.toHaveProperty("content");
  });

  it("is found in any store, without numbers, and in a large file that has no hash", async () => {
    expect(await shownAgain(read(), read(), { store: await createStore({ "a.txt": TEXT }) })).toMatch(STUB);
    expect(await shownAgain(read(), read(), { options: { lineNumbers: "none" } })).toMatch(STUB);
    const store = new InMemoryFileStore({ "a.txt": TEXT.repeat(2000) });
    expect(await shownAgain(read({ limit: 90 }), read({ limit: 90 }), { store })).toBe(
      "[a.txt, lines 1-90: unchanged since it was shown above; continue with offset: 91]",
    );
  });
});

describe("createFileTools", () => {
  it("hands the option on", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": TEXT } });
    const tools = createFileTools({ workspace, dedupe: "context", readOnly: true }) as ToolSet;
    const script = createScriptedModel([{ calls: [read()] }, { calls: [{ id: "second", ...read() }] }]);
    await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(3) });
    expect(Object.values(script.sentOutputs()).map(shownText).at(-1)).toMatch(STUB);
  });
});

describe("a window is shown in full", () => {
  it.each<[string, ScriptedCall, ScriptedCall, Talk]>([
    ["when nobody asked for less", read(), read(), { options: { dedupe: "off" } }],
    ["when it is larger than what was shown", read({ limit: 50 }), read({ limit: 51 }), {}],
    ["when it lies elsewhere", read({ limit: 50 }), read({ offset: 51 }), {}],
    ["when it is short", read({ limit: 2 }), read({ limit: 2 }), {}],
    [
      "when the file has changed",
      read({ limit: 50 }),
      read({ limit: 50 }),
      { meanwhile: (store) => store.write("a.txt", Buffer.from(`${TEXT}more\n`)) },
    ],
    ["when the earlier answer was pruned", read(), read(), { rewrite: () => [{ role: "user", content: "go" }] }],
    [
      "when the earlier answer was replaced by a word",
      read(),
      read(),
      { rewrite: (all) => mapOutputs(all, () => "[old result removed]") },
    ],
    [
      "when the earlier answer was cut",
      read(),
      read(),
      { rewrite: (all) => mapOutputs(all, (value) => `${value.slice(0, 1000)}…`) },
    ],
    [
      "when the earlier answer hid something",
      read(),
      read(),
      { rewrite: (all) => mapOutputs(all, (value) => value.replace("words", "[secret]")) },
    ],
    [
      "when unnumbered lines only look the same",
      read({ limit: 60 }),
      read({ offset: 31, limit: 30 }),
      { options: { lineNumbers: "none" }, store: new InMemoryFileStore({ "a.txt": "the same words\n".repeat(100) }) },
    ],
    [
      "when it was shown of another file",
      { tool: "read", input: { path: "b.txt" } },
      read(),
      { store: new InMemoryFileStore({ "a.txt": TEXT, "b.txt": TEXT }) },
    ],
  ])("%s", async (...[, first, second, talk]) => {
    expect(await shownAgain(first, second, talk)).not.toContain("unchanged");
  });

  it("when the earlier answer was redacted otherwise", async () => {
    let hides = true;
    const redact = (text: string): string => (hides ? text.replaceAll("words", "[hidden]") : text);
    const talk = { options: { redact }, meanwhile: () => (hides = false) };
    expect(await shownAgain(read(), read(), talk)).toContain("line 1 with some words");
  });
});

describe("an image", () => {
  const png = Buffer.concat([
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    Buffer.alloc(500, 7),
  ]);
  const base64 = png.toString("base64");
  const count = (messages: unknown): number => JSON.stringify(messages).split(base64).length - 1;
  const talk = { store: new InMemoryFileStore({ "a.txt": png }) };

  it("stands once in the messages that one read leaves", async () => {
    const store = new InMemoryFileStore({ "a.txt": png });
    const script = createScriptedModel([{ calls: [read()] }]);
    const tools = { read: createReadTool({ store }) };
    const result = await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
    expect(count(responseMessages(result))).toBe(1);
  });

  it("is not put into them a second time", async () => {
    const { sent, messages } = await readTwice(read(), read(), talk);
    expect(shownText(sent)).toBe("[a.txt, image/png: unchanged since it was shown above]");
    expect(count(messages)).toBe(1);
  });

  it("is shown again when it is another one, or was taken out", async () => {
    const other = { ...talk, store: new InMemoryFileStore({ "a.txt": png }) };
    const change = (store: FileStore) => store.write("a.txt", Buffer.concat([png, Buffer.from("x")]));
    expect((await readTwice(read(), read(), { ...other, meanwhile: change })).sent.type).toBe("content");
    const rewrite = (): ModelMessage[] => [{ role: "user", content: "go" }];
    expect((await readTwice(read(), read(), { ...talk, rewrite })).sent.type).toBe("content");
  });
});
