// What ignore files hide from list, glob and grep, and what they do not decide.

import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace, type InMemoryWorkspaceOptions } from "../../../src/workspace/in-memory-workspace.js";
import { useSandbox } from "../../support/temp-workspace.js";

async function find(options: InMemoryWorkspaceOptions, includeIgnored = false): Promise<readonly string[]> {
  const workspace = createInMemoryWorkspace(options);
  return (await workspace.fs.glob("**", { sort: "path", includeIgnored })).paths;
}

describe("ignore files", () => {
  test("hide files and whole directories", async () => {
    const files = { ".gitignore": "*.log\nbuild/\n", "a.log": "", "a.txt": "", "build/x": "", "src/b.log": "" };
    expect(await find({ files })).toEqual([".gitignore", "a.txt"]);
    expect(await find({ files }, true)).toEqual([".gitignore", "a.log", "a.txt", "build/x", "src/b.log"]);
  });

  test("of a directory below override those above, and only there", async () => {
    const files = {
      ".gitignore": "*.log\n",
      "keep/.gitignore": "!*.log\n",
      "keep/a.log": "",
      "other/a.log": "",
      "other/.gitignore": "b.txt\n",
      "other/b.txt": "",
      "b.txt": "",
    };
    expect(await find({ files })).toEqual([".gitignore", "b.txt", "keep/.gitignore", "keep/a.log", "other/.gitignore"]);
  });

  test("cannot bring back what lies below a hidden directory", async () => {
    const files = { ".gitignore": "build/\n!build/keep.txt\n", "build/keep.txt": "", "build/.gitignore": "!*\n" };
    expect(await find({ files })).toEqual([".gitignore"]);
  });

  test("of a later name override those of an earlier one", async () => {
    const files = {
      ".gitignore": "dist\n*.md\n",
      ".agentignore": "!dist\n*.key\n",
      "dist/x": "",
      "a.md": "",
      "a.key": "",
    };
    expect(await find({ files })).toEqual([".agentignore", ".gitignore", "dist/x"]);
  });

  test("have the names that the operator gives", async () => {
    const files = { ".gitignore": "a\n", ".qwenignore": "b\n", a: "", b: "" };
    expect(await find({ files, ignoreFiles: [".qwenignore"] })).toEqual([".gitignore", ".qwenignore", "a"]);
    expect(await find({ files, ignoreFiles: [] })).toEqual([".gitignore", ".qwenignore", "a", "b"]);
    expect(() => createInMemoryWorkspace({ ignoreFiles: ["a/b"] })).toThrow(TypeError);
  });

  test("hide from reading nothing, but the reader is told", async () => {
    const files = { ".gitignore": "secret.txt\nbuild/\n", "secret.txt": "s", "build/x": "b", "plain.txt": "p" };
    const workspace = createInMemoryWorkspace({ files });
    expect((await workspace.fs.readText("secret.txt")).meta.matchedIgnore).toBe(true);
    expect((await workspace.fs.readText("build/x")).meta.matchedIgnore).toBe(true);
    expect((await workspace.fs.readText("plain.txt")).meta.matchedIgnore).toBeUndefined();
    expect(workspace.audit.recent().map((event) => event.matchedIgnore)).toEqual([true, true, undefined]);
  });

  test("show in a listing only when asked for, marked", async () => {
    const files = { ".gitignore": "*.log\n", "a.log": "1", "b.txt": "22" };
    const workspace = createInMemoryWorkspace({ files });
    const names = async (includeIgnored: boolean) =>
      (await workspace.fs.list(".", { includeIgnored })).entries.map(({ name, ignored }) => [name, ignored]);
    expect(await names(false)).toEqual([
      [".gitignore", undefined],
      ["b.txt", undefined],
    ]);
    expect(await names(true)).toEqual([
      [".gitignore", undefined],
      ["a.log", true],
      ["b.txt", undefined],
    ]);
  });

  test("hide from a search the same as from a glob", async () => {
    const files = {
      ".gitignore": "*.log\n",
      "a.log": "needle",
      "b.txt": "needle",
      "sub/.gitignore": "c*\n",
      "sub/c.txt": "needle",
    };
    const sandbox = useSandbox();
    sandbox.write(files);
    for (const workspace of [createInMemoryWorkspace({ files }), await sandbox.open()]) {
      const { hits } = await workspace.fs.grep("needle");
      expect(hits.map(({ path }) => path)).toEqual(["b.txt"]);
      const all = await workspace.fs.grep("needle", { includeIgnored: true });
      expect(all.hits.map(({ path }) => path)).toEqual(["a.log", "b.txt", "sub/c.txt"]);
    }
  });

  test("change what they hide as soon as they change", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, files: { a: "", b: "", ".gitignore": "a\n" } });
    const paths = async () => (await workspace.fs.glob("?", { sort: "path" })).paths;
    expect(await paths()).toEqual(["b"]);
    await workspace.fs.writeTextOverwrite(".gitignore", "b\n");
    expect(await paths()).toEqual(["a"]);
    await workspace.fs.remove(".gitignore");
    expect(await paths()).toEqual(["a", "b"]);
  });

  test("that are links are not followed", async () => {
    const sandbox = useSandbox();
    sandbox.write({ rules: "a\n", a: "" });
    const { symlinkSync } = await import("node:fs");
    symlinkSync("rules", `${sandbox.root}/.gitignore`);
    const workspace = await sandbox.open();
    expect((await workspace.fs.glob("*", { sort: "path" })).paths).toEqual(["a", "rules"]);
  });

  test.each([
    ["100 000 rules", Array.from({ length: 100_000 }, (_, index) => `rule-${index}/**/x*`).join("\n")],
    ["nested double stars", `${"**/a/".repeat(12)}b\n`.repeat(200)],
    ["stars in a row", `${"*a".repeat(25)}\n`.repeat(100)],
    ["brackets", `${"[!a-z]".repeat(100)}*\n`.repeat(50)],
    ["one endless line", "a*".repeat(1_000_000)],
  ])(
    "of a hostile repository do not hold a walk up: %s",
    async (_name, rules) => {
      const deep = `${"a/".repeat(20)}${"a".repeat(200)}`;
      const files = { ".gitignore": rules, [deep]: "", visible: "" };
      const workspace = createInMemoryWorkspace({ files });
      expect((await workspace.fs.list(".")).entries.map(({ name }) => name)).toContain("visible");
      expect((await workspace.fs.glob("**", { sort: "path" })).paths).toContain("visible");
    },
    10_000,
  );
});
