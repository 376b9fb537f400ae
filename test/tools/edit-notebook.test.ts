import { describe, expect, it } from "vitest";
import { createFileTools, createSecretRedactor } from "../../src/index.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw } from "./workspaces.js";

const CELLS = [
  { cell_type: "markdown", metadata: {}, source: ["# Title\n", "some é text"] },
  {
    cell_type: "code",
    execution_count: 3,
    metadata: { tags: ["keep"] },
    outputs: [{ name: "stdout", output_type: "stream", text: ["print(1)\n"] }],
    source: ["import os\n", "print(1)\n", 'x = "a\\n"'],
  },
  { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: "import os\nprint(2)\n" },
];
const NOTEBOOK = { cells: CELLS, metadata: { z: 1, a: 2 }, nbformat: 4, nbformat_minor: 5 };
const json = `${JSON.stringify(NOTEBOOK, null, 1)}\n`;

async function open(content = json): Promise<Workspace> {
  return openDiskWorkspace({ "a.ipynb": content });
}

const redact = createSecretRedactor();

async function run(workspace: Workspace, tool: string, input: object) {
  const { output, sent } = await runTool(createFileTools({ workspace, redact }), {
    tool,
    input: { path: "a.ipynb", ...input },
  });
  return { output: output as Record<string, unknown>, text: shownText(sent) };
}

async function text(workspace: Workspace): Promise<string> {
  return Buffer.from(await readRaw(workspace, "a.ipynb"), "latin1").toString();
}

async function edit(oldText: string, newText: string, content = json) {
  const workspace = await open(content);
  const result = await run(workspace, "edit", { edits: [{ oldText, newText }] });
  return { ...result, file: await text(workspace) };
}

describe("an edit of a notebook", () => {
  it.each<[string, string, string, string, string]>([
    ["one line of a list", "print(1)\nx", "print(3)\nx", '"print(1)\\n",\n    "x', '"print(3)\\n",\n    "x'],
    [
      "lines put into a list",
      "import os\nprint(1)",
      "import os\nimport re\nprint(1)",
      '"print(1)\\n",\n    "x',
      '"import re\\n",\n    "print(1)\\n",\n    "x',
    ],
    ["a line taken from a list", "print(1)\nx", "x", '    "print(1)\\n",\n    "x', '    "x'],
    ["the end of a cell", 'x = "a\\n"', 'x = "b"\ny = 1\n', '"x = \\"a\\\\n\\""', '"x = \\"b\\"\\n",\n    "y = 1\\n"'],
    ["a source that is one string", "print(2)", "print(20)", "print(2)\\n", "print(20)\\n"],
    ["text with quotes", "# Title", '# "Title"', '"# Title\\n"', '"# \\"Title\\"\\n"'],
    ["a difference in blanks", "# Title  \nsome é text", "# Title\nother text", "some é text", "other text"],
  ])("changes %s and nothing else", async (_case, ...[oldText, newText, before, after]) => {
    const { output, file } = await edit(oldText, newText);
    expect(output["error"]).toBeUndefined();
    expect(json.split(before)).toHaveLength(2);
    expect(file).toBe(json.replace(before, () => after));
  });

  it("keeps CRLF in a cell, also beside a last line that has no ending", async () => {
    const source = ["a = 1\r\n", "b = 2"];
    const crlf = JSON.stringify({ ...NOTEBOOK, cells: [{ ...CELLS[1], source }] });
    const { file } = await edit("b = 2", "first()\nb = 2\nlast()", crlf);
    expect(JSON.parse(file).cells[0].source).toEqual(["a = 1\r\n", "first()\r\n", "b = 2\r\n", "last()"]);
  });

  it("writes an emptied cell as one, and fills it again", async () => {
    const { output, file } = await edit("# Title\nsome é text\n", "");
    expect(output["error"]).toBeUndefined();
    expect(JSON.parse(file)).toEqual({ ...NOTEBOOK, cells: [{ ...CELLS[0], source: [] }, ...CELLS.slice(1)] });
  });

  it("keeps a minified notebook minified, and escapes where the file has them", async () => {
    const minified = JSON.stringify(NOTEBOOK).replace("é", "\\u00e9");
    const { file } = await edit("# Title", "# Ti\nö🙂", minified);
    expect(file).toBe(minified.replace('"# Title\\n"', '"# Ti\\n","\\u00f6\\ud83d\\ude42\\n"'));
  });

  it("keeps CRLF and indentation of the JSON", async () => {
    const windows = JSON.stringify(NOTEBOOK, null, "\t").replaceAll("\n", "\r\n");
    const { file } = await edit("import os\nprint(1)", "import os\nimport re\nprint(1)", windows);
    expect(file).toBe(
      windows.replace('"print(1)\\n",\r\n\t\t\t\t"x', '"import re\\n",\r\n\t\t\t\t"print(1)\\n",\r\n\t\t\t\t"x'),
    );
  });

  it("names the cells that have the same text", async () => {
    const { output, text: shown, file } = await edit("import os", "import re");
    expect(output["error"]).toMatchObject({ kind: "ambiguous_text_match", cells: [2, 3], lines: [5, 11] });
    expect(shown).toContain("(cells 2, 3 of the notebook)");
    expect(file).toBe(json);
  });

  it("changes every cell with replaceAll", async () => {
    const workspace = await open();
    await run(workspace, "edit", { edits: [{ oldText: "import os", newText: "import re", replaceAll: true }] });
    expect(await text(workspace)).toBe(json.replaceAll("import os", "import re"));
  });

  it("changes several cells at once", async () => {
    const workspace = await open();
    const edits = [
      { oldText: "print(2)", newText: "print(4)" },
      { oldText: "# Title", newText: "# New" },
    ];
    const { output } = await run(workspace, "edit", { edits });
    expect(output["replacements"]).toMatchObject([{ edit: 0 }, { edit: 1 }]);
    expect(await text(workspace)).toBe(json.replace("print(2)", "print(4)").replace("# Title", "# New"));
  });

  it.each([
    ["a title", "[cell 2: code, run 3]\nimport os", "import re"],
    ["two cells", "some é text\nimport os", "x"],
    ["text that is not there", "no such text\nin any of it", "x"],
  ])("refuses %s, and shows what is there", async (_case, oldText, newText) => {
    const { output, text: shown, file } = await edit(oldText, newText);
    expect(output["error"]).toMatchObject({ kind: "text_not_found" });
    expect(JSON.stringify(output) + shown).not.toMatch(/[\u{f0000}-\u{fffff}]/u);
    expect(file).toBe(json);
  });

  it("takes the JSON too, as long as it stays a notebook", async () => {
    const { file } = await edit('"tags": [\n     "keep"\n    ]', '"tags": []');
    expect(JSON.parse(file).cells[1].metadata).toEqual({ tags: [] });
    const broken = await edit('"tags": [\n     "keep"\n    ]', '"tags": [');
    expect(broken.output["error"]).toMatchObject({ kind: "parse_error", status: 422 });
    expect(broken.file).toBe(json);
    const noCell = await edit('"cell_type": "markdown",', '"cell_type": 1,');
    expect(noCell.output["error"]).toMatchObject({ kind: "parse_error" });
  });

  it.each(["edit", "write", "apply_patch"])("of an older format stays JSON: %s", async (tool) => {
    const old = `${JSON.stringify({ nbformat: 3, worksheets: [{ cells: [{ input: ["x = 1\n"] }] }] }, null, 1)}\n`;
    const workspace = await open(old);
    const patch = '*** Begin Patch\n*** Update File: a.ipynb\n@@\n- "nbformat": 3,\n+ "nbformat": 3\n*** End Patch';
    const calls: Readonly<Record<string, object>> = {
      edit: { edits: [{ oldText: '"nbformat": 3,', newText: '"nbformat": 3' }] },
      write: { content: old.replace("3,", "3") },
      apply_patch: { patch, path: undefined },
    };
    const { output } = await run(workspace, tool, calls[tool] ?? {});
    expect(output["error"]).toMatchObject({
      kind: "parse_error",
      hint: expect.stringContaining("keep the JSON valid"),
    });
    expect(await text(workspace)).toBe(old);
    const renamed = await run(workspace, "edit", { edits: [{ oldText: "x = 1", newText: "x = 2" }] });
    expect(renamed.output["error"]).toBeUndefined();
  });

  it("may mend an invalid notebook", async () => {
    const invalid = json.replace('"markdown"', "markdown");
    expect((await edit('"cell_type": markdown', '"cell_type": "markdown"', invalid)).file).toBe(json);
  });

  it("shows before it writes what it would do", async () => {
    const workspace = await open();
    const edits = [{ oldText: "print(2)", newText: "print(3)" }];
    const { output } = await run(workspace, "edit", { edits, dryRun: true });
    expect(output).toMatchObject({
      dryRun: true,
      diff: expect.stringContaining('+   "source": "import os\\nprint(3)\\n"'),
    });
    expect(await text(workspace)).toBe(json);
  });
});

describe("a change that would break a notebook", () => {
  it.each([
    ["write", { content: "{}" }],
    ["write", { content: "not JSON" }],
    [
      "apply_patch",
      { patch: '*** Begin Patch\n*** Update File: a.ipynb\n@@\n- "nbformat": 4,\n+ "nbformat": 4\n*** End Patch' },
    ],
    [
      "apply_patch",
      {
        patch:
          '*** Begin Patch\n*** Update File: a.ipynb\n*** Move to: b.ipynb\n@@\n- "nbformat": 4,\n+ "nbformat": 4\n*** End Patch',
      },
    ],
  ])("is refused by %s", async (tool, input) => {
    const workspace = await open();
    const { output } = await run(workspace, tool, tool === "write" ? input : { ...input, path: undefined });
    expect(output["error"]).toMatchObject({ kind: "parse_error" });
    expect(await text(workspace)).toBe(json);
  });

  it("is not one that deletes it or starts another", async () => {
    const workspace = await open();
    const other = JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    expect((await run(workspace, "write", { content: other })).output["error"]).toBeUndefined();
    const patch = "*** Begin Patch\n*** Delete File: a.ipynb\n*** End Patch";
    expect((await run(workspace, "apply_patch", { patch, path: undefined })).output["error"]).toBeUndefined();
  });
});

describe("secrets in a notebook", () => {
  it("keep their placeholder from the cells to an edit of them", async () => {
    const password = `hunter2-"correct"-horse-9`;
    const source = ["import os\n", `password = '${password}'\n`, "port = 1"];
    const secret = `${JSON.stringify({ ...NOTEBOOK, cells: [{ ...CELLS[2], source }] }, null, 1)}\n`;
    const workspace = await open(secret);
    const { text: shown } = await run(workspace, "read", {});
    expect(shown).not.toContain("hunter2");
    const [line = ""] = /password = .*/.exec(shown) ?? [];
    const edits = [{ oldText: `${line}\nport = 1`, newText: `${line}  # kept\nport = 2` }];
    const { output, text: edited } = await run(workspace, "edit", { edits });
    expect(output["error"]).toBeUndefined();
    expect(JSON.stringify(output) + edited).not.toContain("hunter2");
    expect(await text(workspace)).toBe(
      secret.replace("-horse-9'\\n", "-horse-9'  # kept\\n").replace("port = 1", "port = 2"),
    );
    const bare = await run(workspace, "edit", { edits: [{ oldText: "password = ", newText: "note " }] });
    expect(bare.output["error"]).toMatchObject({ kind: "protected_path" });
  });
});
