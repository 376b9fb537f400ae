import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WorkspaceFileStore } from "../../../src/stores/workspace-file-store.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../../src/workspace/open-workspace.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("over a directory", () => {
  let root: string;
  let workspace: Workspace;
  let store: WorkspaceFileStore;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "workspace-file-store-"));
    workspace = await openWorkspace({ root, trusted: true });
    store = new WorkspaceFileStore(workspace);
  });
  afterEach(async () => {
    await workspace.close();
    rmSync(root, { recursive: true });
  });

  test("a link that stays inside is described and read as its target", async () => {
    await store.write("target.txt", bytes("content"), { mode: 0o640 });
    symlinkSync("target.txt", join(root, "link.txt"));
    expect(await store.stat("link.txt")).toEqual(await store.stat("target.txt"));
    expect(await store.read("link.txt")).toEqual(bytes("content"));
  });

  test("a link without a target is nothing", async () => {
    symlinkSync("nowhere.txt", join(root, "link.txt"));
    expect(await store.stat("link.txt")).toBeNull();
    expect(await store.read("link.txt")).toBeNull();
  });

  test("a link that leads outside is symlink_escape", async () => {
    symlinkSync("/etc/hostname", join(root, "link.txt"));
    await expect(store.stat("link.txt")).rejects.toMatchObject({ kind: "symlink_escape" });
    await expect(store.read("link.txt")).rejects.toMatchObject({ kind: "symlink_escape" });
  });

  test("a write through a link is symlink_escape, and the target stays", async () => {
    await store.write("target.txt", bytes("content"));
    symlinkSync("target.txt", join(root, "link.txt"));
    await expect(store.write("link.txt", bytes("x"))).rejects.toMatchObject({ kind: "symlink_escape" });
    expect(await store.read("target.txt")).toEqual(bytes("content"));
  });

  test("a pipe is not_a_file, and reading it does not hang", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    await expect(store.stat("pipe")).rejects.toMatchObject({ kind: "not_a_file", path: "pipe" });
    await expect(store.read("pipe")).rejects.toMatchObject({ kind: "not_a_file" });
    await expect(store.readChunks("pipe")[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: "not_a_file" });
    expect((await store.list("."))?.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: "pipe", type: "other" },
    ]);
  });

  test.each(["target.txt", "nowhere.txt"])("removing and renaming a link to %s are symlink_escape", async (target) => {
    await store.write("target.txt", bytes("content"));
    symlinkSync(target, join(root, "link.txt"));
    await expect(store.remove("link.txt")).rejects.toMatchObject({ kind: "symlink_escape" });
    await expect(store.move("link.txt", "moved.txt")).rejects.toMatchObject({ kind: "symlink_escape" });
    expect((await store.list("."))?.map((entry) => entry.name)).toEqual(["link.txt", "target.txt"]);
  });

  test("list follows no links", async () => {
    await store.write("dir/file.txt", bytes("x"));
    symlinkSync("dir", join(root, "link"));
    expect((await store.list("."))?.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: "dir", type: "dir" },
      { name: "link", type: "symlink" },
    ]);
  });

  test("files made by others are seen at once", async () => {
    expect(await store.stat("new.txt")).toBeNull();
    writeFileSync(join(root, "new.txt"), "x");
    expect(await store.stat("new.txt")).toMatchObject({ type: "file", size: 1 });
  });
});

describe("over a workspace with rules", () => {
  test("a directory of more than one page is listed whole, in the order of names", async () => {
    const names = Array.from({ length: 25 }, (_unused, index) => `f${String(index).padStart(2, "0")}`);
    const files = Object.fromEntries([...names.map((name) => [name, "x"]), ["a-dir/x", "x"], ["z-dir/x", "x"]]);
    const workspace = createInMemoryWorkspace({ files, limits: { maxListEntries: 10 } });
    const listed = await new WorkspaceFileStore(workspace).list(".");
    expect(listed?.map((entry) => entry.name)).toEqual(["a-dir", ...names, "z-dir"]);
    // At once: every page of a listing reads the whole directory.
    expect(workspace.audit.recent().filter(({ intent }) => intent === "list")).toHaveLength(1);
  });

  test("ignored files are listed, since ignore rules only hide them from a model's own listings", async () => {
    const workspace = createInMemoryWorkspace({ files: { ".gitignore": "*.log", "a.log": "x" } });
    expect((await new WorkspaceFileStore(workspace).list("."))?.map((entry) => entry.name)).toEqual([
      ".gitignore",
      "a.log",
    ]);
  });

  test("an untrusted workspace answers reads, and every mutation with untrusted_workspace", async () => {
    const store = new WorkspaceFileStore(createInMemoryWorkspace({ files: { "a.txt": "x" } }));
    const refused = { kind: "untrusted_workspace" };
    expect(await store.read("a.txt")).toEqual(bytes("x"));
    await expect(store.write("a.txt", bytes("y"))).rejects.toMatchObject(refused);
    await expect(store.update("a.txt", () => bytes("y"))).rejects.toMatchObject(refused);
    await expect(store.remove("a.txt")).rejects.toMatchObject(refused);
    await expect(store.move("a.txt", "b.txt")).rejects.toMatchObject(refused);
  });

  test("a file over the buffer cap is file_too_large to read whole, and can be streamed", async () => {
    const limits = { readFileSizeCap: 4 };
    const store = new WorkspaceFileStore(createInMemoryWorkspace({ files: { "a.txt": "12345" }, limits }));
    await expect(store.read("a.txt")).rejects.toMatchObject({ kind: "file_too_large" });
    const chunks: number[] = [];
    for await (const chunk of store.readChunks("a.txt", { start: 1 })) chunks.push(...chunk);
    expect(Uint8Array.from(chunks)).toEqual(bytes("2345"));
  });

  test("a request's store names the tool call in the audit log of the one workspace", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": "x" } });
    await new WorkspaceFileStore(workspace).forRequest({ toolCallId: "call-7" }).read("a.txt");
    expect(workspace.audit.recent().map((event) => event.context.toolCallId)).toContain("call-7");
  });

  test("updates of a request's store and of the store itself lose nothing", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true });
    const store = new WorkspaceFileStore(workspace);
    const scoped = new WorkspaceFileStore(workspace.forRequest({ toolCallId: "call-7" }));
    const append = (current: Uint8Array | null): Uint8Array => new Uint8Array([...(current ?? []), 120]);
    await Promise.all(Array.from({ length: 20 }, (_unused, turn) => (turn % 2 ? store : scoped).update("log", append)));
    expect((await store.read("log"))?.length).toBe(20);
  });
});
