// Names that could mislead: each tool shows them in one plain line, and takes back what it showed.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApproval } from "../../src/tools/approval/create-approval.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createReadTool } from "../../src/tools/read.js";
import { createWriteTool } from "../../src/tools/write.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { RawNameStore } from "../support/raw-name-store.js";
import { runTool, shownText } from "./run-tools.js";

const UNSHOWABLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The second of each pair is what the first could be mistaken for. */
const NAMES = [
  "two\nlines.md",
  "two\\nlines.md",
  '"two\\nlines.md"',
  "\x1b[31mred.md",
  "\\x1B[31mred.md",
  "e\u202etxt.md",
  "zero\u200bwidth.md",
  "zerowidth.md",
  "dir\r\n/a\u2066b.md",
];

const contentOf = (name: string): string => `needle of ${JSON.stringify(name).replaceAll(/[^ -~]/g, "?")}\n`;

async function openOnDisk(): Promise<Workspace> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "names-")));
  mkdirSync(join(root, "dir\r\n"));
  for (const name of NAMES) writeFileSync(join(root, name), contentOf(name));
  const workspace = await openWorkspace({ root, trusted: true });
  onTestFinished(async () => {
    await workspace.close();
    rmSync(root, { recursive: true });
  });
  return workspace;
}

async function openInMemory(): Promise<Workspace> {
  const files = Object.fromEntries(NAMES.map((name) => [name, contentOf(name)]));
  return createInMemoryWorkspace({ files, trusted: true });
}

async function call(workspace: Workspace, tool: string, input: object): Promise<{ output: unknown; text: string }> {
  const { output, sent } = await runTool({ ...createFileTools({ workspace }) }, { tool, input });
  return { output, text: shownText(sent) };
}

describe.each([
  ["on the disk", openOnDisk],
  ["in memory", openInMemory],
])("%s", (_name, open) => {
  test("what glob shows is plain, and read takes it back", async () => {
    const workspace = await open();
    const { text } = await call(workspace, "glob", { pattern: "**" });
    const shown = text.split("\n");
    expect(shown).toHaveLength(NAMES.length);
    const contents = await Promise.all(shown.map((path) => call(workspace, "read", { path })));
    expect(contents.map(({ output }) => (output as { content: string }).content).sort()).toEqual(
      NAMES.map(contentOf).sort(),
    );
    expect(text).not.toMatch(UNSHOWABLE);
  });

  test("what list shows is plain, and a path is made of it", async () => {
    const workspace = await open();
    const { text } = await call(workspace, "list", { path: "." });
    expect(text).not.toMatch(UNSHOWABLE);
    const names = text.split("\n").map((line) => line.replace(/\/?(?:\t.*)?$/, ""));
    expect(names).toHaveLength(NAMES.length);
    const { text: below } = await call(workspace, "list", { path: names[0] });
    expect((await call(workspace, "read", { path: `${names[0]}/${below.split("\t")[0]}` })).text).toContain("needle");
  });

  test("what grep shows is plain, and names every file once", async () => {
    const workspace = await open();
    const { text, output } = await call(workspace, "grep", { pattern: "needle" });
    expect(text).not.toMatch(UNSHOWABLE);
    const { hits } = output as { hits: readonly { path: string; text: string }[] };
    expect(hits).toHaveLength(NAMES.length);
    for (const hit of hits) expect((await call(workspace, "read", { path: hit.path })).text).toContain(hit.text);
  });

  test("a glob finds a file by its shown path", async () => {
    const workspace = await open();
    for (const path of (await workspace.fs.glob("**")).paths) {
      expect((await workspace.fs.glob(path)).paths).toEqual([path]);
    }
  });

  test("edits and diffs name the same file, in plain text", async () => {
    const workspace = await open();
    for (const path of (await workspace.fs.glob("**")).paths) {
      const { text, output } = await call(workspace, "edit", { path, edits: [{ oldText: "needle", newText: "pin" }] });
      expect(text).not.toMatch(UNSHOWABLE);
      expect((output as { diff: string }).diff).not.toMatch(UNSHOWABLE);
      expect((await workspace.fs.readText(path)).content).toMatch(/^pin of /);
    }
  });

  test("errors show what was asked for in plain text", async () => {
    const workspace = await open();
    const { text } = await call(workspace, "read", { path: "no\u202esuch\u200b.md" });
    expect(text).toMatch(/^path_not_found: "no\\u202Esuch\\u200B\.md"/);
    expect(text).not.toMatch(UNSHOWABLE);
  });

  test.each<[string, object]>([
    ["read", { path: "no\u202esuch\u200b.md" }],
    ["edit", { path: "no\u202esuch\u200b.md", edits: [{ oldText: "a", newText: "b" }] }],
    ["file", { operation: "stat", path: "no\u202esuch\u200b.md" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: \x1b[31mno.md\n*** End Patch" }],
    ["list", { path: "no\u202esuch\u200b.md" }],
  ])("a program reads messages and hints of %s in plain text too", async (tool, input) => {
    const { output } = await call(await open(), tool, input);
    const { message, hint } = (output as { error: { message: string; hint: string } }).error;
    expect(message + hint).not.toMatch(UNSHOWABLE);
  });

  test("a search that found nothing repeats what was asked for in plain text", async () => {
    const input = { pattern: "none\u202e\u200b\x1b", glob: "*\x1b\u202e" };
    const { output, text } = await call(await open(), "grep", input);
    const shown =
      '[no match for the literal text "none\\u202E\\u200B\\u001b" in all files that are not ignored, files ';
    expect(text).toBe(`${shown}"*\\x1B\\u202E"]`);
    expect((output as { searched: string }).searched).not.toMatch(UNSHOWABLE);
  });

  test("control: the raw form of a line feed is no path", async () => {
    const { output } = await call(await open(), "read", { path: "two\nlines.md" });
    expect(output).toMatchObject({ error: { kind: "invalid_path" } });
  });
});

test.runIf(process.platform === "linux")("a name that is not UTF-8 is shown by its bytes, and reached", async () => {
  const workspace = await openOnDisk();
  writeFileSync(Buffer.concat([Buffer.from(`${workspace.root}/caf`), Buffer.of(0xe9)]), "latin needle\n");
  const { paths } = await workspace.fs.glob("caf*");
  expect(paths).toEqual(['"caf\\xE9"']);
  expect((await workspace.fs.readText('"caf\\xE9"')).content).toBe("latin needle\n");
  expect((await workspace.fs.grep("latin needle")).hits).toMatchObject([{ path: '"caf\\xE9"' }]);
  await workspace.fs.move('"caf\\xE9"', "café");
  expect((await workspace.fs.glob("caf*")).paths).toEqual(["café"]);
});

describe("a store of somebody else", () => {
  function createTools(files: Readonly<Record<string, string>>) {
    const store = new RawNameStore(files);
    return {
      store,
      tools: { read: createReadTool({ store }), write: createWriteTool({ store }), edit: createEditTool({ store }) },
    };
  }

  test("is asked for the names that quoted forms stand for", async () => {
    const { store, tools } = createTools({ "dir\u2066/two\nlines.md": "needle\n" });
    const path = '"dir\\u2066"/"two\\nlines.md"';
    expect(await tools.read.execute({ path })).toMatchObject({ content: "needle\n" });
    const edits = [{ oldText: "needle", newText: "thread" }];
    expect(await tools.edit.execute({ path, edits })).toHaveProperty("sha256");
    expect(await tools.write.execute({ path, content: "new\n" })).toMatchObject({ created: false });
    expect(Buffer.from((await store.read("dir\u2066/two\nlines.md")) ?? []).toString()).toBe("new\n");
  });

  test("is asked for a name as it stands where something has it, or nothing has either", async () => {
    const quoted = '"two\\nlines.md"';
    const { store, tools } = createTools({ [quoted]: "quoted\n", "two\nlines.md": "raw\n" });
    expect(await tools.read.execute({ path: quoted })).toMatchObject({ content: "quoted\n" });
    expect(await tools.read.execute({ path: '"no\\nfile"' })).toMatchObject({ error: { kind: "path_not_found" } });
    expect(await tools.write.execute({ path: '"new\\nfile"', content: "" })).toMatchObject({ created: true });
    expect(await store.stat('"new\\nfile"')).not.toBeNull();
  });

  test("is changed under the name that was approved", async () => {
    const { store, tools } = createTools({ "two\nlines.md": "old\n" });
    const approval = createApproval({ write: tools.write }, []);
    const input = { path: '"two\\nlines.md"', content: "new\n" };
    expect(await approval.toolApproval["write"]?.(input, { toolCallId: "1", messages: [] })).toMatchObject({
      type: "user-approval",
    });
    store.files.delete("two\nlines.md");
    const output = await approval.tools.write.execute(input, { toolCallId: "1", messages: [] });
    expect(output).toMatchObject({ error: { kind: "hash_mismatch" } });
    expect([...store.files.keys()]).toEqual([]);
  });
});
