// A history in a directory lasts, stays within its budget, and is shared without harm.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HistoryOptions, Workspace } from "../../../../src/workspace/workspace.js";
import { kindOf } from "../../../support/outcome.js";
import { type Sandbox, useSandbox } from "../../../support/temp-workspace.js";

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

async function writeTimes(workspace: Workspace, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await workspace.fs.writeTextOverwrite("a", `round ${round}`);
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
    await workspace.fs.writeTextOverwrite("a", "same");
    await workspace.fs.writeTextOverwrite("dir/b", "same");
    const blobs = blobsOf(history.directory);
    expect(blobs).toHaveLength(3);
    for (const name of blobs) expect(statSync(join(history.directory, "blobs", name)).mode & 0o777).toBe(0o600);
  });

  test("forgets the oldest over its budget, with their contents", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history: { ...history, maxTransactions: 10 } });
    await writeTimes(workspace, 40);
    expect(await workspace.history.list()).toHaveLength(10);
    expect(blobsOf(history.directory).length).toBeLessThanOrEqual(14);
    await workspace.close();
    const next = await sandbox.open({ history: { ...history, maxTransactions: 2 } });
    expect(await next.history.list()).toHaveLength(2);
    expect(blobsOf(history.directory).length).toBeLessThanOrEqual(4);
    await next.history.undo(2);
    expect(read(sandbox, "a")).toBe("round 37");
  });

  test("forgets by age", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history: { ...history, maxAgeMs: 1 } });
    await workspace.fs.writeTextOverwrite("a", "two");
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
    const records = join(history.directory, "transactions");
    const name = readdirSync(records).toSorted().at(-1) ?? "";
    const record = readFileSync(join(records, name), "utf8").replace(/"processId":\d+/, '"processId":999999999');
    writeFileSync(join(records, name), record);
    renameSync(join(records, name), join(records, name.replace("committed", "prepared")));
    const next = await sandbox.open({ history });
    expect(paths.map((path) => read(sandbox, path))).toEqual(["new", "new", "new"]);
    expect(await next.history.list({ limit: 1 })).toMatchObject([{ tool: "undo", state: "aborted" }]);
  });

  test("leaves out what is damaged, and refuses to bring back what is not what it was", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await workspace.fs.writeTextOverwrite("a", "two");
    for (const name of blobsOf(history.directory)) writeFileSync(join(history.directory, "blobs", name), "damaged");
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
    expect(read(sandbox, "a")).toBe("two");
    const records = join(history.directory, "transactions");
    for (const name of readdirSync(records)) writeFileSync(join(records, name), '{"format":1');
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
    const records = join(history.directory, "transactions");
    const path = join(records, readdirSync(records).toSorted().at(-1) ?? "");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...damage }));
    expect(await workspace.history.list()).toHaveLength(1);
    expect(await kindOf(() => workspace.history.undo())).toBe("patch_conflict");
  });

  test("is not led in circles by a record that reverts itself", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    await workspace.history.undo();
    const records = join(history.directory, "transactions");
    const path = join(records, readdirSync(records).toSorted().at(-1) ?? "");
    const record = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...record, reverts: [record.id, ...record.reverts] }));
    expect(await workspace.history.list()).toMatchObject([{ tool: "undo" }, { tool: "write", undone: true }]);
  });

  test("forgets no record that cannot be read just now", async () => {
    const { sandbox, history } = useHistory();
    const workspace = await sandbox.open({ history });
    await writeTimes(workspace, 1);
    await workspace.close();
    const records = join(history.directory, "transactions");
    const path = join(records, readdirSync(records)[0] ?? "");
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
    await writeTimes(workspace, 2);
    await workspace.close();
    for (const name of blobsOf(history.directory)) writeFileSync(join(history.directory, "blobs", name), "");
    const next = await sandbox.open({ history });
    await next.fs.writeTextOverwrite("a", "other");
    await next.history.undo();
    expect(read(sandbox, "a")).toBe("round 1");
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
