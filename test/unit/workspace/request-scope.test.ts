// What the layers of a request leave of a workspace: narrowed roots, added ones, granted files, and the focus.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../support/outcome.js";
import { type Sandbox, TIERS, useSandbox } from "../../support/temp-workspace.js";

function useTree(): { readonly sandbox: Sandbox; readonly at: (path: string) => string } {
  const sandbox = useSandbox();
  sandbox.write({
    secret: "secret\n",
    "packages/a/file": "a\n",
    "packages/a/src/file": "deep a\n",
    "packages/b/file": "b\n",
    "packages/a/.git/config": "",
    ".gitignore": "*.log\n",
    "packages/a/debug.log": "",
  });
  writeFileSync(join(sandbox.outside, "file"), "outside\n");
  return { sandbox, at: (path) => join(sandbox.root, path) };
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
  return (await workspace.fs.readText(path)).content;
}

describe.each(TIERS)("a narrowed root on the $guarantees tier", (tier) => {
  test("is a root of its own: paths and names start from it", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "write" }] });
    expect(request.root).toBe(at("packages/a"));
    expect(await textOf(request, "file")).toBe("a\n");
    expect(await textOf(request, at("packages/a/file"))).toBe("a\n");
    expect((await request.fs.stat("./src/../file"))?.path).toBe("file");
    expect((await request.fs.list(".")).entries.map(({ name }) => name)).toEqual(["src", "file"]);
    expect((await request.fs.glob("**")).paths.toSorted()).toEqual(["file", "src/file"]);
    expect((await request.fs.glob(at("packages/a/*"))).paths).toEqual(["file"]);
    expect((await request.fs.grep("a")).hits.map(({ path }) => path)).toEqual(["file", "src/file"]);
    await request.fs.writeTextOverwrite("new", "x");
    expect(existsSync(at("packages/a/new"))).toBe(true);
    expect(await textOf(workspace, "secret")).toBe("secret\n");
  });

  test("keeps the rules of the whole: protected paths, ignore files, access", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({ roots: [{ path: sandbox.outside, access: "read" }] }, tier);
    const inGit = workspace.forRequest({ roots: [{ path: at("packages/a/.git"), access: "write" }] });
    expect(await kindOf(() => inGit.fs.writeTextOverwrite("config", "x"))).toBe("protected_path");
    const wider = workspace.forRequest({ roots: [{ path: sandbox.outside, access: "write" }] });
    expect(await kindOf(() => wider.fs.writeTextOverwrite(join(sandbox.outside, "file"), "x"))).toBe(
      "permission_denied",
    );
    const reading = workspace.forRequest({ roots: [{ path: sandbox.root, access: "read" }] });
    expect(await kindOf(() => reading.fs.writeTextOverwrite("secret", "x"))).toBe("permission_denied");
    expect(await textOf(reading, "secret")).toBe("secret\n");
  });

  test("is neither removed nor moved itself", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "write" }] });
    for (const path of [".", at("packages/a"), "src/.."]) {
      expect(await kindOf(() => request.fs.remove(path))).toBe("not_a_file");
      expect(await kindOf(() => request.fs.move(path, "elsewhere"))).toBe("not_a_file");
    }
  });

  test("is refused once another directory or a link stands in its place", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "write" }] });
    renameSync(at("packages/a"), at("old"));
    expect(await kindOf(() => request.fs.readText("file"))).toBe("path_outside_workspace");
    mkdirSync(at("packages/a"));
    writeFileSync(at("packages/a/file"), "planted\n");
    expect(await kindOf(() => request.fs.readText("file"))).toBe("path_outside_workspace");
    rmSync(at("packages/a"), { recursive: true });
    symlinkSync("b", at("packages/a"));
    expect(await kindOf(() => request.fs.readText("file"))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.writeTextOverwrite("file", "x"))).toBe("path_outside_workspace");
    rmSync(at("packages/a"));
    renameSync(at("old"), at("packages/a"));
    expect(await textOf(request, "file")).toBe("a\n");
  });

  test("holds no descriptor between calls", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({}, tier);
    const before = sandbox.countDescriptors();
    const request = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "write" }] });
    await request.fs.readText("src/file");
    await kindOf(() => request.fs.readText("../b/file"));
    expect(() => workspace.forRequest({ roots: [{ path: at("secret"), access: "write" }] })).toThrow(TypeError);
    expect(sandbox.countDescriptors()).toBe(before);
  });
});

describe("layers", () => {
  test("keep the order of the workspace, then of the request, each directory once", async () => {
    const { sandbox, at } = useTree();
    const second = join(sandbox.base, "second");
    mkdirSync(second);
    symlinkSync(second, join(sandbox.base, "alias"));
    const workspace = await sandbox.open({ roots: [{ path: sandbox.outside, access: "read" }] });
    const request = workspace.forRequest({
      roots: [
        { path: join(sandbox.base, "alias"), access: "read" },
        { path: second, access: "read" },
        { path: at("packages/b"), access: "write" },
        { path: at("packages/a"), access: "write" },
      ],
    });
    expect(request.root).toBe(at("packages/b"));
    expect(await textOf(request, "file")).toBe("b\n");
    expect((await request.fs.stat(at("packages/a/file")))?.path).toBe(at("packages/a/file"));
    expect(await textOf(request, join(sandbox.outside, "file"))).toBe("outside\n");
    expect((await request.fs.stat(second))?.type).toBe("dir");
    expect(await kindOf(() => request.fs.readText("../a/file"))).toBe("path_outside_workspace");
  });

  test("with onlyRoots leave nothing that is not named", async () => {
    const { sandbox, at } = useTree();
    const granted = join(sandbox.base, "granted");
    writeFileSync(granted, "granted\n");
    const workspace = await sandbox.open({
      roots: [{ path: sandbox.outside, access: "read" }],
      grants: [{ path: granted, access: "read" }],
    });
    const roots = [{ path: at("packages/a"), access: "read" as const }];
    const narrow = workspace.forRequest({ roots });
    expect(await textOf(narrow, granted)).toBe("granted\n");
    const only = workspace.forRequest({ roots, onlyRoots: true });
    for (const path of [granted, join(sandbox.outside, "file")]) {
      expect(await kindOf(() => only.fs.readText(path))).toBe("path_outside_workspace");
    }
    expect(() => workspace.forRequest({ onlyRoots: true })).toThrow(TypeError);
  });

  test("never widen what an earlier layer narrowed", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open();
    const narrow = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "read" }] });
    for (const path of [sandbox.root, at("packages"), at("packages/b"), sandbox.base, at("packages/a/../b"), "../b"]) {
      expect(() => narrow.forRequest({ roots: [{ path, access: "write" }] })).toThrow(TypeError);
    }
    const again = narrow.forRequest({ roots: [{ path: "src", access: "write" }] });
    expect(again.root).toBe(at("packages/a/src"));
    expect(await kindOf(() => again.fs.writeTextOverwrite("file", "x"))).toBe("permission_denied");
  });

  test("of nested directories are a mistake of the developer", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open();
    const ask = (...paths: readonly string[]) =>
      workspace.forRequest({ roots: paths.map((path) => ({ path, access: "read" })) });
    expect(() => ask(at("packages"), at("packages/a"))).toThrow(TypeError);
    expect(() => ask(sandbox.base)).toThrow(TypeError);
    expect(() => ask(at("secret"))).toThrow(TypeError);
    expect(() => ask("missing")).toThrow(TypeError);
    expect(() => ask("../outside")).toThrow(TypeError);
  });

  test("grant a single file whatever the roots are narrowed to", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open();
    const request = workspace.forRequest({
      roots: [{ path: at("packages/a"), access: "read" }],
      grants: [{ path: at("packages/b/file"), access: "read" }],
    });
    expect(await textOf(request, at("packages/b/file"))).toBe("b\n");
    expect(await kindOf(() => request.fs.list(at("packages/b")))).toBe("path_outside_workspace");
  });

  test("narrow a workspace in memory, too", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a/file": "a\n", "b/file": "b\n" }, trusted: true });
    const request = workspace.forRequest({ roots: [{ path: "a", access: "write" }] });
    expect(request.root).toBe("/a");
    expect(await textOf(request, "/a/file")).toBe("a\n");
    await request.fs.writeTextOverwrite("file", "x");
    expect(await textOf(workspace, "a/file")).toBe("x");
    expect(await kindOf(() => request.fs.readText("/b/file"))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.readText("../b/file"))).toBe("path_outside_workspace");
  });
});

describe("the focus of a request", () => {
  test("stays where a narrowed root still has it, and goes elsewhere", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({ focus: "packages/a/src" });
    const kept = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "read" }] });
    expect(await textOf(kept, "file")).toBe("deep a\n");
    const gone = workspace.forRequest({ roots: [{ path: at("packages/b"), access: "read" }] });
    expect(await textOf(gone, "file")).toBe("b\n");
    const set = workspace.forRequest({
      roots: [{ path: at("packages/a"), access: "read" }],
      focus: at("packages/a/src"),
    });
    expect((await set.fs.stat("file"))?.path).toBe("src/file");
  });

  test("takes back the names that results give", async () => {
    const { sandbox } = useTree();
    const workspace = await sandbox.open({ focus: "packages/a" });
    const [path = ""] = (await workspace.fs.glob("src/*")).paths;
    expect(path).toBe("packages/a/src/file");
    expect(await textOf(workspace, path)).toBe("deep a\n");
    expect((await workspace.fs.stat("packages/a"))?.path).toBe("packages/a");
    await workspace.fs.writeTextAtomic("packages/a/new", "x", { mode: "create" });
    expect((await workspace.fs.stat("new"))?.path).toBe("packages/a/new");
  });

  test("means what is in it first", async () => {
    const { sandbox } = useTree();
    sandbox.write({ "packages/a/packages/a/file": "twice\n" });
    const workspace = await sandbox.open({ focus: "packages/a" });
    expect(await textOf(workspace, "packages/a/file")).toBe("twice\n");
    expect(await kindOf(() => workspace.fs.readText("packages/b/file"))).toBe("path_not_found");
  });
});

describe.each(TIERS)("a directory of the operator on the $guarantees tier", (tier) => {
  test("may contain a root, which is reached by its own paths only", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open({}, tier);
    const narrow = workspace.forRequest({ roots: [{ path: at("packages/a"), access: "write" }] });
    const request = narrow.forRequest({ operatorRoots: [{ path: sandbox.base, access: "write" }] });
    const outside = join(sandbox.outside, "file");
    expect(await textOf(request, outside)).toBe("outside\n");
    await request.fs.writeTextOverwrite(join(sandbox.base, "new"), "x");
    expect(await textOf(request, "file")).toBe("a\n");
    expect(await textOf(request, at("packages/a/file"))).toBe("a\n");
    symlinkSync("ws", join(sandbox.base, "link"));
    const closed = [at("secret"), `${sandbox.outside}/../ws/secret`, join(sandbox.base, "link/secret"), sandbox.root];
    for (const path of closed) {
      for (const run of [
        () => request.fs.readText(path),
        () => request.fs.writeTextOverwrite(path, "x"),
        () => request.fs.move(path, join(sandbox.base, "moved")),
        () => request.fs.move(outside, path, { overwrite: true }),
        () => request.fs.list(path),
      ]) {
        expect(["path_outside_workspace", "symlink_escape"]).toContain(await kindOf(run));
      }
    }
  });

  test("that contains a root is not searched, moved or removed as a whole", async () => {
    const { sandbox } = useTree();
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ operatorRoots: [{ path: sandbox.base, access: "write" }] });
    expect((await request.fs.list(sandbox.base)).total).toBe(2);
    expect(await kindOf(() => request.fs.list(sandbox.base, { depth: 2 }))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.grep("secret", { path: sandbox.base }))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.glob("**", { cwd: sandbox.base }))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.remove(sandbox.base, { recursive: true }))).toBe("path_outside_workspace");
    expect((await request.fs.grep("outside", { path: sandbox.outside })).hits).toHaveLength(1);
  });
});

describe("directories of the operator", () => {
  test("are passed over inside a root, and never narrow it", async () => {
    const { sandbox, at } = useTree();
    const workspace = await sandbox.open();
    const request = workspace.forRequest({ operatorRoots: [{ path: at("packages"), access: "read" }] });
    expect(request.root).toBe(sandbox.root);
    expect(await kindOf(() => request.fs.writeTextOverwrite("packages/new", "x"))).toBe("ok");
  });

  test.each(["/etc", "/", "/usr/share", "/proc/self", "relative", "/no/such/directory"])("are not %s", async (path) => {
    const workspace = await useSandbox().open();
    const ask = (optional: boolean) => workspace.forRequest({ operatorRoots: [{ path, access: "write", optional }] });
    expect(() => ask(false)).toThrow(TypeError);
    expect(await kindOf(() => ask(true).fs.readText("/etc/passwd"))).toBe("path_outside_workspace");
  });

  test("do not open what the boundary keeps for itself", async () => {
    const workspace = await useSandbox().open();
    const request = workspace.forRequest({ operatorRoots: [{ path: tmpdir(), access: "write" }] });
    const [state = ""] = (await request.fs.list(tmpdir())).entries.flatMap(({ name }) =>
      name === `ai-file-tools-${process.getuid?.()}` ? [name] : [],
    );
    expect(state).not.toBe("");
    expect(await kindOf(() => request.fs.list(join(tmpdir(), state)))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.move(join(tmpdir(), state), join(tmpdir(), "x")))).toBe(
      "path_outside_workspace",
    );
  });

  test("are everything but the system's where a request is unrestricted", async () => {
    const { sandbox } = useTree();
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const request = (await sandbox.open()).forRequest({ unrestricted: true });
    await request.fs.writeTextOverwrite(join(elsewhere, "file"), "x");
    expect(await textOf(request, join(elsewhere, "file"))).toBe("x");
    for (const path of ["/etc/passwd", "/proc/self/environ", "/usr/bin/env", "/usr/../etc/passwd", "/sys"]) {
      expect(await kindOf(() => request.fs.readText(path))).toBe("path_outside_workspace");
      expect(await kindOf(() => request.fs.stat(path))).toBe("path_outside_workspace");
    }
    symlinkSync("/etc/passwd", join(elsewhere, "link"));
    expect(await kindOf(() => request.fs.readText(join(elsewhere, "link")))).toBe("symlink_escape");
    expect(await kindOf(() => request.fs.remove("/etc"))).toBe("path_outside_workspace");
    expect(await kindOf(() => request.fs.grep("x", { path: "/" }))).toBe("path_outside_workspace");
  });
});
