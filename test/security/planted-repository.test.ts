// Plain files that together make git take a directory for a repository, and so run programs.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { kindOf } from "../support/outcome.js";
import { useSandbox } from "../support/temp-workspace.js";

const BARE = ["HEAD", "config", "objects/x", "refs/x"];

function permutations(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

describe("a directory that would become a repository", () => {
  test.each(permutations(BARE).map((order) => ({ order })))(
    "is refused with its last entry: $order",
    async ({ order }) => {
      const workspace = createInMemoryWorkspace({ trusted: true });
      const kinds: string[] = [];
      for (const name of order) {
        kinds.push(await kindOf(() => workspace.fs.writeTextOverwrite(`docs/${name}`, "x", { createParents: true })));
      }
      expect(kinds).toEqual(["ok", "ok", "ok", "protected_path"]);
    },
  );

  test.each([
    ["hooks without a config", ["hooks/post-checkout", "HEAD", "objects/x", "refs/x"]],
    ["a repository elsewhere by commondir", ["other/objects/x", "other/refs/x", "HEAD", "commondir"]],
    ["attributes with filters", ["info/attributes", "objects/x", "HEAD", "refs/x"]],
  ])("is refused with %s", async (_name, order) => {
    const workspace = createInMemoryWorkspace({ trusted: true });
    const write = (name: string) =>
      kindOf(() => workspace.fs.writeTextOverwrite(`docs/${name}`, "x", { createParents: true }));
    const kinds: string[] = [];
    for (const name of order) kinds.push(await write(name));
    expect(kinds).toEqual(["ok", "ok", "ok", "protected_path"]);
  });

  test("is refused by mkdir and by a move too", async () => {
    const files = { "docs/HEAD": "x", "docs/config": "x", "docs/objects/x": "x", "parts/r/heads": "x" };
    const workspace = createInMemoryWorkspace({ trusted: true, files });
    expect(await kindOf(() => workspace.fs.mkdir("docs/refs"))).toBe("protected_path");
    expect(await kindOf(() => workspace.fs.mkdir("docs/refs/heads", { recursive: true }))).toBe("protected_path");
    expect(await kindOf(() => workspace.fs.move("parts/r", "docs/refs"))).toBe("protected_path");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite("docs/other", "x"))).toBe("ok");
  });

  test("that is there already cannot be changed", async () => {
    const files = { "mirror/HEAD": "x", "mirror/config": "x", "mirror/objects/x": "x", "mirror/refs/x": "x" };
    const workspace = createInMemoryWorkspace({ trusted: true, files });
    for (const path of ["mirror/config", "mirror/hooks/post-update", "mirror/objects/y", "mirror/notes"]) {
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents: true }))).toBe(
        "protected_path",
      );
    }
  });

  test("control: git runs a hook of such a directory without a config", () => {
    const sandbox = useSandbox();
    const repository = join(sandbox.root, "docs");
    for (const name of ["hooks", "objects", "refs"]) mkdirSync(join(repository, name), { recursive: true });
    sandbox.write({ "docs/HEAD": "ref: refs/heads/main\n" });
    sandbox.write({ "docs/hooks/reference-transaction": `#!/bin/sh\ntouch '${sandbox.base}/ran'\n` });
    execFileSync("chmod", ["+x", join(repository, "hooks/reference-transaction")]);
    execFileSync("git", ["-C", repository, "symbolic-ref", "HEAD", "refs/heads/x"], { stdio: "ignore" });
    execFileSync("git", ["-C", repository, "pack-refs", "--all"], { stdio: "ignore" });
    expect(existsSync(join(sandbox.base, "ran"))).toBe(true);
  });
});

describe("files that come into being together", () => {
  const together = (names: readonly string[]) =>
    names.map((name) => ({ path: `docs/${name}`, content: Buffer.from("x") }));

  test("are refused when they make a repository, on disk and in memory", async () => {
    const sandbox = useSandbox();
    for (const workspace of [createInMemoryWorkspace({ trusted: true }), await sandbox.open()]) {
      const apply = (names: readonly string[]) =>
        kindOf(() => workspace.fs.applyChanges(together(names), { createParents: true }));
      expect(await apply(BARE)).toBe("protected_path");
      expect(await workspace.fs.stat("docs")).toBeNull();
      expect(await apply(["HEAD", "objects/x"])).toBe("ok");
      expect(await apply(["ReFs/x", "config"])).toBe("protected_path");
      expect(await apply(["refs/x", "readme"])).toBe("ok");
    }
  });

  test("are taken where the operator protects nothing", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, protectedPaths: [] });
    expect(await kindOf(() => workspace.fs.applyChanges(together(BARE), { createParents: true }))).toBe("ok");
  });
});
