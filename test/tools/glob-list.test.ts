import { describe, expect, it } from "vitest";
import { createGlobTool } from "../../src/tools/glob.js";
import { createListTool } from "../../src/tools/list.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, WORKSPACES } from "./workspaces.js";

const FILES = {
  "src/a.ts": "a",
  "src/deep/b.ts": "bb",
  "src/c.js": "c",
  "notes.md": "n".repeat(2048),
  ".gitignore": "*.log\n",
  "debug.log": "",
};

async function glob(workspace: Workspace, input: object) {
  return runTool({ glob: createGlobTool({ workspace }) }, { tool: "glob", input });
}

async function list(workspace: Workspace, input: object) {
  return runTool({ list: createListTool({ workspace }) }, { tool: "list", input });
}

describe.each(WORKSPACES)("glob %s", (_name, open) => {
  it("finds files and shows their paths", async () => {
    const { output, sent } = await glob(await open(FILES), { pattern: "**/*.ts" });
    expect(output).toEqual({ paths: expect.arrayContaining(["src/a.ts", "src/deep/b.ts"]), truncated: false });
    expect(shownText(sent).split("\n").sort()).toEqual(["src/a.ts", "src/deep/b.ts"]);
  });

  it("starts from a directory and names paths from the root", async () => {
    const { output } = await glob(await open(FILES), { pattern: "*.ts", path: "src" });
    expect(output).toMatchObject({ paths: ["src/a.ts"] });
  });

  it("says when nothing matches", async () => {
    const { sent } = await glob(await open(FILES), { pattern: "*.log" });
    expect(sent).toEqual({
      type: "text",
      value: "[no files match; only **/ looks below a directory, and ignored files are left out]",
    });
  });

  it("says that an offset lies behind the last of the files", async () => {
    const workspace = await open(FILES);
    const past = await glob(workspace, { pattern: "**/*.ts", offset: 40 });
    expect(past.output).toEqual({ paths: [], truncated: false, offsetPastEnd: 40 });
    expect(shownText(past.sent)).toBe("[files match, but all of them come before offset: 40; ask for a smaller one]");
    const none = await glob(workspace, { pattern: "*.log", offset: 40 });
    expect(none.output).toEqual({ paths: [], truncated: false });
  });

  it("fails on a bad pattern and on a missing directory", async () => {
    const workspace = await open(FILES);
    expect((await glob(workspace, { pattern: "../*" })).output).toMatchObject({ error: { kind: "invalid_pattern" } });
    expect((await glob(workspace, { pattern: "*", path: "no" })).output).toMatchObject({
      error: { kind: "path_not_found" },
    });
  });
});

describe("pages", () => {
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}.txt`, ""]));

  async function collect(run: (offset: number) => Promise<{ output: unknown; sent: unknown }>, key: string) {
    const found: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { output } = await run(offset);
      const page = output as Record<string, unknown> & { nextOffset?: number };
      found.push(...(page[key] as unknown[]));
      offset = page.nextOffset;
    }
    return found;
  }

  it("of glob join to all paths", async () => {
    const workspace = await openDiskWorkspace(many, { limits: { maxGlobPaths: 3 } });
    const { sent } = await glob(workspace, { pattern: "*" });
    expect(shownText(sent)).toMatch(/\n\[more exist; continue with offset: 3\]$/);
    const paths = await collect((offset) => glob(workspace, { pattern: "*", offset }), "paths");
    expect([...paths].sort()).toEqual(Object.keys(many));
  });

  it.each([undefined, ["f3.*"]])("of list join to all entries, leaving out %j", async (ignore) => {
    const workspace = await openDiskWorkspace(many, { limits: { maxListEntries: 3 } });
    const entries = await collect((offset) => list(workspace, { path: ".", offset, ignore }), "entries");
    const expected = Object.keys(many).filter((name) => ignore === undefined || name !== "f3.txt");
    expect(entries).toEqual(expected.map((name) => expect.objectContaining({ name, type: "file", size: 0 })));
  });

  it("of list beyond the end say so", async () => {
    const workspace = await openDiskWorkspace(many);
    expect(shownText((await list(workspace, { offset: 9 })).sent)).toBe("[no more entries; the directory has 7]");
  });
});

it("list enters no deeper than a search does", async () => {
  const workspace = await openDiskWorkspace({ "a/b/c/d.txt": "" }, { limits: { maxWalkDepth: 2 } });
  const { output } = await list(workspace, { depth: 5 });
  expect(output).toMatchObject({ total: 3, entries: [{ name: "a" }, { name: "a/b" }, { name: "a/b/c" }] });
});

describe.each(WORKSPACES)("list %s", (_name, open) => {
  it("lists directories first, with sizes, and leaves out what is ignored", async () => {
    const { output, sent } = await list(await open(FILES), { path: "." });
    expect(shownText(sent)).toBe("src/\n.gitignore\t6 bytes\nnotes.md\t2 KiB");
    expect(output).toMatchObject({ total: 3, truncated: false, entries: [{ name: "src", type: "dir" }, {}, {}] });
  });

  it("shows ignored entries on demand", async () => {
    const { output } = await list(await open(FILES), { respectGitIgnore: "false" });
    expect(output).toMatchObject({ total: 4 });
    expect(JSON.stringify(output)).toContain('"name":"debug.log"');
  });

  it("shows a small tree, two blanks further in a level", async () => {
    const { sent, output } = await list(await open(FILES), { depth: 2 });
    expect(shownText(sent)).toBe("src/\n  deep/\n  a.ts\t1 byte\n  c.js\t1 byte\n.gitignore\t6 bytes\nnotes.md\t2 KiB");
    expect(output).toMatchObject({
      total: 6,
      entries: expect.arrayContaining([expect.objectContaining({ name: "src/deep" })]),
    });
  });

  it("marks what is ignored and does not enter it", async () => {
    const workspace = await open({
      ...FILES,
      ".gitignore": "*.log\nout/\n",
      "out/a.ts": "",
      "src/.gitignore": "deep\n",
    });
    const { sent } = await list(workspace, { depth: 3, respectGitIgnore: false });
    expect(
      shownText(sent)
        .split("\n")
        .filter((line) => line.includes("[ignored]")),
    ).toEqual(["out/ [ignored]", "  deep/ [ignored]", "debug.log\t0 bytes [ignored]"]);
    expect(shownText(sent)).not.toContain("b.ts");
  });

  it("shows as many levels as are asked for, a page of them at a time", async () => {
    const workspace = await open({ "a/b/c/d/e/f.txt": "", "a/b/c/d/g.txt": "", "h.txt": "" });
    expect(
      shownText((await list(workspace, { depth: 5 })).sent)
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([...["a/", "b/", "c/", "d/", "e/"], ...["g.txt\t0 bytes", "h.txt\t0 bytes"]]);
    expect((await list(workspace, { depth: 1000 })).output).toMatchObject({ total: 8, truncated: false });
    expect((await list(workspace, { depth: 1000, offset: 7 })).output).toMatchObject({ entries: [{ name: "h.txt" }] });
  });

  it("refuses a depth that shows nothing", async () => {
    for (const depth of [0, -1, 1.5]) {
      expect((await list(await open(FILES), { depth })).output).toMatchObject({ error: { kind: "parse_error" } });
    }
  });

  it("leaves out names that the call says", async () => {
    const { sent } = await list(await open(FILES), { path: ".", ignore: "src" });
    expect(shownText(sent)).toBe(".gitignore\t6 bytes\nnotes.md\t2 KiB");
  });

  it("says that there is nothing, or nothing that is not ignored", async () => {
    const workspace = await open({ "ignored/.gitignore": "*\n" });
    await workspace.fs.mkdir("empty");
    expect(shownText((await list(workspace, { path: "empty" })).sent)).toBe("[no entries to show]");
    expect(shownText((await list(workspace, { path: "ignored" })).sent)).toMatch(
      /^\[no entries to show; 1 left out as/,
    );
  });

  it("fails on a file and on nothing", async () => {
    const workspace = await open(FILES);
    expect((await list(workspace, { path: "notes.md" })).output).toMatchObject({ error: { kind: "not_a_directory" } });
    expect((await list(workspace, { path: "no" })).output).toMatchObject({ error: { kind: "path_not_found" } });
  });
});
