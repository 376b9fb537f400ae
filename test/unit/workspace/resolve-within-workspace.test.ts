// One path, resolved without a workspace that stays open.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveWithinWorkspace } from "../../../src/workspace/paths/resolve-within-workspace.js";
import { kindOf } from "../../support/outcome.js";
import { useSandbox } from "../../support/temp-workspace.js";

test("a path that stays inside is answered absolute and canonical", async () => {
  const sandbox = useSandbox();
  sandbox.write({ "a/file": "x", ".git/config": "x" });
  symlinkSync("a", join(sandbox.root, "link"));
  const { root } = sandbox;
  expect(await resolveWithinWorkspace("link/../a/file", root, "read")).toBe(join(root, "a/file"));
  expect(await resolveWithinWorkspace(join(root, "a/new"), root, "write")).toBe(join(root, "a/new"));
  expect(await resolveWithinWorkspace(".git/config", root, "edit")).toBe(join(root, ".git/config"));
  expect(sandbox.countDescriptors()).toBe(0);
});

test("several roots are tried by absolute paths", async () => {
  const sandbox = useSandbox();
  mkdirSync(join(sandbox.outside, "b"));
  const roots = [sandbox.root, sandbox.outside];
  expect(await resolveWithinWorkspace(join(sandbox.outside, "b"), roots, "list")).toBe(join(sandbox.outside, "b"));
  expect(await kindOf(() => resolveWithinWorkspace("b", roots, "list"))).toBe("path_not_found");
});

test.each([
  ["../outside", "path_outside_workspace"],
  ["/etc/passwd", "path_outside_workspace"],
  ["out/secret", "symlink_escape"],
  ["missing", "path_not_found"],
  ["a\0", "invalid_path"],
])("%j answers %s", async (path, kind) => {
  const sandbox = useSandbox();
  symlinkSync(sandbox.outside, join(sandbox.root, "out"));
  expect(await kindOf(() => resolveWithinWorkspace(path, sandbox.root, "read"))).toBe(kind);
});

test.each(["", [], "/no/such/root"])("a root %j is a TypeError", async (root) => {
  await expect(resolveWithinWorkspace("a", root, "read")).rejects.toThrow(TypeError);
});
