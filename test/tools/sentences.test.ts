// What a model is told when a call fails: what happened, and what to do next, in sentences.

import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { isToolFailure, presentFailure, toToolError } from "../../src/tools/definition/tool-failure.js";
import { createErrno, ERRNO_ENTRIES, toFsError } from "../../src/workspace/directories/errno.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { openDiskWorkspace } from "./workspaces.js";

/** Tells whether a failure is shown as sentences about what happened, and about the next step. */
function isTold(shown: string): boolean {
  const [happened = "", next = ""] = shown.split("\n");
  return /^[a-z_]+: .*[.?!:]$/.test(happened) && /^\S.*[.?!:;]$/.test(next);
}

test.each([...Object.keys(ERRNO_ENTRIES), "EUNKNOWN"])("%s is told in sentences", (code) => {
  expect(presentFailure({ error: toToolError(toFsError(createErrno(code), "a.txt")) })).toSatisfy(isTold);
});

const PATHS = [
  ...["nope", "nope/x", "nope/", "a.txt/", "./a.txt/", "/a.txt", "/nope", "a.txt/x", "dir", "dir/", "pipe", "out"],
  ...["dangling", "../x", "/etc/passwd", "", "a\0b", "~/a.txt", "file:///a.txt", "src\\a.ts", "C:\\x", "`a.txt`"],
  ...["'a.txt'", ".git/config", "binary", "a.tx", "A.TXT", "x".repeat(300), "x/".repeat(3000), "a/a.txt", ".", "/"],
];
const HASH = "0".repeat(64);

function callsWith(path: string): readonly (readonly [tool: string, input: object])[] {
  const operations = ["stat", "delete_file", "delete_empty_dir", "mkdir", "read", "list_dir", "search", "move", "none"];
  const patch = (operation: string, lines: string) =>
    `*** Begin Patch\n*** ${operation} File: ${path}\n${lines}*** End Patch`;
  return [
    ["read", { path, offset: 9_999 }],
    ["read", { path, colour: 1 }],
    ["write", { path, content: "x", expectedSha256: HASH }],
    ["write", { path, content: "x", expectedSha256: "abc" }],
    ["edit", { path, edits: [{ oldText: "zzz", newText: "y" }] }],
    ["edit", { path, edits: [{ oldText: "two", newText: "y" }] }],
    ["edit", { path, edits: [{ oldText: "one", newText: "one" }] }],
    ["edit", { path, edits: [{ oldText: "", newText: "y" }] }],
    [
      "edit",
      {
        path,
        edits: [
          { oldText: "one\ntwo", newText: "x" },
          { oldText: "two\ntwo", newText: "z" },
        ],
      },
    ],
    ["grep", { path, pattern: "(", regex: true }],
    ["grep", { path, pattern: "x", glob: "{a" }],
    ["glob", { path, pattern: "*" }],
    ["glob", { pattern: path }],
    ["list", { path }],
    ["apply_patch", { patch: patch("Update", "@@\n-zzz\n+y\n") }],
    ["apply_patch", { patch: patch("Add", "+y\n") }],
    ["apply_patch", { patch: `${path}garbage` }],
    ["exec", { command: "true", cwd: path }],
    ["exec", { command: " " }],
    ...operations.map((operation) => ["file", { operation, path, query: "(" }] as const),
    ["file", { operation: "move", path, targetPath: "dir" }],
    ["file", { operation: "copy", path: "a.txt", targetPath: path }],
    ["file", { operation: "copy", path, targetPath: path }],
    ["file", { operation: "write", path, content: "x" }],
  ];
}

async function lastOutput(running: unknown): Promise<unknown> {
  if (typeof running !== "object" || running === null || !(Symbol.asyncIterator in running)) return running;
  let last: unknown;
  for await (const output of running as AsyncIterable<unknown>) last = output;
  return last;
}

interface AnyTool {
  execute(input: never, options: object): unknown;
  toModelOutput(options: { output: never }): { readonly value: unknown };
}

async function collectFailures(tools: object): Promise<readonly string[]> {
  const named = new Map(Object.entries(tools as Readonly<Record<string, AnyTool>>));
  const shown: string[] = [];
  for (const [name, input] of PATHS.flatMap(callsWith)) {
    const tool = named.get(name);
    const output = await lastOutput(await tool?.execute(input as never, { toolCallId: "1" }));
    if (tool !== undefined && isToolFailure(output))
      shown.push(String(tool.toModelOutput({ output: output as never }).value));
  }
  return shown;
}

async function fill(root: string): Promise<void> {
  await mkdir(join(root, "dir/sub"), { recursive: true });
  await writeFile(join(root, "binary"), Buffer.from([0, 1, 2, 255, 0]));
  await symlink("/etc/passwd", join(root, "out"));
  await symlink("nowhere", join(root, "dangling"));
  execFileSync("mkfifo", [join(root, "pipe")]);
}

describe("every refused call of every tool", () => {
  const opened: Workspace[] = [];
  beforeAll(() => async () => {
    for (const workspace of opened) await workspace.close();
  });

  test.each(["trusted", "untrusted", "store"])("is told in sentences: %s", async (kind) => {
    const workspace = await openDiskWorkspace({ "a.txt": "one\ntwo\ntwo\n" });
    await fill(workspace.root);
    const untrusted = await openWorkspace({ root: workspace.root, trusted: false });
    opened.push(untrusted);
    const store = new InMemoryFileStore({ "a.txt": "one\ntwo\ntwo\n", "dir/b": "x" });
    const tools =
      kind === "store"
        ? createFileTools({ store })
        : createFileTools({ workspace: kind === "trusted" ? workspace : untrusted });
    const shown = await collectFailures(tools);
    expect(shown.length).toBeGreaterThan(100);
    expect(Array.from(new Set(shown)).filter((text) => !isTold(text))).toEqual([]);
  });
});

describe("a path with a / too many", () => {
  test.each([
    ["a.txt/", "not_a_directory"],
    ["./a.txt/", "not_a_directory"],
    ["/a.txt", "path_outside_workspace"],
    ["/dir/b.txt", "path_outside_workspace"],
  ])("is answered with the one that is meant: %s", async (path, kind) => {
    const { read } = createFileTools({ workspace: await openDiskWorkspace({ "a.txt": "one\n", "dir/b.txt": "b\n" }) });
    const output = await read.execute({ path }, { toolCallId: "1" });
    const meant = path.replace(/^\//, "").replace(/\/$/, "");
    expect(output).toMatchObject({ error: { kind, hint: `Did you mean ${meant}?` } });
  });

  test("has no suggestion where nothing is there", async () => {
    const { read } = createFileTools({ workspace: await openDiskWorkspace({ "a.txt": "one\n" }) });
    const output = await read.execute({ path: "/b.txt" }, { toolCallId: "1" });
    expect(output).toMatchObject({ error: { hint: "Use a path relative to the workspace root." } });
  });
});

test("a named pipe is called one", async () => {
  const workspace = await openDiskWorkspace({});
  await fill(workspace.root);
  const { list, file } = createFileTools({ workspace });
  const listed = await list.execute({}, { toolCallId: "1" });
  expect(list.toModelOutput({ toolCallId: "1", input: {}, output: listed }).value).toContain("pipe\t[a named pipe]");
  const input = { operation: "stat", path: "pipe" } as const;
  const stat = await file.execute(input, { toolCallId: "1" });
  expect(stat).toMatchObject({ type: "other", special: "a named pipe" });
  expect(file.toModelOutput({ toolCallId: "1", input, output: stat }).value).toMatch(/^pipe: a named pipe, mode/);
});
