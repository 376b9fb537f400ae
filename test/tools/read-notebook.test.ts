import { generateText, stepCountIs, type ToolSet } from "ai";
import { createFileTools, InMemoryFileStore } from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { MAX_NOTEBOOK_BYTES } from "../../src/limits.js";
import { createReadTool } from "../../src/tools/read.js";
import { createScriptedModel } from "../support/scripted-model.js";
import { createStore, runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { language: "python" } },
  cells: [
    { cell_type: "markdown", metadata: {}, source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      execution_count: 3,
      metadata: {},
      source: "print(1)\nplot()\n",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["1\n"] },
        { output_type: "display_data", data: { "text/plain": "<Figure>", "image/png": "A".repeat(2048) } },
        { output_type: "execute_result", data: { "text/html": "<b>" } },
        { output_type: "error", ename: "NameError", evalue: "no y", traceback: ["\u001b[31mlong"] },
      ],
    },
    { cell_type: "code", execution_count: null, metadata: {}, source: [], outputs: [] },
  ],
};

const SHOWN = `1\t[cell 1: markdown]
2\t# Title
3\ttext
4\t[cell 2: code, run 3]
5\tprint(1)
6\tplot()
7\t[output]
8\t1
9\t[output]
10\t<Figure>
11\t[output: image/png, 2 KiB, not shown]
12\t[output: text/html, 3 bytes, not shown]
13\t[error]
14\tNameError: no y
15\t[cell 3: code]
[cells of a notebook; edit takes the text of one cell as shown here; byteOffset: 0 shows the JSON; end of file]`;

async function read(content: string | Uint8Array, input: object = {}, path = "a.ipynb") {
  const tools = { read: createReadTool({ store: await createStore({ [path]: content }) }) };
  const { output, sent } = await runTool(tools, { tool: "read", input: { path, ...input } });
  return { output, text: shownText(sent) };
}

describe("a notebook", () => {
  const json = `${JSON.stringify(NOTEBOOK, null, 1)}\n`;

  it("is shown as cells, with its hash and size", async () => {
    const { output, text } = await read(json);
    expect(text).toBe(SHOWN);
    expect(output).toMatchObject({ notebook: "cells", totalLines: 15, sizeBytes: json.length });
    expect(output).toHaveProperty("sha256");
  });

  it("is shown in windows of the rendered lines", async () => {
    const { text } = await read(json, { offset: 5, limit: 2 });
    expect(text).toBe(
      "5\tprint(1)\n6\tplot()\n[lines 5-6 of 15; cells of a notebook; edit takes the text of one " +
        "cell as shown here; byteOffset: 0 shows the JSON; continue with offset: 7]",
    );
    expect((await read(json, { offset: -1 })).text).toMatch(/^15\t\[cell 3: code\]\n/);
  });

  it("is shown as its JSON when byteOffset is given, page after page", async () => {
    const first = await read(json, { byteOffset: 0, limit: 3 });
    expect(first.output).toMatchObject({
      notebook: "raw",
      content: json.split("\n").slice(0, 3).join("\n").concat("\n"),
    });
    expect(first.text).toMatch(/\[lines 1-3 of \d+; JSON of a notebook; continue with offset: 4, byteOffset: 0\]$/);
    expect((await read(json, { offset: 4, byteOffset: 0, limit: 1 })).output).toMatchObject({
      startLine: 4,
      endLine: 4,
    });
    expect((await read(json, { offset: 1, byteOffset: 3, limit: 1 })).text).toMatch(/^1\t…/);
  });

  it.each<[string, string | Uint8Array]>([
    ["no JSON", "{ not json"],
    ["no cells", '{"a": 1}'],
    ["a cell that is none", '{"cells": [7]}'],
    ["a source that is none", '{"cells": [{"cell_type": "code", "source": [1]}]}'],
    ["null", "null"],
  ])("that is invalid (%s) is shown as it is, and says so", async (_name, content) => {
    const { output, text } = await read(content);
    expect(output).toMatchObject({ content, notebook: "invalid" });
    expect(text).toContain("[no valid notebook, so shown as it is; end of file]");
  });

  it.each<[string, unknown, string]>([
    ["no object", 7, "no JSON object"],
    ["no type", { source: "secret" }, "its cell_type is no text"],
    ["no source", { cell_type: "code" }, "its source is no text"],
    ["a source of numbers", { cell_type: "code", source: ["secret", 1] }, "its source is no text"],
  ])("with a broken cell (%s) is shown without it, and says which", async (_name, broken, problem) => {
    const [first, , last] = NOTEBOOK.cells;
    const content = JSON.stringify({ ...NOTEBOOK, cells: [first, broken, last] });
    const { output, text } = await read(content);
    expect(output).toMatchObject({
      notebook: "cells",
      content: `[cell 1: markdown]\n# Title\ntext\n[cell 2: broken, not shown: ${problem}]\n[cell 3: code]\n`,
    });
    expect(text).toContain("byteOffset: 0 shows the JSON");
    expect((await read(content, { byteOffset: 0 })).output).toMatchObject({ notebook: "raw", content });
  });

  it("of an old format, in another encoding, or too large is shown as it is", async () => {
    expect((await read('{"worksheets": []}')).output).toMatchObject({ notebook: "invalid" });
    expect((await read(Buffer.from(`\ufeff${json}`, "utf16le"))).output).toMatchObject({ notebook: "invalid" });
    const large = JSON.stringify({ cells: [{ cell_type: "code", source: "x".repeat(MAX_NOTEBOOK_BYTES) }] });
    expect((await read(large, { limit: 1 })).output).not.toHaveProperty("notebook");
  });

  it.each<[string, string]>([
    ["nested lists", "[".repeat(500_000) + "]".repeat(500_000)],
    ["opened lists", "[".repeat(500_000)],
    ["a nested field", `{"cells": [], "metadata": ${"[".repeat(65)}${"]".repeat(65)}}`],
    ["many values", `{"cells": [${"[],".repeat(250_000)}0]}`],
  ])("of %s is not parsed, but shown as it is, and says so", async (_name, content) => {
    const { output, text } = await read(content, { limit: 1 });
    expect(output).toMatchObject({ notebook: "too_large" });
    expect(text).toContain("nested too deep or holds too many values to be shown as cells, so shown as it is");
  });

  it("is known by its name: other JSON of the same form is not touched", async () => {
    const { output } = await read(json, {}, "a.json");
    expect(output).toMatchObject({ content: json });
  });

  it("shows the beginning of a long output", async () => {
    const outputs = [{ output_type: "stream", text: "é".repeat(5000) }];
    const { output } = await read(JSON.stringify({ cells: [{ cell_type: "code", source: "x", outputs }] }));
    expect(output).toMatchObject({
      content: `[cell 1: code]\nx\n[output]\n${"é".repeat(1024)}…\n[7.8 KiB more of this output]\n`,
    });
  });

  it("does not let titles be forged by what a notebook calls its parts", async () => {
    const cell = { cell_type: "code]\n[cell 9: markdown", source: "x" };
    expect((await read(JSON.stringify({ cells: [cell] }))).text).toMatch(
      /^1\t\[cell 1: code\] \[cell 9: markdown\]\n2\tx\n/,
    );
  });

  it.each<[string, string, object, boolean]>([
    ["when all of its cells were read", json, { path: "a.ipynb" }, true],
    ["not when some of its cells were read", json, { path: "a.ipynb", limit: 9 }, false],
    ["not when one of its cells is broken", json.replace('"cells": [', '"cells": [ 7,'), { path: "a.ipynb" }, false],
  ])("lets a guarded edit change it %s", async (_case, ...[content, input, isEnough]) => {
    const workspace = await openDiskWorkspace({ "a.ipynb": content });
    const tools = createFileTools({ workspace, guard: "require-read" }) as ToolSet;
    const change = (oldText: string, newText: string) => ({
      tool: "edit",
      input: { path: "a.ipynb", edits: [{ oldText, newText }] },
    });
    const script = createScriptedModel([
      { calls: [{ tool: "read", input, id: "cells" }] },
      { calls: [{ ...change("print(1)", "print(2)"), id: "first" }] },
      { calls: [{ tool: "read", input: { path: "a.ipynb", byteOffset: 0 }, id: "raw" }] },
      { calls: [{ ...change(isEnough ? "print(2)" : "print(1)", "print(3)"), id: "edited" }] },
    ]);
    await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(6) });
    const outputs = script.sentOutputs();
    expect(outputs["first"]?.type).toBe(isEnough ? "text" : "error-text");
    expect(outputs["edited"]?.type).toBe("text");
    expect(Buffer.from(await workspace.fs.readFile("a.ipynb")).toString()).toBe(
      content.replace("print(1)", "print(3)"),
    );
  });

  it("is read through a workspace as through any store", async () => {
    const { execute } = createReadTool({ store: new InMemoryFileStore({ "A.IPYNB": json }) });
    expect(await execute({ path: "A.IPYNB" })).toMatchObject({ notebook: "cells", endLine: 15 });
  });
});
