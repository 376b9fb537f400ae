// What is remembered of each kind of change, and that taking it back leaves the tree as it was.

import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256Of } from "../../../../src/text/sha256.js";
import { createInMemoryWorkspace } from "../../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../../support/outcome.js";
import { useSandbox } from "../../../support/temp-workspace.js";

const FILES = { "a.txt": "one\ntwo\nthree\nfour\nfive\n", "dir/b.txt": "b\n", "dir/sub/c.txt": "c\n" };

/** Every file with its mode, and every directory. */
async function treeOf({ fs }: Workspace): Promise<Readonly<Record<string, string>>> {
  const tree: Record<string, string> = {};
  const visit = async (path: string): Promise<void> => {
    for (const { name, type } of (await fs.list(path, { includeIgnored: true })).entries) {
      const below = path === "." ? name : `${path}/${name}`;
      if (type === "dir") tree[`${below}/`] = "";
      if (type === "dir") await visit(below);
      else tree[below] = `${(await fs.stat(below))?.mode.toString(8)} ${(await fs.readText(below)).content}`;
    }
  };
  await visit(".");
  return tree;
}

const CHANGES: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  overwrite: ({ fs }) => fs.writeTextOverwrite("a.txt", "new\n"),
  "overwrite with another mode": ({ fs }) => fs.writeBytes("a.txt", Buffer.from("new\n"), { fileMode: 0o755 }),
  create: ({ fs }) => fs.writeTextAtomic("new.txt", "new\n", { mode: "create" }),
  "create with parents": ({ fs }) => fs.writeTextOverwrite("x/y/new.txt", "new\n", { createParents: true }),
  edit: ({ fs }) => fs.edit("a.txt", { oldText: "two", newText: "2" }),
  update: ({ fs }) => fs.update("a.txt", (current) => Buffer.concat([current ?? Buffer.alloc(0), Buffer.from("!")])),
  "update in place": ({ fs }) =>
    fs.update("a.txt", (current) => {
      current?.fill(120);
      return current ?? new Uint8Array(0);
    }),
  "update in pieces": ({ fs }) =>
    fs.update("a.txt", (current) => {
      const bytes = current ?? new Uint8Array(0);
      return [bytes.subarray(4), Buffer.from("between"), bytes.subarray(0, 4)];
    }),
  mkdir: ({ fs }) => fs.mkdir("p/q/r", { recursive: true }),
  copy: ({ fs }) => fs.copy("a.txt", "copy/a.txt", { createParents: true }),
  "copy over": ({ fs }) => fs.copy("a.txt", "dir/b.txt", { overwrite: true }),
  move: ({ fs }) => fs.move("a.txt", "dir/moved.txt"),
  "move over": ({ fs }) => fs.move("a.txt", "dir/b.txt", { overwrite: true }),
  "move a directory": ({ fs }) => fs.move("dir", "moved"),
  remove: ({ fs }) => fs.remove("a.txt"),
  "remove a tree": ({ fs }) => fs.remove("dir", { recursive: true }),
  "change many": ({ fs }) =>
    fs.applyChanges(
      [
        { path: "a.txt", content: null },
        { path: "m/n.txt", content: Buffer.from("n") },
        { path: "dir/b.txt", content: Buffer.from("B") },
      ],
      { createParents: true },
    ),
};

const PLACES: Readonly<Record<string, () => Promise<Workspace>>> = {
  "on disk": async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    chmodSync(join(sandbox.root, "a.txt"), 0o640);
    return sandbox.open();
  },
  "in memory": async () => createInMemoryWorkspace({ files: FILES, trusted: true }),
};

describe.each(Object.entries(PLACES))("%s", (_, open) => {
  test.each(Object.entries(CHANGES))("%s is one transaction, undone and redone", async (_name, change) => {
    const workspace = await open();
    const before = await treeOf(workspace);
    await change(workspace);
    const after = await treeOf(workspace);
    expect(after).not.toEqual(before);
    expect(await workspace.history.list()).toMatchObject([{ state: "committed", undone: false, undoable: true }]);
    const undo = await workspace.history.undo();
    expect(undo.message).toMatch(/^Undid 1 change/);
    expect(await treeOf(workspace)).toEqual(before);
    await workspace.history.redo();
    expect(await treeOf(workspace)).toEqual(after);
    await workspace.history.undo();
    expect(await treeOf(workspace)).toEqual(before);
    expect(await kindOf(() => workspace.history.undo())).toBe("no_change");
  });

  test("several are undone as one, and redone as one", async () => {
    const workspace = await open();
    const before = await treeOf(workspace);
    await workspace.fs.writeTextOverwrite("a.txt", "1\n");
    await workspace.fs.writeTextOverwrite("a.txt", "2\n");
    await workspace.fs.move("a.txt", "z.txt");
    await workspace.fs.edit("z.txt", { oldText: "2", newText: "3" });
    const after = await treeOf(workspace);
    expect(await kindOf(() => workspace.history.undo(5))).toBe("no_change");
    const { files, ids } = await workspace.history.undo(4);
    expect(ids).toHaveLength(4);
    expect(files).toEqual([
      { path: "z.txt", operation: "remove" },
      { path: "a.txt", operation: "create" },
    ]);
    expect(await treeOf(workspace)).toEqual(before);
    expect(await workspace.history.list({ limit: 1 })).toMatchObject([{ tool: "undo", reverts: ids }]);
    await workspace.history.redo();
    expect(await treeOf(workspace)).toEqual(after);
  });

  test("what one tool call did is undone by its id, whatever others did in between", async () => {
    const workspace = await open();
    const call = workspace.forRequest({ toolCallId: "call-1" });
    await call.fs.writeTextOverwrite("a.txt", "mine\n");
    await workspace.fs.writeTextOverwrite("dir/b.txt", "other\n");
    await call.fs.writeTextOverwrite("new.txt", "mine\n");
    expect((await workspace.history.list()).map(({ toolCallId }) => toolCallId)).toEqual([
      "call-1",
      undefined,
      "call-1",
    ]);
    expect((await workspace.history.undo({ toolCallId: "call-1" })).ids).toHaveLength(2);
    expect((await workspace.fs.readText("a.txt")).content).toBe(FILES["a.txt"]);
    expect((await workspace.fs.readText("dir/b.txt")).content).toBe("other\n");
    expect(await workspace.fs.stat("new.txt")).toBeNull();
    expect(await kindOf(() => workspace.history.undo({ toolCallId: "call-1" }))).toBe("no_change");
  });

  test("a checkpoint is returned to over undos and redos", async () => {
    const workspace = await open();
    await workspace.fs.writeTextOverwrite("a.txt", "before\n");
    await workspace.history.checkpoint("safe");
    const before = await treeOf(workspace);
    expect(await kindOf(() => workspace.history.restoreTo("safe"))).toBe("no_change");
    await workspace.fs.remove("dir", { recursive: true });
    await workspace.history.undo();
    await workspace.fs.writeTextOverwrite("a.txt", "after\n");
    await workspace.history.undo(2);
    await workspace.fs.writeTextOverwrite("n.txt", "after\n");
    await workspace.history.restoreTo("safe");
    expect(await treeOf(workspace)).toEqual(before);
    expect(await kindOf(() => workspace.history.restoreTo("none"))).toBe("path_not_found");
  });

  test("a change of other lines since is kept, one of the same lines refuses the undo", async () => {
    const workspace = await open();
    await workspace.fs.edit("a.txt", { oldText: "two", newText: "2" });
    await workspace.fs.writeTextOverwrite("dir/b.txt", "changed\n");
    const [latest, first] = await workspace.history.list();
    await workspace.fs.edit("a.txt", { oldText: "five", newText: "5" });
    await workspace.history.undo(first?.id);
    expect((await workspace.fs.readText("a.txt")).content).toBe("one\ntwo\nthree\nfour\n5\n");
    await workspace.fs.writeTextOverwrite("dir/b.txt", "other\n");
    const before = await treeOf(workspace);
    const refused = await workspace.history.undo(latest?.id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "patch_conflict", path: "dir/b.txt", details: { lines: [[1, 1]] } });
    expect(await treeOf(workspace)).toEqual(before);
  });

  test("a diff shows each file", async () => {
    const workspace = await open();
    await workspace.fs.edit("a.txt", { oldText: "two", newText: "2" });
    const [entry] = await workspace.history.list();
    expect(await workspace.history.diff(entry?.id ?? "")).toContain("-two\n+2\n");
    expect(await kindOf(() => workspace.history.diff("none"))).toBe("path_not_found");
    expect(entry?.files).toEqual([
      {
        path: "a.txt",
        type: "file",
        operation: "update",
        before: { sha256: sha256Of(FILES["a.txt"]), size: 24, mode: expect.any(Number) },
        after: { sha256: expect.any(String), size: 22, mode: expect.any(Number) },
        undoable: true,
      },
    ]);
  });

  test("an aborted undo changes nothing", async () => {
    const workspace = await open();
    await workspace.fs.writeTextOverwrite("a.txt", "new\n");
    const reason = new Error("enough");
    await expect(workspace.history.undo(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await workspace.fs.readText("a.txt")).content).toBe("new\n");
  });
});

test("a closed workspace has no history to look at or to take back", async () => {
  const workspace = await useSandbox().open();
  await workspace.fs.writeTextOverwrite("a", "x");
  const [entry] = await workspace.history.list();
  await workspace.close();
  const { history } = workspace;
  const calls = [
    () => history.list(),
    () => history.diff(entry?.id ?? ""),
    () => history.undo(),
    () => history.redo(),
    () => history.checkpoint("here"),
    () => history.restoreTo("here"),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ kind: "internal_error", message: "the workspace is closed" });
  }
});

describe("the history", () => {
  test("keeps no more than its budget", async () => {
    const history = { maxTransactions: 3, maxBytes: 800 };
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true, history });
    for (let round = 0; round < 5; round += 1) await workspace.fs.writeTextOverwrite("a.txt", `${round}\n`);
    expect(await workspace.history.list()).toHaveLength(3);
    await workspace.fs.writeTextOverwrite("dir/b.txt", "x".repeat(101));
    await workspace.fs.writeTextOverwrite("dir/b.txt", "y");
    const [latest, created] = await workspace.history.list();
    expect(latest).toMatchObject({ undoable: false, files: [{ undoable: false, before: { size: 101 } }] });
    expect(created).toMatchObject({ undoable: true });
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
  });

  test("that is switched off remembers nothing", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true, history: false });
    await workspace.fs.writeTextOverwrite("a.txt", "new\n");
    expect(await workspace.fs.applyChanges([{ path: "a.txt", content: null }])).not.toHaveProperty("transactionId");
    expect(await workspace.history.list()).toEqual([]);
    expect(await kindOf(() => workspace.history.undo())).toBe("no_change");
    expect(await kindOf(() => workspace.history.checkpoint("x"))).toBe("no_change");
  });

  test("refuses options that are none", () => {
    expect(() => createInMemoryWorkspace({ history: { maxBytes: 0 } })).toThrow(TypeError);
    expect(() => createInMemoryWorkspace({ history: { directory: "/tmp" } })).toThrow(TypeError);
  });

  test("takes nothing back without trust, and nothing that is protected", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const workspace = await sandbox.open({ protectedPaths: [] });
    await workspace.fs.writeTextOverwrite(".npmrc", "x");
    await workspace.history.undo();
    expect(await workspace.fs.stat(".npmrc")).toBeNull();
  });

  test("shows a narrowed request only what lies in its scope", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    await workspace.fs.writeTextOverwrite("a.txt", "secret\n");
    await workspace.fs.writeTextOverwrite("dir/b.txt", "seen\n");
    const narrow = workspace.forRequest({ roots: [{ path: "/dir", access: "write" }], onlyRoots: true });
    const entries = await narrow.history.list();
    expect(entries.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["b.txt"]);
    const [, hidden] = await workspace.history.list();
    expect(await kindOf(() => narrow.history.diff(hidden?.id ?? ""))).toBe("path_not_found");
    await narrow.history.undo();
    expect(await kindOf(() => narrow.history.undo())).toBe("no_change");
    expect((await workspace.fs.readText("a.txt")).content).toBe("secret\n");
  });

  test("tells a narrowed request of no directory that came from outside", async () => {
    const workspace = createInMemoryWorkspace({ files: { ...FILES, "in/x": "x" }, trusted: true });
    await workspace.fs.move("dir", "in/dir");
    const narrow = workspace.forRequest({ roots: [{ path: "/in", access: "write" }], onlyRoots: true });
    expect(await narrow.history.list()).toEqual([]);
  });

  test("leaves the mode that somebody has given a file since", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const workspace = await sandbox.open();
    await workspace.fs.edit("a.txt", { oldText: "two", newText: "2" });
    chmodSync(join(sandbox.root, "a.txt"), 0o755);
    await workspace.history.undo();
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe(FILES["a.txt"]);
    expect(statSync(join(sandbox.root, "a.txt")).mode & 0o777).toBe(0o755);
  });

  test("brings back the mode that the newer of two changes gave a file", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    chmodSync(join(sandbox.root, "a.txt"), 0o640);
    const workspace = await sandbox.open();
    await workspace.fs.writeTextOverwrite("a.txt", "1\n");
    await workspace.fs.writeBytes("a.txt", Buffer.from("2\n"), { fileMode: 0o755 });
    await workspace.history.undo(2);
    expect(statSync(join(sandbox.root, "a.txt")).mode & 0o777).toBe(0o640);
  });

  test("does not bring back what it could not keep", async () => {
    const sandbox = useSandbox();
    mkdirSync(join(sandbox.root, "tree"));
    symlinkSync("nowhere", join(sandbox.root, "tree/link"));
    const workspace = await sandbox.open();
    await workspace.fs.remove("tree", { recursive: true });
    expect(await workspace.history.list()).toMatchObject([{ undoable: false }]);
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
  });

  test("sees what another program wrote between the look and the write", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const workspace = await sandbox.open();
    const write = workspace.fs.writeBytes("a.txt", new Uint8Array(3 * 1024 * 1024));
    writeFileSync(join(sandbox.root, "a.txt"), "by somebody else");
    await write;
    await workspace.history.undo();
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toMatch(/^(?:by somebody else|one\n)/);
    expect(statSync(join(sandbox.root, "a.txt")).size).toBeLessThan(100);
  });
});
