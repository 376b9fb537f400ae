// What a refusal advises can be done by whoever is refused.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { WorkspaceFileSystem } from "../../../src/workspace/interfaces/workspace.js";
import { failureOf } from "../../support/outcome.js";
import { TIERS, useSandbox } from "../../support/temp-workspace.js";

type Call = (fs: WorkspaceFileSystem) => Promise<unknown>;

const REFUSED: readonly (readonly [string, Call, { readonly kind: string; readonly says: string }])[] = [
  ["listing a file", (fs) => fs.list("file"), { kind: "not_a_directory", says: "read it as a file" }],
  ["searching below a file", (fs) => fs.glob("*", { cwd: "file" }), { kind: "not_a_directory", says: "read it" }],
  ["a file with a slash", (fs) => fs.readText("file/"), { kind: "not_a_directory", says: "Did you mean file?" }],
  ["a path through a file", (fs) => fs.readText("file/x"), { kind: "not_a_directory", says: "the directory above" }],
  ["removing the root", (fs) => fs.remove(".", { recursive: true }), { kind: "not_a_file", says: "whole root" }],
  ["moving the root", (fs) => fs.move(".", "new"), { kind: "not_a_file", says: ".: it is a whole root" }],
  [
    "copying a directory",
    (fs) => fs.copy("dir", "new"),
    { kind: "not_a_file", says: "dir: it is a directory\nOnly single" },
  ],
  ["removing a link", (fs) => fs.remove("link"), { kind: "symlink_escape", says: "leads to file: name that path" }],
  ["removing what is in use", (fs) => fs.remove("dir"), { kind: "file_already_exists", says: "Remove what is in it" }],
];

describe.each(TIERS)("on the $guarantees tier", (tier) => {
  test.each(REFUSED)("%s", async (_, call, { kind, says }) => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x", "dir/file": "x" });
    symlinkSync("file", join(sandbox.root, "link"));
    const { fs } = await sandbox.open({}, tier);
    expect(await failureOf(() => call(fs))).toMatchObject({ kind, text: expect.stringContaining(says) });
  });
});

test.each([
  ["x x\n", "Quote more"],
  ["a\nx\nb\nx\n", "Extend oldText"],
])("an edit of one place in %j is not told to replace all", async (content, says) => {
  const { fs } = createInMemoryWorkspace({ files: { file: content }, trusted: true });
  const failure = await failureOf(() => fs.edit("file", { oldText: "x", newText: "y" }));
  expect(failure).toMatchObject({ kind: "ambiguous_text_match", text: expect.stringContaining(says) });
  expect(failure.text).not.toContain("replaceAll");
});
