// A history in a directory lasts, stays within its budget, and is shared without harm.

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HistoryOptions, Workspace } from "../../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../../support/outcome.js";
import { type Sandbox, useSandbox } from "../../../support/temp-workspace.js";
import { snapshotTree } from "../../../support/tree-snapshot.js";

function useHistory(): { readonly sandbox: Sandbox; readonly history: HistoryOptions & { directory: string } } {
  const sandbox = useSandbox();
  const directory = join(sandbox.base, "history");
  mkdirSync(directory);
  sandbox.write({ a: "one", "dir/b": "b" });
  return { sandbox, history: { directory } };
}

function read(sandbox: Sandbox, path: string): string {
  return readFileSync(join(sandbox.root, path), "utf8");
}

function blobsOf(directory: string): readonly string[] {
  const names = readdirSync(join(directory, "blobs"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(directory, "blobs", name)).isFile());
}

/** Too large to stand in a record, so that it becomes a file of its own. */
const LARGE = "a line that fills a file\n".repeat(1000);

async function writeTimes(workspace: Workspace, count: number, rest = ""): Promise<void> {
  for (let round = 0; round < count; round += 1) await workspace.fs.writeTextOverwrite("a", `round ${round}${rest}`);
}

function recordsOf(directory: string): readonly string[] {
  const records = join(directory, "transactions");
  return readdirSync(records)
    .toSorted()
    .map((name) => join(records, name));
}

/** A record is one line of JSON, with small contents behind it. */
function changeLine(path: string, change: (line: string) => string): void {
  const record = readFileSync(path, "latin1");
  const end = record.indexOf("\n");
  writeFileSync(path, `${change(record.slice(0, end))}${record.slice(end)}`, "latin1");
}

/** Makes a record look as if its process had died before it could note the end. */
function reopen(path: string): void {
  changeLine(path, (line) => line.replace(/"processId":\d+/, '"processId":999999999'));
  renameSync(path, path.replace("committed", "prepared"));
}

describe("a history in a directory", () => {
  test("lasts: what one workspace did, the next one undoes and redoes", async () => {
    const { sandbox, history } = useHistory();
    const first = await sandbox.open({ history });
    await first.forRequest({ toolCallId: "call-1" }).fs.writeTextOverwrite("a", "two");
    await first.fs.remove("dir", { recursive: true });
    await first.close();
    const second = await sandbox.open({ history });
    expect(await second.history.list()).toMatchObject([
      { tool: "remove", undone: false },
      { tool: "write", toolCallId: "call-1", files: [{ path: "a", before: { size: 3 }, after: { size: 3 } }] },
    ]);
    await second.history.undo(2);
    expect([read(sandbox, "a"), read(sandbox, "dir/b")]).toEqual(["one", "b"]);
    await second.close();
    const third = await sandbox.open({ history });
    await third.history.redo();
    expect([read(sandbox, "a"), readdirSync(sandbox.root)]).toEqual(["two", ["a"]]);
    const [, , removed] = await third.history.list();
    expect(await third.history.diff(removed?.id ?? "")).toContain("--- a/dir/b\n+++ b/dir/b\n@@ -1 +0,0 @@\n-b\n");
  });

  test("keeps its files to the user, and contents once", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await workspace.fs.writeTextOverwrite("a", LARGE);
    await workspace.fs.writeTextOverwrite("dir/b", LARGE);
    const blobs = blobsOf(history.directory);
    expect(blobs).toHaveLength(1);
    const kept = [...blobs.map((name) => join(history.directory, "blobs", name)), ...recordsOf(history.directory)];
    expect(kept).toHaveLength(3);
    for (const path of kept) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("forgets the oldest over its budget, with their contents", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history: { ...history, maxTransactions: 10 } });
    await writeTimes(workspace, 40, LARGE);
    expect(await workspace.history.list()).toHaveLength(10);
    expect(blobsOf(history.directory).length).toBeLessThanOrEqual(14);
    expect(recordsOf(history.directory).length).toBeLessThanOrEqual(12);
    await workspace.close();
    const next = await sandbox.open({ history: { ...history, maxTransactions: 2 } });
    expect(await next.history.list()).toHaveLength(2);
    expect(blobsOf(history.directory).length).toBeLessThanOrEqual(4);
    await next.history.undo(2);
    expect(read(sandbox, "a")).toBe(`round 37${LARGE}`);
  });

  test("counts small contents to its bytes too", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history: { ...history, maxBytes: 100_000 } });
    await writeTimes(workspace, 40, "x".repeat(5000));
    const bytes = recordsOf(history.directory).reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(150_000);
    expect(bytes).toBeGreaterThan(50_000);
  });

  test("forgets by age", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history: { ...history, maxAgeMs: 1 } });
    await workspace.fs.writeTextOverwrite("a", LARGE);
    await workspace.close();
    const next = await sandbox.open({ history: { ...history, maxAgeMs: 1 } });
    expect(await next.history.list()).toEqual([]);
    expect(blobsOf(history.directory)).toEqual([]);
  });

  test("is shared by workspaces that write at the same time", async () => {
    const { sandbox, history } = useHistory();
    const [one, other] = [await sandbox.open({ history }), await sandbox.open({ history })];
    await Promise.all([writeTimes(one, 10), other.fs.writeTextOverwrite("dir/b", "x"), writeTimes(other, 10)]);
    const entries = await one.history.list();
    expect(entries).toHaveLength(21);
    expect(await other.history.list()).toEqual(entries);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(21);
  });

  test("rolls an undo back that a dead process had not finished, directories included", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    const content = Buffer.from("new");
    const paths = ["a", "new/deep/d", "new/deep/e"];
    await workspace.fs.applyChanges(
      paths.map((path) => ({ path, content })),
      { createParents: true },
    );
    await workspace.history.undo();
    await workspace.close();
    reopen(recordsOf(history.directory).at(-1) ?? "");
    writeFileSync(join(sandbox.root, "a"), "new");
    const next = await sandbox.open({ history });
    expect(paths.map((path) => read(sandbox, path))).toEqual(["new", "new", "new"]);
    expect(await next.history.list({ limit: 1 })).toMatchObject([{ tool: "undo", state: "aborted" }]);
  });

  test.each([
    ["a write", (workspace: Workspace) => workspace.fs.writeTextOverwrite("a", "two")],
    ["an edit", (workspace: Workspace) => workspace.fs.edit("a", { oldText: "one", newText: "two" })],
    [
      "other permission bits",
      (workspace: Workspace) => workspace.fs.writeTextAtomic("a", "one", { mode: "overwrite", fileMode: 0o640 }),
    ],
    [
      "a new file in new directories",
      (workspace: Workspace) =>
        workspace.fs.writeTextAtomic("new/deep/c", "c", { mode: "create", createParents: true }),
    ],
    ["a new directory", (workspace: Workspace) => workspace.fs.mkdir("new/deep", { recursive: true })],
    ["a removed file", (workspace: Workspace) => workspace.fs.remove("a")],
    ["a removed tree", (workspace: Workspace) => workspace.fs.remove("dir", { recursive: true })],
    ["a moved file", (workspace: Workspace) => workspace.fs.move("a", "moved")],
    ["a moved directory", (workspace: Workspace) => workspace.fs.move("dir", "moved")],
    ["a checkpoint", (workspace: Workspace) => workspace.history.checkpoint("here")],
  ])("takes %s for done that is wholly in place and only not noted as such", async (_name, change) => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await change(workspace);
    await workspace.close();
    const after = snapshotTree(sandbox.root);
    reopen(recordsOf(history.directory).at(-1) ?? "");
    const next = await sandbox.open({ history });
    expect(snapshotTree(sandbox.root)).toEqual(after);
    expect(await next.history.list()).toMatchObject([{ state: "committed" }]);
  });

  test.each([
    ["written by somebody else", "by somebody else", "conflicted"],
    ["as it was before", "one", "aborted"],
  ])("leaves a single file that is %s, and says what it makes of it", async (_name, content, state) => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    await workspace.close();
    reopen(recordsOf(history.directory).at(-1) ?? "");
    writeFileSync(join(sandbox.root, "a"), content);
    const next = await sandbox.open({ history });
    expect(read(sandbox, "a")).toBe(content);
    expect(await next.history.list()).toMatchObject([{ state }]);
  });

  test("leaves out what is damaged, and refuses to bring back what is not what it was", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 2, LARGE);
    for (const name of blobsOf(history.directory)) writeFileSync(join(history.directory, "blobs", name), "damaged");
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
    await writeTimes(workspace, 2);
    for (const path of recordsOf(history.directory)) {
      writeFileSync(path, readFileSync(path, "latin1").replace("\nround 0", "\nsquare 0"));
    }
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
    expect(read(sandbox, "a")).toBe("round 1");
    for (const path of recordsOf(history.directory)) writeFileSync(path, '{"format":1');
    expect(await workspace.history.list()).toEqual([]);
  });

  test.each([
    ["no context", { context: null }],
    ["reverts that are no list", { reverts: 5 }],
    ["no owner", { owner: null }],
    ["another id", { id: "other" }],
    ["no tool", { tool: 1 }],
    ["changes that are none", { changes: [null] }],
    ["a path that leads nowhere", { changes: [{ root: "/", components: [], path: "a", before: null, after: null }] }],
    ["a version that is none", { changes: [{ root: "/", components: ["a"], path: "a", before: 5, after: null }] }],
  ])("leaves out a record with %s, and keeps the rest", async (_name, damage) => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 2);
    const path = recordsOf(history.directory).at(-1) ?? "";
    changeLine(path, (line) => JSON.stringify({ ...JSON.parse(line), ...damage }));
    expect(await workspace.history.list()).toHaveLength(1);
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
  });

  test("is not led in circles by a record that reverts itself", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    await workspace.history.undo();
    changeLine(recordsOf(history.directory).at(-1) ?? "", (line) => {
      const record = JSON.parse(line);
      return JSON.stringify({ ...record, reverts: [record.id, ...record.reverts] });
    });
    expect(await workspace.history.list()).toMatchObject([{ tool: "undo" }, { tool: "write", undone: true }]);
  });

  test("forgets no record that cannot be read just now", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    await workspace.close();
    const [path = ""] = recordsOf(history.directory);
    renameSync(path, `${path}.aside`);
    mkdirSync(path);
    await expect(sandbox.open({ history })).rejects.toThrow("EISDIR");
    rmdirSync(path);
    renameSync(`${path}.aside`, path);
    const next = await sandbox.open({ history });
    await next.history.undo();
    expect(read(sandbox, "a")).toBe("one");
  });

  test("replaces a content that was damaged on the disk when it is to be kept again", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 2, LARGE);
    await workspace.close();
    for (const name of blobsOf(history.directory)) writeFileSync(join(history.directory, "blobs", name), "");
    const next = await sandbox.open({ history });
    await next.fs.writeTextOverwrite("a", "other");
    await next.history.undo();
    expect(read(sandbox, "a")).toBe(`round 1${LARGE}`);
  });

  test("undoes nothing through a link that came in the place of a directory", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await workspace.fs.writeTextOverwrite("dir/b", "two");
    renameSync(join(sandbox.root, "dir"), join(sandbox.root, "other"));
    symlinkSync("other", join(sandbox.root, "dir"));
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
    expect(read(sandbox, "other/b")).toBe("two");
    unlinkSync(join(sandbox.root, "dir"));
    renameSync(join(sandbox.root, "other"), join(sandbox.root, "dir"));
    await workspace.history.undo();
    expect(read(sandbox, "dir/b")).toBe("b");
  });

  test("says so where it was taken away, and changes nothing then", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    rmSync(history.directory, { recursive: true });
    const message = "the directory of the history is not there any more";
    await expect(workspace.history.list()).rejects.toMatchObject({ kind: "io_error", message });
    await expect(workspace.history.undo()).rejects.toMatchObject({ kind: "io_error", message });
    await expect(writeTimes(workspace, 2)).rejects.toMatchObject({ kind: "io_error", message });
    await expect(workspace.fs.remove("a")).rejects.toMatchObject({ kind: "io_error", message });
    expect(read(sandbox, "a")).toBe("round 0");
    expect(readdirSync(sandbox.root).toSorted()).toEqual(["a", "dir"]);
  });

  test("must lie outside every root, and is closed to requests that add one around it", async () => {
    const { sandbox, history } = useHistory();
    mkdirSync(join(sandbox.root, "history"));
    await expect(sandbox.open({ history: { directory: join(sandbox.root, "history") } })).rejects.toThrow(TypeError);
    await expect(sandbox.open({ history: { directory: join(sandbox.base, "none") } })).rejects.toThrow(TypeError);
    const workspace = await sandbox.open({ history });
    expect(() => workspace.forRequest({ roots: [{ path: sandbox.base, access: "write" }] })).toThrow(TypeError);
  });
});
