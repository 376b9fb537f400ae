// Roots, single granted files, the focus, and what a request sees of them.

import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { openWorkspace } from "../../../src/workspace/open-workspace.js";
import { kindOf } from "../../support/outcome.js";
import { type Sandbox, TIERS, useSandbox } from "../../support/temp-workspace.js";

function useTwoRoots(): { readonly sandbox: Sandbox; readonly second: string } {
  const sandbox = useSandbox();
  const second = join(sandbox.base, "second");
  mkdirSync(join(second, "dir"), { recursive: true });
  writeFileSync(join(second, "dir/file"), "second\n");
  writeFileSync(join(sandbox.outside, "granted"), "granted\n");
  writeFileSync(join(sandbox.outside, "sibling"), "sibling\n");
  sandbox.write({ "sub/deep/file": "first\n", file: "top\n" });
  return { sandbox, second };
}

describe.each(TIERS)("a further root on the $guarantees tier", (tier) => {
  test("is read by its absolute path, and results name it so", async () => {
    const { sandbox, second } = useTwoRoots();
    const workspace = await sandbox.open({ roots: [{ path: second, access: "read" }] }, tier);
    expect((await workspace.fs.readText(join(second, "dir/file"))).content).toBe("second\n");
    expect((await workspace.fs.stat(join(second, "dir")))?.path).toBe(join(second, "dir"));
    expect((await workspace.fs.glob("**", { cwd: second })).paths).toEqual([join(second, "dir/file")]);
  });

  test("for reading refuses every change", async () => {
    const { sandbox, second } = useTwoRoots();
    const workspace = await sandbox.open({ roots: [{ path: second, access: "read" }] }, tier);
    const path = join(second, "dir/file");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x"))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.edit(path, { oldText: "second", newText: "x" }))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.remove(path))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.mkdir(join(second, "new")))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.copy("file", join(second, "new")))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.move(path, "taken"))).toBe("permission_denied");
    expect(await kindOf(() => workspace.fs.copy(path, "copied"))).toBe("ok");
  });

  test("for writing is protected as the first one is", async () => {
    const { sandbox, second } = useTwoRoots();
    const workspace = await sandbox.open({ roots: [{ path: second, access: "write" }] }, tier);
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(join(second, "new"), "x"))).toBe("ok");
    const hook = join(second, ".git/hooks/pre-commit");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(hook, "x", { createParents: true }))).toBe(
      "protected_path",
    );
    expect(await kindOf(() => workspace.fs.readText(join(second, "../outside/sibling")))).toBe(
      "path_outside_workspace",
    );
  });

  test("is reached through absolute links only", async () => {
    const { sandbox, second } = useTwoRoots();
    symlinkSync(join(second, "dir"), join(sandbox.root, "absolute"));
    symlinkSync("../second/dir", join(sandbox.root, "relative"));
    const workspace = await sandbox.open({ roots: [{ path: second, access: "read" }] }, tier);
    expect((await workspace.fs.readText("absolute/file")).content).toBe("second\n");
    expect(await kindOf(() => workspace.fs.readText("relative/file"))).toBe("symlink_escape");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite("absolute/file", "x"))).toBe("permission_denied");
  });

  test("that contains another, or lies in one, is a mistake of the developer", async () => {
    const { sandbox, second } = useTwoRoots();
    const open = (path: string) => sandbox.open({ roots: [{ path, access: "read" }] }, tier);
    await expect(open(join(sandbox.root, "sub"))).rejects.toThrow(TypeError);
    await expect(open(sandbox.base)).rejects.toThrow(TypeError);
    await expect(open(join(second, "missing"))).rejects.toThrow(TypeError);
    await expect(open(join(second, "dir/file"))).rejects.toThrow(TypeError);
    expect(sandbox.countDescriptors()).toBe(0);
  });
});

describe.each(TIERS)("a granted file on the $guarantees tier", (tier) => {
  test("is the only one of its directory", async () => {
    const { sandbox } = useTwoRoots();
    const granted = join(sandbox.outside, "granted");
    const workspace = await sandbox.open({ grants: [{ path: granted, access: "read" }] }, tier);
    expect((await workspace.fs.readText(granted)).content).toBe("granted\n");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(granted, "x"))).toBe("permission_denied");
    for (const path of [join(sandbox.outside, "sibling"), sandbox.outside, `${granted}/../sibling`]) {
      expect(await kindOf(() => workspace.fs.readText(path))).toBe("path_outside_workspace");
      expect(await kindOf(() => workspace.fs.list(path))).toBe("path_outside_workspace");
      expect(await kindOf(() => workspace.fs.glob("**", { cwd: path }))).toBe("path_outside_workspace");
      expect(await kindOf(() => workspace.fs.stat(path))).toBe("path_outside_workspace");
    }
    expect(await kindOf(() => workspace.fs.list(granted))).toBe("not_a_directory");
    expect(await kindOf(() => workspace.shell.run("true", { cwd: granted }).next())).toBe("not_a_directory");
  });

  test("tells nothing of its neighbours when it is missing", async () => {
    const { sandbox } = useTwoRoots();
    const path = join(sandbox.outside, "siblin");
    const workspace = await sandbox.open({ grants: [{ path, access: "write" }] }, tier);
    const failure = await workspace.fs.readText(path).then(String, (error: unknown) => JSON.stringify(error));
    expect(failure).toContain("path_not_found");
    expect(failure).not.toContain("sibling");
    expect(await kindOf(() => workspace.fs.writeTextAtomic(path, "x", { mode: "create" }))).toBe("ok");
  });

  test("that becomes a link to its neighbour shows nothing of it", async () => {
    const { sandbox } = useTwoRoots();
    const granted = join(sandbox.outside, "granted");
    const workspace = await sandbox.open({ grants: [{ path: granted, access: "write" }] }, tier);
    renameSync(granted, `${granted}.old`);
    symlinkSync("sibling", granted);
    expect(await kindOf(() => workspace.fs.readText(granted))).toBe("symlink_escape");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(granted, "x"))).toBe("symlink_escape");
  });

  test("named by a link grants what the link led to, under no other name", async () => {
    const { sandbox } = useTwoRoots();
    const elsewhere = join(sandbox.base, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "granted"), "not this one\n");
    symlinkSync(join(sandbox.outside, "granted"), join(elsewhere, "alias"));
    const workspace = await sandbox.open({ grants: [{ path: join(elsewhere, "alias"), access: "read" }] }, tier);
    expect((await workspace.fs.readText(join(sandbox.outside, "granted"))).content).toBe("granted\n");
    expect(await kindOf(() => workspace.fs.readText(join(elsewhere, "granted")))).toBe("path_outside_workspace");
  });

  test("must not be a directory", async () => {
    const { sandbox } = useTwoRoots();
    const grants = [{ path: sandbox.outside, access: "write" as const }];
    await expect(sandbox.open({ grants }, tier)).rejects.toThrow(TypeError);
  });
});

describe("the focus", () => {
  test("is where relative paths start, with steps up as far as the root", async () => {
    const { sandbox } = useTwoRoots();
    const workspace = await sandbox.open({ focus: "sub/deep" });
    expect((await workspace.fs.readText("file")).content).toBe("first\n");
    expect((await workspace.fs.readText("../../file")).content).toBe("top\n");
    expect(await kindOf(() => workspace.fs.readText("../../../outside/sibling"))).toBe("path_outside_workspace");
    expect((await workspace.fs.stat("file"))?.path).toBe("sub/deep/file");
    expect((await workspace.fs.glob("**")).paths).toEqual(["sub/deep/file"]);
  });

  test("must be a directory inside a root", async () => {
    const { sandbox } = useTwoRoots();
    expect(await kindOf(() => sandbox.open({ focus: "../outside" }))).toBe("path_outside_workspace");
    expect(await kindOf(() => sandbox.open({ focus: "file" }))).toBe("not_a_directory");
    expect(await kindOf(() => sandbox.open({ focus: "missing" }))).toBe("path_not_found");
    symlinkSync("../outside", join(sandbox.root, "link"));
    expect(await kindOf(() => sandbox.open({ focus: "link" }))).toBe("symlink_escape");
    expect(sandbox.countDescriptors()).toBe(0);
  });

  test("that is swapped for a link to outside leads nowhere", async () => {
    const { sandbox } = useTwoRoots();
    const workspace = await sandbox.open({ focus: "sub" });
    renameSync(join(sandbox.root, "sub"), join(sandbox.root, "old"));
    symlinkSync("../outside", join(sandbox.root, "sub"));
    expect(await kindOf(() => workspace.fs.readText("sibling"))).toBe("symlink_escape");
  });
});

describe("a request", () => {
  test("sees its own focus and roots; the workspace does not", async () => {
    const { sandbox, second } = useTwoRoots();
    const workspace = await sandbox.open();
    const request = workspace.forRequest({ focus: "sub", roots: [{ path: second, access: "read" }] });
    expect((await request.fs.readText("deep/file")).content).toBe("first\n");
    expect((await request.fs.readText(join(second, "dir/file"))).content).toBe("second\n");
    expect(await kindOf(() => workspace.fs.readText(join(second, "dir/file")))).toBe("path_outside_workspace");
    expect(await kindOf(() => workspace.fs.readText("deep/file"))).toBe("path_not_found");
  });

  test("holds one directory for a root, however many requests name it", async () => {
    const { sandbox, second } = useTwoRoots();
    const workspace = await sandbox.open();
    for (let turn = 0; turn < 20; turn++) workspace.forRequest({ roots: [{ path: second, access: "read" }] });
    expect(sandbox.countDescriptors()).toBe(2);
  });

  test("cannot be made in memory with what is not in memory", () => {
    const workspace = createInMemoryWorkspace();
    expect(() => workspace.forRequest({ roots: [{ path: "/tmp", access: "read" }] })).toThrow(TypeError);
    expect(() => workspace.forRequest({ grants: [{ path: "/etc/passwd", access: "read" }] })).toThrow(TypeError);
  });
});

describe("the root", () => {
  test("may be given by a link, and is then reached under both names", async () => {
    const { sandbox } = useTwoRoots();
    const link = join(sandbox.base, "link-to-root");
    symlinkSync("ws", link);
    const workspace = await sandbox.open({ root: link });
    expect(workspace.root).toBe(realpathSync(sandbox.root));
    expect((await workspace.fs.readText(join(link, "file"))).content).toBe("top\n");
    expect((await workspace.fs.readText(join(sandbox.root, "file"))).content).toBe("top\n");
  });

  test("that is moved away stays the same directory on the strong tier", async () => {
    const { sandbox } = useTwoRoots();
    const workspace = await sandbox.open();
    renameSync(sandbox.root, `${sandbox.root}-moved`);
    symlinkSync("outside", sandbox.root);
    expect((await workspace.fs.readText("file")).content).toBe("top\n");
    expect(await kindOf(() => workspace.fs.readText("sibling"))).toBe("path_not_found");
  });

  test("that is moved away is noticed on the checked tier", async () => {
    const { sandbox } = useTwoRoots();
    const workspace = await sandbox.open({}, TIERS[1]);
    renameSync(sandbox.root, `${sandbox.root}-moved`);
    symlinkSync("outside", sandbox.root);
    expect(await kindOf(() => workspace.fs.readText("file"))).toBe("io_error");
    expect(await kindOf(() => workspace.fs.readText("sibling"))).toBe("io_error");
  });

  test.each([
    ["missing", { root: "/no/such/directory" }],
    ["a file", { root: "/etc/passwd" }],
    ["with an unknown limit", { root: "/tmp", limits: { maxBytes: 1 } as object }],
    ["with a limit of zero", { root: "/tmp", limits: { maxReadBytes: 0 } }],
    ["with a mode of eight digits", { root: "/tmp", newFileMode: 0o7777 }],
  ])("%s is a mistake of the developer", async (_name, options) => {
    await expect(openWorkspace(options)).rejects.toThrow(TypeError);
  });

  test("follows no link at all where links are rejected", async () => {
    const { sandbox } = useTwoRoots();
    symlinkSync("file", join(sandbox.root, "link"));
    symlinkSync("sub", join(sandbox.root, "dir"));
    const workspace = await sandbox.open({ symlinks: "reject" });
    for (const path of ["link", "dir/deep/file"]) {
      expect(await kindOf(() => workspace.fs.readText(path))).toBe("symlink_escape");
      expect(await kindOf(() => workspace.fs.stat(path))).toBe("symlink_escape");
    }
  });
});
