import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ListableStore } from "../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createGlobTool } from "../../src/tools/glob.js";
import { createGrepTool } from "../../src/tools/grep.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { runTool, shownText } from "./run-tools.js";

const MEBIBYTES = 2 * 1024 * 1024;

/** A workspace on the disk with one of everything that a call may meet. */
async function openTools() {
  const root = mkdtempSync(join(tmpdir(), "ai-file-tools-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of ["empty", "ignored", "src"]) mkdirSync(join(root, path));
  writeFileSync(join(root, ".gitignore"), "*.log\n");
  writeFileSync(join(root, "ignored/a.log"), "x");
  writeFileSync(join(root, "ignored/b.log"), "x");
  writeFileSync(join(root, "a.txt"), "x");
  writeFileSync(join(root, "big.txt"), "x".repeat(MEBIBYTES + 1));
  symlinkSync("nowhere", join(root, "dang"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  const workspace = await openWorkspace({ root, trusted: true });
  onTestFinished(() => workspace.close());
  return { root, tools: createFileTools({ workspace }) };
}

async function refuse(tool: string, input: object): Promise<string> {
  const { tools } = await openTools();
  return shownText((await runTool(tools, { tool, input })).sent);
}

describe("a refusal says what is there and what to do", () => {
  const much = "x".repeat(MEBIBYTES + 1);
  const edits = [{ oldText: "x", newText: "y" }];

  it.each<[string, object, string]>([
    [
      "write",
      { path: "n", content: much },
      "file_too_large: n would have 2097153 bytes.\nAt most 2097152 bytes can be",
    ],
    ["write", { path: "n", content: `${much}${much}` }, "file_too_large: n would have 4 MiB.\nAt most 2 MiB can be"],
    [
      "edit",
      { path: "big.txt", edits },
      "file_too_large: big.txt has 2097153 bytes.\nAt most 2097152 bytes can be edited",
    ],
    [
      "read",
      { path: "dang" },
      "path_not_found: dang is a symbolic link whose target does not exist.\nName another file",
    ],
    ...["list", "grep", "glob"].map((tool): [string, object, string] => [
      tool,
      { path: "dang", pattern: tool === "list" ? undefined : "x" },
      "path_not_found: dang leads through a symbolic link to nowhere, which does not exist.\n",
    ]),
    [
      "file",
      { operation: "copy", path: "dang", targetPath: "n" },
      "path_not_found: dang leads through a symbolic link to nowhere, which does not exist.\n",
    ],
    [
      "file",
      { operation: "move", path: "a.txt", targetPath: "./a.txt" },
      "no_change: a.txt: source and target are the same.\n",
    ],
    [
      "file",
      { operation: "move", path: "a.txt", targetPath: "./a.txt", overwrite: true },
      "no_change: a.txt: source and target are the same.\nNothing was done.",
    ],
    [
      "write",
      { path: "https://a.b/c", content: "x" },
      "invalid_path: https://a.b/c: a URL is not a path.\nGive a path",
    ],
    ["edit", { path: "dang", edits }, "path_not_found: dang is a symbolic link whose target does not exist.\n"],
    [
      "write",
      { path: "newdir/", content: "x" },
      "not_a_file: newdir/ names a directory, since it ends with /.\nNothing was done. Leave out",
    ],
    ["write", { path: "src/", content: "x" }, "not_a_file: src: it is a directory.\n"],
    [
      "file",
      { operation: "move", path: "a.txt", targetPath: "src" },
      "file_already_exists: src: a directory is there.\nNothing was done. To put it into that directory, give its new path: src/a.txt.",
    ],
    [
      "file",
      { operation: "move", path: "a.txt", targetPath: "src/", overwrite: true },
      "file_already_exists: src: a directory is there.\n",
    ],
    [
      "file",
      { operation: "copy", path: "a.txt", targetPath: "src" },
      "file_already_exists: src: a directory is there.\n",
    ],
    [
      "file",
      { operation: "move", path: "empty", targetPath: "src", overwrite: true },
      "file_already_exists: src: a directory is there.\n",
    ],
    [
      "file",
      { operation: "move", path: "a.txt", targetPath: "big.txt" },
      "file_already_exists: big.txt: something is already there.\nNothing was done. Set overwrite: true",
    ],
    ["exec", { command: "" }, "parse_error: The command is empty.\nNothing was run. Give a command line."],
    ["exec", { command: " \n\t" }, "parse_error: The command is empty.\n"],
    [
      "list",
      { path: "ignored" },
      "[no entries to show; 2 left out as ignored: respectGitIgnore: false shows those of ignore files]",
    ],
    ["list", { path: "ignored", ignore: ["*"], respectGitIgnore: false }, "[no entries to show; 2 left out as ignored"],
    ["list", { path: "empty" }, "[no entries to show]"],
    [
      "glob",
      { pattern: "src" },
      "[no files match; only **/ looks below a directory, and ignored files are left out]\n[src is a directory; src/** finds what is in it]",
    ],
    ["read", { path: "pipe" }, "not_a_file: pipe: it is a named pipe.\nChoose a regular file"],
    ["write", { path: "pipe", content: "x" }, "not_a_file: pipe is a named pipe.\n"],
    ["edit", { path: "pipe", edits }, "not_a_file: pipe is a named pipe.\n"],
    ["grep", { path: "pipe", pattern: "x" }, "not_a_file: pipe: it is a named pipe.\n"],
    ["file", { operation: "copy", path: "pipe", targetPath: "n" }, "not_a_file: pipe: it is a named pipe.\n"],
  ])("%s %.80j", async (tool, input, expected) => {
    expect((await refuse(tool, input)).slice(0, expected.length)).toBe(expected);
  });

  it("names a socket", async () => {
    const { root, tools } = await openTools();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "sock"), resolve));
    onTestFinished(() => void server.close());
    const { sent } = await runTool(tools, { tool: "read", input: { path: "sock" } });
    expect(shownText(sent)).toMatch(/^not_a_file: sock: it is a socket\.\n/);
  });
});

describe("the depth of a walk", () => {
  it.each(["in many files", "in few"])("is the same for grep and glob, %s", async (size) => {
    const { root, tools } = await openTools();
    let directory = root;
    for (let depth = 1; depth <= 66; depth += 1) {
      directory = join(directory, "n");
      mkdirSync(directory);
      if (depth >= 63) writeFileSync(join(directory, `k${depth}.txt`), "needle");
    }
    const many = size === "in many files" ? 3000 : 0;
    for (let index = 0; index < many; index += 1) writeFileSync(join(root, "src", `f${index}`), "needle\n");
    const grep = await runTool(tools, { tool: "grep", input: { pattern: "needle", glob: "k*.txt", mode: "files" } });
    const glob = await runTool(tools, { tool: "glob", input: { pattern: "**/k*.txt" } });
    const found = (grep.output as { files: { path: string }[] }).files.map(({ path }) => path);
    expect(found).toEqual((glob.output as { paths: string[] }).paths.toSorted((a, b) => a.length - b.length));
    expect(found.map((path) => path.split("/").length - 1)).toEqual([63, 64]);
  });
});

describe("what a call means is done", () => {
  it("points at write where an empty oldText meets an empty file", async () => {
    const { root, tools } = await openTools();
    writeFileSync(join(root, "blank.txt"), "");
    const input = { path: "blank.txt", edits: [{ oldText: "", newText: "text\n" }] };
    const { sent } = await runTool(tools, { tool: "edit", input });
    expect(shownText(sent)).toContain("It is empty: fill it with the write tool.");
  });

  it.each(["disk", "store"])("shows what is ignored where that is asked for, over a %s", async (kind) => {
    const store = new InMemoryFileStore({ ".gitignore": "*.log\n", "ignored/a.log": "x", "ignored/b.log": "x" });
    const { stat, read, readChunks, write, list } = store;
    const listing = Object.fromEntries(
      Object.entries({ stat, read, readChunks, write, list }).map(([name, method]) => [name, method.bind(store)]),
    );
    const plain = listing as unknown as ListableStore;
    const tools =
      kind === "disk"
        ? (await openTools()).tools
        : { grep: createGrepTool({ store: plain }), glob: createGlobTool({ store: plain }) };
    const ask = async (tool: string, input: object) => shownText((await runTool(tools, { tool, input })).sent);
    const shown = { respect_git_ignore: false };
    expect(await ask("grep", { pattern: "x", path: "ignored" })).toContain("no match");
    expect(await ask("grep", { pattern: "x", path: "ignored", mode: "files", ...shown })).toBe(
      "ignored/a.log\nignored/b.log",
    );
    expect(await ask("glob", { pattern: "ignored/*" })).toContain("no files match");
    expect((await ask("glob", { pattern: "ignored/*", ...shown })).split("\n").toSorted()).toEqual([
      "ignored/a.log",
      "ignored/b.log",
    ]);
  });

  it("searches and lists ignored files by the file tool where that is asked for", async () => {
    const { root, tools } = await openTools();
    writeFileSync(join(root, "ignored/c.log"), "needle\n");
    const { file } = tools;
    const search = { operation: "search", path: ".", query: "needle" } as const;
    expect(await file.execute(search)).toMatchObject({ hits: [] });
    expect(await file.execute({ ...search, respectGitIgnore: false })).toMatchObject({
      hits: [{ path: "ignored/c.log", line: 1 }],
    });
    const listed = await file.execute({ operation: "list_dir", path: "ignored", respectGitIgnore: false });
    expect(listed).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ name: "c.log" })]) });
    const stat = { operation: "stat", path: "ignored/c.log", respectGitIgnore: false } as const;
    expect(await file.execute(stat)).toMatchObject({ operation: "stat", type: "file" });
  });

  it("takes the alternation of basic expressions for one", async () => {
    const { root, tools } = await openTools();
    writeFileSync(join(root, "src/f.ts"), "foo\nbar\nbaz\n");
    const { sent } = await runTool(tools, { tool: "grep", input: { pattern: "foo\\|bar" } });
    expect(shownText(sent)).toMatch(/^src\/f\.ts\n1\tfoo\n2\tbar\n\[no hit for the literal text/);
  });
});
