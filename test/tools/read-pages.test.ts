// Page after page of one file through the SDK's own loop, while somebody else changes the file.

import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateText, stepCountIs, type ToolSet } from "ai";
import { createFileTools, createReadTool, InMemoryFileStore, isToolFailure, WorkspaceFileStore } from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { createScriptedModel, type ScriptedCall } from "../support/scripted-model.js";
import { createStore, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const numbered = (from: number, to: number, word = "line"): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `${word} ${from + at}\n`).join("");

const SMALL = numbered(1, 5000);
const LARGE = numbered(1, 300_000);

const read = (input: object): ScriptedCall => ({ tool: "read", input: { path: "a.log", ...input } });

/** Lets a model make one call a step, with something happening in front of each; answers what it was shown. */
async function converse(tools: ToolSet, ...steps: readonly (readonly [ScriptedCall, before?: () => unknown])[]) {
  const script = createScriptedModel(steps.map(([call], step) => ({ calls: [{ id: `c${step}`, ...call }] })));
  let step = 0;
  await generateText({
    model: script.model,
    tools,
    prompt: "go",
    stopWhen: stepCountIs(steps.length + 1),
    prepareStep: async () => {
      await steps[step]?.[1]?.();
      step += 1;
      return {};
    },
  });
  const outputs = script.sentOutputs();
  return steps.map((_, at) => {
    const output = outputs[`c${at}`];
    if (output === undefined) throw new Error(`There was no call c${at}.`);
    return shownText(output);
  });
}

async function openFiles(content: string) {
  const workspace = await openDiskWorkspace({ "a.log": content });
  const path = join(workspace.root, "a.log");
  const replace = (next: string): void => {
    writeFileSync(`${path}.new`, next);
    renameSync(`${path}.new`, path);
  };
  return { workspace, path, replace, tools: createFileTools({ workspace }) as ToolSet };
}

describe.each([
  ["a small file", SMALL],
  ["a large file", LARGE],
])("the next page of %s", (_name, content) => {
  it("goes on in the file that is still the same", async () => {
    const { tools } = await openFiles(content);
    const [, second] = await converse(tools, [read({ limit: 10 })], [read({ offset: 11, limit: 1 })]);
    expect(second).toMatch(/^11\tline 11\n\[line 11/);
  });

  it("is refused in a file that was replaced, and shown when it is asked for again", async () => {
    const { tools, replace } = await openFiles(content);
    const next = read({ offset: 11, limit: 1 });
    const [, second, third] = await converse(
      tools,
      [read({ limit: 10 })],
      [next, () => replace(content.replaceAll("line", "LINE"))],
      [next],
    );
    expect(second).toMatch(
      /^hash_mismatch: a\.log has changed since the lines before these were read\.\nNothing is shown/,
    );
    expect(second).not.toContain("LINE 11");
    expect(third).toMatch(/^11\tLINE 11\n/);
  });

  it("is refused in a file that was rewritten in place", async () => {
    const { tools, path } = await openFiles(content);
    const [, second] = await converse(
      tools,
      [read({ limit: 10 })],
      [read({ offset: 11, limit: 1 }), () => writeFileSync(path, content.replaceAll("line", "LINE"))],
    );
    expect(second).toMatch(/^hash_mismatch/);
  });

  it("goes on in a file that only grew", async () => {
    const { tools, path } = await openFiles(content);
    const [, second] = await converse(
      tools,
      [read({ limit: 10 })],
      [read({ offset: 11, limit: 1 }), () => appendFileSync(path, "more\n")],
    );
    expect(second).toMatch(/^11\tline 11\n/);
  });

  it("is refused when it was counted from the end of a file that grew since", async () => {
    const { tools, path } = await openFiles(LARGE.repeat(2));
    const [first, second, third] = await converse(
      tools,
      [read({ offset: -20, limit: 10 })],
      [read({ offset: -10, limit: 1 }), () => appendFileSync(path, "more\n")],
      [read({ offset: -10, limit: 1 })],
    );
    expect(first).toContain("continue with offset: -10");
    expect(second).toMatch(/^hash_mismatch/);
    expect(third).toMatch(/^-10\tline 299992\n/);
  });

  it("may begin anywhere: only what goes on from an earlier answer is compared with it", async () => {
    const { tools, replace } = await openFiles(content);
    const [, second, third] = await converse(
      tools,
      [read({ limit: 10 })],
      [read({ offset: 12, limit: 1 }), () => replace(content.replaceAll("line", "LINE"))],
      [read({ limit: 1 })],
    );
    expect(second).toMatch(/^12\tLINE 12\n/);
    expect(third).toMatch(/^1\tLINE 1\n/);
  });
});

describe("a page that is asked for directly", () => {
  it.each([
    ["without options", () => undefined],
    ["without messages", () => ({ toolCallId: "a" })],
    ["with an empty list of messages", () => ({ toolCallId: "a", messages: [] })],
  ])("%s is refused in a file that was replaced since", async (_name, call) => {
    const { workspace, replace } = await openFiles(SMALL);
    const tool = createReadTool({ store: new WorkspaceFileStore(workspace) });
    await tool.execute({ path: "a.log", limit: 10 }, call());
    replace(SMALL.replaceAll("line", "LINE"));
    const next = await tool.execute({ path: "a.log", offset: 11, limit: 1 }, call());
    expect(next).toMatchObject({ error: { kind: "hash_mismatch" } });
  });
});

describe("a page", () => {
  it("is shown after the conversation's own change of the file", async () => {
    const { tools } = await openFiles(SMALL);
    const [, edited, third] = await converse(
      tools,
      [read({ limit: 10 })],
      [{ tool: "edit", input: { path: "a.log", edits: [{ oldText: "line 4999\n", newText: "changed\n" }] } }],
      [read({ offset: 11, limit: 1 })],
    );
    expect(edited).toMatch(/^Edited/);
    expect(third).toMatch(/^11\tline 11\n/);
  });

  it("is compared for the rest of an over-long line too", async () => {
    const { tools, replace } = await openFiles("é".repeat(100_000));
    const next = read({ offset: 1, byteOffset: 65_536 });
    const [first, second, third] = await converse(
      tools,
      [read({})],
      [next, () => replace("ö".repeat(100_000))],
      [read({ byteOffset: 65_536 })],
    );
    expect(first).toContain("continue with offset: 1, byteOffset: 65536]");
    expect(second).toMatch(/^hash_mismatch/);
    expect(third).toMatch(/^1\t…ö/);
  });

  it("is compared in a store of four methods, too, and by its mark alone where the file is large", async () => {
    for (const content of [SMALL, LARGE]) {
      const store = await createStore({ "a.log": content });
      const tools = { read: createReadTool({ store }) };
      const change = () => store.write("a.log", Buffer.from(`x${content.slice(1)}y`));
      const next = read({ offset: 11, limit: 1 });
      const shown = await converse(tools, [read({ limit: 10 })], [next, change], [next]);
      expect(shown[1]).toMatch(/^hash_mismatch/);
      expect(shown[2]).toMatch(/^11\tline 11\n/);
    }
  });

  it("is compared between direct calls of one store, and shown at the second try", async () => {
    const store = new InMemoryFileStore({ "a.log": SMALL });
    const { execute } = createReadTool({ store });
    const page = await execute({ path: "a.log", limit: 10 });
    if (isToolFailure(page) || !("content" in page)) throw new Error("no text");
    const next = { path: "a.log", offset: page.nextOffset, limit: 10 };
    expect(await execute(next)).toMatchObject({ startLine: 11 });
    await store.write("a.log", Buffer.from(SMALL.toUpperCase()));
    expect(await execute(next)).toMatchObject({ error: { kind: "hash_mismatch", reason: "replaced" } });
    expect(await execute(next)).toMatchObject({ startLine: 11, content: expect.stringContaining("LINE 11\n") });
  });

  it("is not compared with another file of the same name in a further conversation", async () => {
    const { workspace, tools, replace } = await openFiles(SMALL);
    await converse(tools, [read({ limit: 10 })]);
    replace(SMALL.toUpperCase());
    const other = { read: createReadTool({ store: new WorkspaceFileStore(workspace) }) };
    const [shown] = await converse(other, [read({ offset: 11, limit: 1 })]);
    expect(shown).toMatch(/^11\tLINE 11\n/);
  });
});
