// How answers name files, whatever the path that was given, and which names nobody means.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBridgeFileSystem } from "../../src/acp/index.js";
import { FsError, isFsError } from "../../src/errors.js";
import { createFileRoutes } from "../../src/http/index.js";
import { createApproval } from "../../src/tools/approval/create-approval.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createGrepTool } from "../../src/tools/grep.js";
import { createReadTool } from "../../src/tools/read.js";
import { createWriteTool } from "../../src/tools/write.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { propertyRuns } from "../support/property-runs.js";
import { type Sandbox, useSandbox } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import { createStore } from "./run-tools.js";

type Tools = Readonly<Record<string, { execute(input: object): Promise<object> }>>;

function toolsOf(workspace: Workspace): Tools {
  return createFileTools({ workspace }) as unknown as Tools;
}

function fill(): Sandbox {
  const sandbox = useSandbox();
  sandbox.write({ "src/a.ts": "one\n", "src/deep/b.ts": "two\n", top: "three\n" });
  mkdirSync(join(sandbox.root, "s"));
  symlinkSync("src", join(sandbox.root, "lnk"));
  return sandbox;
}

async function call(workspace: Workspace, tool: string, input: object): Promise<Record<string, unknown>> {
  return (await toolsOf(workspace)[tool]?.execute(input)) as Record<string, unknown>;
}

const add = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;

describe("results name canonical paths", () => {
  const GIVEN: readonly (readonly [given: string, canonical: string])[] = [
    ["lnk/n5.txt", "src/n5.txt"],
    ["s//n2.txt", "s/n2.txt"],
    ["s/./n", "s/n"],
    ["s/../n3.txt", "n3.txt"],
    ["./n4", "n4"],
    ["lnk/../n6", "n6"],
    ["new//deep/./n7", "new/deep/n7"],
    ["ROOT/src/n8", "src/n8"],
    ["ROOT//lnk/n9", "src/n9"],
  ];

  test.each(GIVEN)("%s is %s", async (form, canonical) => {
    const sandbox = fill();
    const workspace = await sandbox.open();
    const path = form.replace("ROOT", sandbox.root);
    const header = `+++ b/${canonical}\n`;
    const written = await call(workspace, "write", { path, content: "x\n" });
    expect(written).toMatchObject({ path: canonical, diff: expect.stringContaining(header) });
    const edited = await call(workspace, "edit", { path, edits: [{ oldText: "x", newText: "y" }] });
    expect(edited).toMatchObject({ path: canonical, diff: expect.stringContaining(header) });
    expect(await call(workspace, "read", { path })).toMatchObject({ path: canonical });
    expect(await call(workspace, "grep", { path, pattern: "y" })).toMatchObject({ hits: [{ path: canonical }] });
    expect(await call(workspace, "file", { operation: "stat", path })).toMatchObject({ path: canonical });
    const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-y\n+z\n*** End Patch`;
    const patched = await call(workspace, "apply_patch", { patch });
    expect(patched).toMatchObject({ files: [{ path: canonical, diff: expect.stringContaining(header) }] });
    const moved = await call(workspace, "file", { operation: "move", path, targetPath: `${path}.2` });
    expect(moved).toMatchObject({ path: canonical, targetPath: `${canonical}.2` });
    const copied = await call(workspace, "file", { operation: "copy", path: `${path}.2`, targetPath: path });
    expect(copied).toMatchObject({ path: `${canonical}.2`, targetPath: canonical });
    const made = await call(workspace, "file", { operation: "mkdir", path: `${path}.d` });
    expect(made).toMatchObject({ path: `${canonical}.d` });
    expect(await call(workspace, "file", { operation: "delete_file", path })).toMatchObject({ path: canonical });
    const created = await call(workspace, "edit", { path, edits: [{ oldText: "", newText: "new\n" }] });
    expect(created).toMatchObject({ path: canonical, diff: expect.stringContaining(header) });
    const denied = await call(workspace, "write", { path: `${path}/below`, content: "" });
    expect(JSON.stringify([written, edited, patched, moved, copied, made, created, denied])).not.toContain(
      sandbox.base,
    );
    const events = workspace.audit.recent().flatMap(({ path: name }) => name ?? []);
    expect(events.filter((name) => name.includes("lnk") || name.includes("//") || name.includes(".."))).toEqual([]);
  });

  test.each(GIVEN)("somebody who is asked about %s reads %s", async (form, canonical) => {
    const sandbox = fill();
    const path = form.replace("ROOT", sandbox.root);
    const asked: (readonly string[])[] = [];
    const { toolApproval } = createApproval(createFileTools({ workspace: await sandbox.open() }), ({ paths }) => {
      asked.push(paths);
      return "ask";
    });
    const inputs = {
      write: { path, content: "x" },
      edit: { path, edits: [{ oldText: "", newText: "x" }] },
      apply_patch: { patch: add(path) },
      file: { operation: "move", path: "top", targetPath: path },
    };
    for (const [tool, input] of Object.entries(inputs)) {
      const answer = await toolApproval[tool as "write"]?.(input as never, { toolCallId: tool, messages: [] });
      expect(answer).toMatchObject({ type: "user-approval", reason: expect.stringContaining(canonical) });
      expect((answer as { reason: string }).reason).not.toContain(form === canonical ? "\0" : path);
    }
    expect(asked.every((paths) => paths.includes(canonical))).toBe(true);
    expect(asked.flat().filter((name) => name.includes("..") || name.includes("//"))).toEqual([]);
  });

  test("a store without names of its own is named by what its paths mean", async () => {
    const store = await createStore({ "s/a.txt": "one\n", big: "x\n".repeat(2_000_000) });
    const written = await createWriteTool({ store }).execute({ path: "s//n2.txt", content: "x\n" });
    expect(written).toMatchObject({ path: "s/n2.txt", diff: expect.stringContaining("+++ b/s/n2.txt\n") });
    const edits = [{ oldText: "one", newText: "1" }];
    const edited = await createEditTool({ store }).execute({ path: "./s/../s/a.txt", edits });
    expect(edited).toMatchObject({ path: "s/a.txt", diff: expect.stringContaining("--- a/s/a.txt\n") });
    expect(await createReadTool({ store }).execute({ path: "s/./a.txt" })).toMatchObject({ path: "s/a.txt" });
    expect(await createReadTool({ store }).execute({ path: "./big" })).toMatchObject({ path: "big" });
  });
});

const NOTATIONS: readonly (readonly [given: string, meant: string])[] = [
  ["file:///q", "/q"],
  ["file:///my%20dir/q", "/my dir/q"],
  ["file://localhost/q", "/q"],
  ["~/x", "x"],
  ["~", "."],
  ['"src/a.ts"', "src/a.ts"],
  ["'src/a.ts'", "src/a.ts"],
  ["`src/a.ts`", "src/a.ts"],
  ["`new`", "new"],
  ['"~/x"', "x"],
  ['"src\\a.ts"', "src/a.ts"],
];

const CREATED: readonly (readonly [given: string, meant: string])[] = [
  ["src\\a.ts", "src/a.ts"],
  ["C:\\x", "x"],
  ["C:/x", "x"],
  ["d:", "."],
  ["~\\x", "x"],
  ["src/deep\\x", "src/deep/x"],
  ["ROOT/src\\x", "ROOT/src/x"],
];

const CREATORS: Readonly<Record<string, (workspace: Workspace, path: string) => Promise<unknown>>> = {
  write: (w, path) => call(w, "write", { path, content: "x" }),
  "edit that creates": (w, path) => call(w, "edit", { path, edits: [{ oldText: "", newText: "x" }] }),
  "dry run of an edit": (w, path) => call(w, "edit", { path, edits: [{ oldText: "", newText: "x" }], dryRun: true }),
  apply_patch: (w, path) => call(w, "apply_patch", { patch: add(path) }),
  "dry run of a patch": (w, path) => call(w, "apply_patch", { patch: add(path), dryRun: true }),
  "move by a patch": (w, path) =>
    call(w, "apply_patch", {
      patch: `*** Begin Patch\n*** Update File: top\n*** Move to: ${path}\n@@\n-three\n+3\n*** End Patch`,
    }),
  "file write": (w, path) => call(w, "file", { operation: "write", path, content: "x" }),
  "file mkdir": (w, path) => call(w, "file", { operation: "mkdir", path }),
  "file copy": (w, path) => call(w, "file", { operation: "copy", path: "top", targetPath: path }),
  "file move": (w, path) => call(w, "file", { operation: "move", path: "top", targetPath: path }),
  "move of a directory": (w, path) => w.fs.move("src", path, { createParents: true }),
  writeTextAtomic: (w, path) => w.fs.writeTextAtomic(path, "x", { mode: "create", createParents: true }),
  writeBytes: (w, path) => w.fs.writeBytes(path, Buffer.from("x"), { createParents: true }),
  update: (w, path) => w.fs.update(path, () => Buffer.from("x"), { createParents: true }),
  applyChanges: (w, path) => w.fs.applyChanges([{ path, content: Buffer.from("x") }], { createParents: true }),
  mkdir: (w, path) => w.fs.mkdir(path, { recursive: true }),
  "resolve for a write": (w, path) => w.fs.resolve(path, "write"),
  "the bridge": (w, path) => createBridgeFileSystem(w).writeText({ path, content: "x" }),
  "POST /file/write": async (w, path) => {
    const body = JSON.stringify({ path, content: "x", mode: "create" });
    const headers = { "content-type": "application/json", authorization: "Bearer letters-for-this-test" };
    const routes = createFileRoutes({ workspace: w, token: "letters-for-this-test" });
    const request = new Request("http://localhost/file/write", { method: "POST", headers, body });
    const { errorKind, hint } = (await (await routes.fetch(request)).json()) as { errorKind: string; hint: string };
    return { error: { kind: errorKind, hint } };
  },
};

interface Refusal {
  readonly kind: string;
  readonly hint: string;
}

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const output = await answer.catch((error: unknown) => {
    const data = (error as { data?: { errorKind: string; hint: string } }).data;
    return { error: isFsError(error) ? error : { kind: data?.errorKind, hint: data?.hint } };
  });
  return (output as { error?: Refusal }).error ?? { kind: "none", hint: "" };
}

describe.each(Object.entries(CREATORS))("%s", (_name, create) => {
  test("makes no name that is only a notation, and says which is meant", async () => {
    const sandbox = fill();
    const workspace = await sandbox.open();
    const before = snapshotTree(sandbox.root);
    for (const [form, meant] of [...NOTATIONS, ...CREATED]) {
      const path = form.replace("ROOT", sandbox.root);
      const { kind, hint } = await refusalOf(create(workspace, path));
      expect([path, kind, hint]).toEqual([path, "invalid_path", expect.stringContaining(meant.replace("ROOT/", ""))]);
    }
    expect(snapshotTree(sandbox.root)).toEqual(before);
  });

  test("never makes a name with a backslash or a drive letter", async () => {
    const sandbox = fill();
    const workspace = await sandbox.open();
    const before = snapshotTree(sandbox.root);
    const name = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(..."ab1.-_ ~:é") });
    const strange = fc.oneof(
      fc.tuple(name, name).map(([left, right]) => `${left}\\${right}`),
      fc.constantFrom("C:", "z:", "\\", "a\\"),
    );
    const path = fc.tuple(fc.constantFrom("", "./", "src/", "new/"), strange, fc.constantFrom("", "/x"));
    await fc.assert(
      fc.asyncProperty(path, async (parts) => {
        expect((await refusalOf(create(workspace, parts.join("")))).kind).toBe("invalid_path");
        expect(snapshotTree(sandbox.root)).toEqual(before);
      }),
      { numRuns: propertyRuns(8) },
    );
  });
});

describe.each(["~", "~x", "src\\a.ts", "C:", "C:\\x", '"q"', "`q`", "'q'", "file:"])(
  "an existing file named %s",
  (name) => {
    test("is read, edited, found, moved away, removed and brought back", async () => {
      const sandbox = useSandbox();
      sandbox.write({ [name]: "one\n" });
      const workspace = await sandbox.open();
      expect(await call(workspace, "read", { path: name })).toMatchObject({ path: name, content: "one\n" });
      const edited = await call(workspace, "edit", { path: name, edits: [{ oldText: "one", newText: "two" }] });
      expect(edited).toMatchObject({ path: name, replacements: [{}] });
      expect(await call(workspace, "write", { path: name, content: "three\n" })).toMatchObject({ created: false });
      const patch = `*** Begin Patch\n*** Update File: ${name}\n@@\n-three\n+four\n*** End Patch`;
      expect(await call(workspace, "apply_patch", { patch })).toMatchObject({ files: [{ path: name }] });
      expect(await call(workspace, "grep", { pattern: "four" })).toMatchObject({ hits: [{ path: name }] });
      const moved = await call(workspace, "file", { operation: "move", path: name, targetPath: "plain" });
      expect(moved).toMatchObject({ path: name, targetPath: "plain" });
      await workspace.history.undo();
      expect(await call(workspace, "read", { path: name })).toMatchObject({ content: "four\n" });
      expect(await call(workspace, "file", { operation: "delete_file", path: name })).toMatchObject({ deleted: true });
      await workspace.history.undo();
      expect(await call(workspace, "read", { path: name })).toMatchObject({ content: "four\n" });
    });

    test("is a directory that things are made in, moved away, and taken back", async () => {
      const sandbox = useSandbox();
      sandbox.write({ [`${name}/a`]: "one\n" });
      const workspace = await sandbox.open();
      expect(await call(workspace, "write", { path: `${name}/b`, content: "x" })).toMatchObject({ path: `${name}/b` });
      await workspace.fs.move(name, "plain");
      await workspace.history.undo();
      expect(await call(workspace, "read", { path: `${name}/a` })).toMatchObject({ content: "one\n" });
    });
  },
);

describe("what is not there", () => {
  const LOOKS: Readonly<Record<string, (path: string) => [tool: string, input: object]>> = {
    read: (path) => ["read", { path }],
    edit: (path) => ["edit", { path, edits: [{ oldText: "a", newText: "b" }] }],
    list: (path) => ["list", { path }],
    "glob below": (path) => ["glob", { path, pattern: "*" }],
    "grep below": (path) => ["grep", { path, pattern: "x" }],
    "file stat": (path) => ["file", { operation: "stat", path }],
    "file delete": (path) => ["file", { operation: "delete_file", path }],
    "file copy": (path) => ["file", { operation: "copy", path, targetPath: "copied" }],
    "patch update": (path) => [
      "apply_patch",
      { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch` },
    ],
    "patch delete": (path) => ["apply_patch", { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }],
  };

  test.each(Object.entries(LOOKS))("%s says which path is meant by another notation", async (_name, look) => {
    const workspace = await fill().open();
    for (const [path, meant] of NOTATIONS) {
      const { kind, hint } = await refusalOf(call(workspace, ...look(path)));
      expect([path, kind, hint]).toEqual([path, "invalid_path", `Did you mean ${meant}?`]);
    }
  });

  test.each(Object.entries(LOOKS))(
    "%s of a Windows path finds nothing, and says how it is written",
    async (_n, look) => {
      const workspace = await fill().open();
      const { kind, hint } = await refusalOf(call(workspace, ...look("src\\a.ts")));
      expect([kind, hint]).toEqual(["path_not_found", expect.stringMatching(/^Did you mean src\/a\.ts\b/)]);
    },
  );

  test.each(Object.entries(LOOKS))(
    "%s of a path of a diff suggests the one without its prefix",
    async (_name, look) => {
      const workspace = await fill().open();
      for (const prefix of ["a", "b"]) {
        const { kind, hint } = await refusalOf(call(workspace, ...look(`${prefix}/src/a.ts`)));
        expect([kind, hint]).toEqual(["path_not_found", "Did you mean src/a.ts?"]);
        const other = await refusalOf(call(workspace, ...look(`${prefix}/src/none.ts`)));
        expect(other.kind).toBe("path_not_found");
        expect(other.hint).not.toContain(" src/none.ts");
      }
    },
  );

  test("the suggestion stays inside what is open", async () => {
    const sandbox = fill();
    const outside = join(sandbox.root, "src", "lnk");
    symlinkSync(sandbox.outside, outside);
    const narrow = (await sandbox.open()).forRequest({ roots: [{ path: "s", access: "write" }] });
    for (const path of ["a/src/a.ts", "a/../src/a.ts", "b/lnk/a.ts"]) {
      await expect(narrow.fs.readText(path)).rejects.toSatisfy(
        (error) => error instanceof FsError && !`${error.message} ${error.hint}`.includes("mean"),
      );
    }
  });

  test("the same over a store of somebody else", async () => {
    const store = await createStore({ "src/a.ts": "one\n" });
    for (const [path, meant] of NOTATIONS) {
      const refused = { error: { kind: "invalid_path", hint: `Did you mean ${meant}?` } };
      expect(await createReadTool({ store }).execute({ path })).toMatchObject(refused);
      expect(await createWriteTool({ store }).execute({ path, content: "x" })).toMatchObject(refused);
      expect(await createGrepTool({ store }).execute({ path, pattern: "x" })).toMatchObject(refused);
    }
    for (const path of ["src\\a.ts", "C:\\src\\a.ts"]) {
      const written = await createWriteTool({ store }).execute({ path, content: "x" });
      expect(written).toMatchObject({ error: { kind: "invalid_path", hint: "Did you mean src/a.ts?" } });
    }
    const hint = "Did you mean src/a.ts?";
    expect(await createReadTool({ store }).execute({ path: "a/src/a.ts" })).toMatchObject({ error: { hint } });
    await store.write("src\\b", Buffer.from("x\n"));
    expect(await createWriteTool({ store }).execute({ path: "src\\b", content: "y" })).toMatchObject({
      created: false,
    });
  });
});
