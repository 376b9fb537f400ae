// The tools for many files over stores of every power: those of the package, and those of somebody else.

import { describe, expect, it, test } from "vitest";
import { FsError } from "../../src/errors.js";
import type { ListableStore, MutableStore, StoreEntry } from "../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { resolveStorePath } from "../../src/stores/store-path.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { createApproval } from "../../src/tools/approval/create-approval.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import type { ToolFailure } from "../../src/tools/definition/tool-failure.js";
import { createExecTool } from "../../src/tools/exec.js";
import { createFileTool } from "../../src/tools/file.js";
import { createGlobTool, type GlobOutput } from "../../src/tools/glob.js";
import { createListTool, type ListOutput } from "../../src/tools/list.js";
import { createApplyPatchTool } from "../../src/tools/patch.js";
import { createListableStore } from "../support/listable-store.js";
import { MinimalStore } from "../support/minimal-store.js";
import { createStore, runTools, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const FILES = {
  "a.txt": "one\ntwo\n",
  "src/b.ts": "const b = 1;\n",
  "src/deep/c.ts": "const c = 1;\n",
  "out/built.js": "x\n",
  "old.txt": "old\n",
  ".gitignore": "out/\n",
};

/** Five methods and a half: what somebody writes over a bucket. Every write of a path in `broken` fails. */
class BucketStore extends MinimalStore implements ListableStore, MutableStore {
  readonly names = new Set<string>();
  broken: (path: string, bytes: Uint8Array) => void = () => undefined;

  override async write(...[path, bytes, options]: Parameters<MinimalStore["write"]>): Promise<void> {
    this.broken(path, bytes);
    await super.write(path, bytes, options);
    this.names.add(resolveStorePath(path));
  }

  override async stat(...[path, options]: Parameters<MinimalStore["stat"]>): ReturnType<MinimalStore["stat"]> {
    const stat = await super.stat(path, options);
    return stat?.type === "file" && !this.names.has(resolveStorePath(path)) ? null : stat;
  }

  override async read(...[path, options]: Parameters<MinimalStore["read"]>): ReturnType<MinimalStore["read"]> {
    return (await this.stat(path, options)) === null ? null : super.read(path, options);
  }

  async list(path: string): Promise<readonly StoreEntry[] | null> {
    const prefix = `${resolveStorePath(path)}/`.replace(/^\/$/, "");
    const below = [...this.names].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    if (below.length === 0 && prefix !== "") return null;
    const entries = [...new Set(below.map((name) => name.split("/")[0] ?? ""))].sort().map(async (name) => {
      const stat = await this.stat(prefix + name);
      return { name, type: stat?.type ?? "dir", size: stat?.size ?? 0, mtime: stat?.mtime ?? 0 } as const;
    });
    return Promise.all(entries);
  }

  async remove(path: string): Promise<boolean> {
    this.broken(path, new Uint8Array());
    return this.names.delete(resolveStorePath(path));
  }

  async move(path: string, targetPath: string): Promise<void> {
    const bytes = await this.read(path);
    if (bytes === null) throw new FsError("path_not_found", `${path} does not exist.`);
    await this.write(targetPath, bytes);
    this.names.delete(resolveStorePath(path));
  }
}

async function fill<Store extends MinimalStore>(store: Store): Promise<Store> {
  for (const [path, content] of Object.entries(FILES)) await store.write(path, Buffer.from(content));
  return store;
}

const STORES: readonly (readonly [string, () => Promise<ListableStore & MutableStore>])[] = [
  ["in memory", async () => new InMemoryFileStore(FILES)],
  ["of a workspace", async () => new WorkspaceFileStore(await openDiskWorkspace(FILES))],
  ["of somebody else", () => fill(new BucketStore())],
];

const patchOf = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

const textOf = async (store: MutableStore, path: string): Promise<string | null> => {
  const bytes = await store.read(path);
  return bytes === null ? null : Buffer.from(bytes).toString("utf8");
};

const snapshot = async (store: ListableStore & MutableStore): Promise<Record<string, string | null>> =>
  Object.fromEntries(await Promise.all(Object.keys(FILES).map(async (path) => [path, await textOf(store, path)])));

describe.each(STORES)("a store %s", (_name, open) => {
  it("lists a directory, a tree, and what is ignored", async () => {
    const list = createListTool({ store: await open() });
    expect(await list.execute({})).toMatchObject({
      entries: [{ name: "src", type: "dir" }, { name: ".gitignore" }, { name: "a.txt", size: 8 }, { name: "old.txt" }],
      total: 4,
      truncated: false,
    });
    const tree = (await list.execute({ path: "./", depth: 3, ignore: ["*.txt"] })) as ListOutput;
    expect(tree.entries.map(({ name }) => name)).toEqual([
      "src",
      "src/deep",
      "src/deep/c.ts",
      "src/b.ts",
      ".gitignore",
    ]);
    const all = await list.execute({ respectGitIgnore: false });
    expect(all).toMatchObject({ entries: [{ name: "out", ignored: true }, { name: "src" }, {}, {}, {}], total: 5 });
    expect(await list.execute({ offset: 3 })).toMatchObject({ entries: [{ name: "old.txt" }], total: 4 });
    expect(await list.execute({ path: "none" })).toMatchObject({ error: { kind: "path_not_found" } });
    expect(await list.execute({ path: "a.txt" })).toMatchObject({ error: { kind: "not_a_directory" } });
    expect(await list.execute({ path: "a/src" })).toMatchObject({ error: { hint: expect.stringContaining("src") } });
  });

  it("finds files by pattern, without what is ignored", async () => {
    const glob = createGlobTool({ store: await open() });
    const sorted = async (input: { pattern: string; path?: string }): Promise<unknown> =>
      [...((await glob.execute(input)) as GlobOutput).paths].sort();
    expect(await sorted({ pattern: "**/*.ts" })).toEqual(["src/b.ts", "src/deep/c.ts"]);
    expect(await sorted({ pattern: "*.ts", path: "src" })).toEqual(["src/b.ts"]);
    expect(await sorted({ pattern: "**/*.js" })).toEqual([]);
    expect(await glob.execute({ pattern: "**", offset: 9 })).toMatchObject({ paths: [], offsetPastEnd: 9 });
    expect(await glob.execute({ pattern: "*", path: "none" })).toMatchObject({ error: { kind: "path_not_found" } });
  });

  it("applies a patch to all its files", async () => {
    const store = await open();
    const output = await createApplyPatchTool({ store }).execute({
      patch: patchOf(
        ...["*** Update File: ./a.txt", "@@", " one", "-two", "+2"],
        ...["*** Add File: new/d.txt", "+d"],
        ...["*** Update File: src/b.ts", "*** Move to: src/b2.ts", "@@", "-const b = 1;", "+const b = 2;"],
        ...["*** Delete File: old.txt"],
      ),
    });
    expect(output).toMatchObject({
      files: [
        { path: "a.txt", operation: "update" },
        { path: "new/d.txt", operation: "create" },
        { path: "src/b2.ts", movedFrom: "src/b.ts", operation: "move" },
        { path: "old.txt", operation: "delete" },
      ],
    });
    const now = await Promise.all(
      ["a.txt", "new/d.txt", "src/b2.ts", "src/b.ts", "old.txt"].map((path) => textOf(store, path)),
    );
    expect(now).toEqual(["one\n2\n", "d\n", "const b = 2;\n", null, null]);
  });

  it("applies nothing of a patch of which a part fails, nor of a dry run", async () => {
    const store = await open();
    const tool = createApplyPatchTool({ store });
    const before = await snapshot(store);
    const update = ["*** Update File: a.txt", "@@", "-two", "+2"];
    for (const bad of ["*** Delete File: none.txt", "*** Delete File: src", "*** Add File: x\\y\n+x"]) {
      expect(await tool.execute({ patch: patchOf(...update, bad) })).toHaveProperty("error");
    }
    expect(await tool.execute({ patch: patchOf(...update), dryRun: true })).toMatchObject({ dryRun: true });
    expect(await snapshot(store)).toEqual(before);
    expect(await tool.execute({ patch: patchOf("*** Delete File: b/src/b.ts") })).toMatchObject({
      error: { kind: "path_not_found", hint: "Did you mean src/b.ts?" },
    });
  });

  it("does the operations of the file tool on files", async () => {
    const store = await open();
    const file = createFileTool({ store });
    expect(await file.execute({ operation: "stat", path: "./a.txt" })).toMatchObject({ path: "a.txt", size: 8 });
    expect(await file.execute({ operation: "copy", path: "a.txt", targetPath: "new//e.txt" })).toMatchObject({
      path: "a.txt",
      targetPath: "new/e.txt",
      replaced: false,
    });
    const again = await file.execute({ operation: "copy", path: "a.txt", targetPath: "old.txt" });
    expect(again).toMatchObject({ error: { kind: "file_already_exists" } });
    const over = await file.execute({ operation: "move", path: "new/e.txt", targetPath: "old.txt", overwrite: true });
    expect(over).toMatchObject({ targetPath: "old.txt", replaced: true });
    expect([await textOf(store, "new/e.txt"), await textOf(store, "old.txt")]).toEqual([null, FILES["a.txt"]]);
    expect(await file.execute({ operation: "move", path: "old.txt", targetPath: "src/f.txt" })).toMatchObject({
      targetPath: "src/f.txt",
    });
    expect(await file.execute({ operation: "write", path: "src/f.txt", content: "", overwrite: true })).toMatchObject({
      created: false,
    });
    expect(await file.execute({ operation: "read", path: "src/f.txt" })).toMatchObject({ sizeBytes: 0 });
    expect(await file.execute({ operation: "delete_file", path: "src/f.txt" })).toMatchObject({ deleted: true });
    expect(await file.execute({ operation: "list_dir", path: "src" })).toMatchObject({ total: 2 });
    expect(await file.execute({ operation: "search", path: ".", query: "const" })).toMatchObject({ hits: [{}, {}] });
    for (const [operation, kind] of [
      ["delete_file", "path_not_found"],
      ["stat", "path_not_found"],
    ] as const) {
      expect(await file.execute({ operation, path: "none" })).toMatchObject({ error: { kind } });
    }
    expect(await file.execute({ operation: "delete_file", path: "src" })).toMatchObject({
      error: { kind: "not_a_file" },
    });
    expect(await file.execute({ operation: "copy", path: "src", targetPath: "s2" })).toMatchObject({
      error: { kind: "not_a_file" },
    });
    const strange = await file.execute({ operation: "copy", path: "a.txt", targetPath: "src\\a.txt" });
    expect(strange).toMatchObject({ error: { kind: "invalid_path", hint: "Did you mean src/a.txt?" } });
    const orphan = { operation: "copy", path: "a.txt", targetPath: "no/x", createParents: false } as const;
    expect(await file.execute(orphan)).toMatchObject({ error: { kind: "path_not_found" } });
  });

  it("shows the patch to whoever is asked, and holds the call to what was shown", async () => {
    const store = await open();
    const { toolApproval, tools } = createApproval(createFileTools({ store }), "ask");
    const input = { patch: patchOf("*** Update File: ./a.txt", "@@", "-two", "+2") };
    const call = { toolCallId: "1", messages: [] };
    const answer = await toolApproval.apply_patch(input, call);
    expect(answer).toMatchObject({ type: "user-approval", reason: expect.stringContaining("a/a.txt") });
    await store.write("a.txt", Buffer.from("zero\ntwo\n"));
    expect(await tools.apply_patch.execute(input, { toolCallId: "1" })).toMatchObject({
      error: { kind: "hash_mismatch" },
    });
    expect(await textOf(store, "a.txt")).toBe("zero\ntwo\n");
  });

  it("gives a model every tool through the loop of the SDK", async () => {
    const store = await open();
    const tools = createFileTools({ store });
    expect(Object.keys(tools)).toEqual(["read", "write", "edit", "grep", "glob", "list", "apply_patch", "file"]);
    const { sent } = await runTools(
      { ...tools },
      { tool: "list", input: {} },
      { tool: "glob", input: { pattern: "src/*.ts" } },
      { tool: "grep", input: { pattern: "const c" } },
      { tool: "apply_patch", input: { patch: patchOf("*** Add File: lnk//n.txt", "+n") } },
      { tool: "file", input: { operation: "stat", path: "a.txt" } },
    );
    expect(Object.values(sent).map((output) => shownText(output).split("\n")[0])).toEqual([
      "src/",
      "src/b.ts",
      expect.stringContaining("src/deep/c.ts"),
      "Patch applied:",
      expect.stringMatching(/^a\.txt: file, 8 bytes/),
    ]);
  });
});

describe("what a store cannot carry is not offered", () => {
  const CARRIED: readonly (readonly [string, object, readonly string[]])[] = [
    ["four methods", new MinimalStore(), ["read", "write", "edit", "grep"]],
    ["a listing", createListableStore({}), ["read", "write", "edit", "grep", "glob", "list"]],
    [
      "removing without a listing",
      Object.assign(new MinimalStore(), { remove: async () => true, move: async () => undefined }),
      ["read", "write", "edit", "grep", "apply_patch"],
    ],
  ];

  test.each(CARRIED)("%s", (_name, store, names) => {
    expect(Object.keys(createFileTools({ store: store as MinimalStore }))).toEqual(names);
    const readers = names.filter((name) => ["read", "grep", "glob", "list"].includes(name));
    expect(Object.keys(createFileTools({ store: store as MinimalStore, readOnly: true }))).toEqual(readers);
    for (const name of ["exec", "glob", "list", "apply_patch", "file"] as const) {
      if (names.includes(name)) continue;
      const options = { store: store as MinimalStore, include: [name] };
      expect(() => createFileTools(options)).toThrow(TypeError);
      expect(() => createFileTools(options)).toThrow(`${name} cannot be included`);
    }
  });

  test.each([
    ["glob", () => createGlobTool({ store: new MinimalStore() as never })],
    ["list", () => createListTool({ store: new MinimalStore() as never })],
    ["apply_patch", () => createApplyPatchTool({ store: createListableStore({}) as never })],
    ["file", () => createFileTool({ store: createListableStore({}) as never })],
    ["file with roots", () => createFileTool({ store: new InMemoryFileStore(), roots: ["/tmp"] })],
    ["glob of nothing", () => createGlobTool({} as never)],
    ["exec", () => createExecTool({ store: new InMemoryFileStore() } as never)],
    ["tools of nothing", () => createFileTools({} as never)],
    ["tools of an object", () => createFileTools({ store: {} as never })],
  ])("%s is a TypeError", (_name, create) => {
    expect(create).toThrow(TypeError);
  });

  test("the file tool offers no operation on directories over a store of somebody else", async () => {
    const file = createFileTool({ store: await fill(new BucketStore()) });
    expect(JSON.stringify(file.inputSchema["~standard"].jsonSchema.input({ target: "draft-07" }))).not.toContain(
      "mkdir",
    );
    const refused = { error: { kind: "parse_error" } };
    expect(await file.execute({ operation: "mkdir", path: "x" })).toMatchObject(refused);
    expect(await file.execute({ operation: "delete_empty_dir", path: "src" })).toMatchObject(refused);
    const ours = createFileTool({ store: new InMemoryFileStore() });
    expect(await ours.execute({ operation: "mkdir", path: "x" })).toMatchObject({ created: true });
  });
});

describe("a patch over a store that fails half-way", () => {
  const patch = patchOf(
    ...["*** Update File: a.txt", "@@", "-two", "+2"],
    ...["*** Add File: new.txt", "+n"],
    ...["*** Update File: src/b.ts", "@@", "-const b = 1;", "+const b = 2;"],
    ...["*** Delete File: old.txt"],
  );
  const failsAt = (place: string) => (path: string) => {
    if (path === place) throw new FsError("io_error", "the bucket is full");
  };

  test.each(["a.txt", "new.txt", "src/b.ts", "old.txt"])("is taken back when %s fails", async (place) => {
    const store = await fill(new BucketStore());
    const before = await snapshot(store);
    store.broken = failsAt(place);
    const output = await createApplyPatchTool({ store }).execute({ patch });
    expect(output).toMatchObject({ error: { kind: "io_error", message: "the bucket is full." } });
    expect([await snapshot(store), await textOf(store, "new.txt")]).toEqual([before, null]);
  });

  test("says which files it could not take back", async () => {
    const store = await fill(new BucketStore());
    store.broken = (path, bytes) => {
      if (path === "src/b.ts" || (path === "a.txt" && Buffer.from(bytes).includes("two"))) throw new Error("gone");
    };
    const { error } = (await createApplyPatchTool({ store }).execute({ patch })) as ToolFailure;
    expect(error).toMatchObject({ kind: "io_error", message: expect.stringContaining("could not be taken back") });
    expect(error.hint).toContain("a.txt");
    expect([await textOf(store, "new.txt"), await textOf(store, "old.txt")]).toEqual([null, "old\n"]);
  });

  test("leaves alone what somebody else has written meanwhile", async () => {
    const store = await fill(new BucketStore());
    store.broken = (path) => {
      if (path !== "src/b.ts") return;
      store.broken = () => undefined;
      void MinimalStore.prototype.write.call(store, "a.txt", Buffer.from("theirs\n"));
      throw new FsError("io_error", "the bucket is full");
    };
    const { error } = (await createApplyPatchTool({ store }).execute({ patch })) as ToolFailure;
    expect(error.hint).toContain("a.txt");
    expect(await textOf(store, "a.txt")).toBe("theirs\n");
    expect(await textOf(store, "new.txt")).toBeNull();
  });

  test("writes nothing when a file was changed after it was planned", async () => {
    const store = await fill(new BucketStore());
    let reads = 0;
    const read = store.read.bind(store);
    store.read = async (path, options) => {
      if (path === "src/b.ts") reads += 1;
      if (reads === 2) await MinimalStore.prototype.write.call(store, "src/b.ts", Buffer.from("theirs\n"));
      return read(path, options);
    };
    expect(await createApplyPatchTool({ store }).execute({ patch })).toMatchObject({
      error: { kind: "hash_mismatch" },
    });
    expect([await textOf(store, "a.txt"), await textOf(store, "new.txt")]).toEqual([FILES["a.txt"], null]);
  });

  test("control: bare writes would leave a part of it", async () => {
    const store = await fill(new BucketStore());
    store.broken = failsAt("src/b.ts");
    await store.write("a.txt", Buffer.from("one\n2\n"));
    await expect(store.write("src/b.ts", Buffer.from("x"))).rejects.toThrow("full");
    expect(await textOf(store, "a.txt")).not.toBe(FILES["a.txt"]);
  });
});

test("calls on one file take turns, whichever tool makes them", async () => {
  const store = await fill(new BucketStore());
  const { apply_patch: patch, edit } = createFileTools({ store });
  const outputs = await Promise.all([
    patch.execute({ patch: patchOf("*** Update File: a.txt", "@@", "-one", "+1") }),
    edit.execute({ path: "a.txt", edits: [{ oldText: "two", newText: "2" }] }),
  ]);
  const failed = outputs.filter((output) => "error" in output);
  const text = await textOf(store, "a.txt");
  expect(text).toBe(failed.length === 0 ? "1\n2\n" : text?.startsWith("1") === true ? "1\ntwo\n" : "one\n2\n");
});

test("an aborted patch changes nothing, and rejects with the reason", async () => {
  const store = await fill(new BucketStore());
  const abort = new AbortController();
  const before = await snapshot(store);
  const reason = new Error("enough");
  const list = createListTool({ store });
  const patch = patchOf("*** Update File: a.txt", "@@", "-one", "+1");
  abort.abort(reason);
  const { signal: abortSignal } = abort;
  await expect(createApplyPatchTool({ store }).execute({ patch }, { abortSignal })).rejects.toBe(reason);
  await expect(list.execute({}, { abortSignal })).rejects.toBe(reason);
  expect(await snapshot(store)).toEqual(before);
});

test("a store of a few files is read by tools made one by one", async () => {
  const store = await createStore({ "a.txt": "x\n" });
  expect(await createFileTools({ store }).read.execute({ path: "a.txt" })).toMatchObject({ content: "x\n" });
});
