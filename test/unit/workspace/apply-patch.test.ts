// A patch on a workspace: what it does to files, what it tells, and what it must leave alone.

import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFsError } from "../../../src/errors.js";
import { sha256Of } from "../../../src/text/sha256.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../support/outcome.js";
import { TIERS, useSandbox } from "../../support/temp-workspace.js";
import { snapshotTree } from "../../support/tree-snapshot.js";

const BEFORE = { a: "one\ntwo\nthree\n", "dir/b": "b\n", "dir/gone": "gone\n", "dir/tool": "#!/bin/sh\n" };

function envelope(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}

const UPDATE = ["*** Update File: a", "@@", " one", "-two", "+2"];
const MOVE = ["*** Update File: dir/tool", "*** Move to: bin/tool", "@@", " #!/bin/sh", "+true"];
const FOUR = envelope(...UPDATE, "*** Add File: new/deep/x", "+x", "*** Delete File: dir/gone", ...MOVE);

async function failureOf(operation: Promise<unknown>) {
  const error = await operation.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isFsError(error)) throw error ?? new Error("it did not fail");
  return error;
}

async function textOf({ fs }: Workspace, path: string): Promise<string> {
  return Buffer.from(await fs.readFile(path)).toString();
}

describe.each(TIERS)("on the $guarantees tier, a patch", (tier) => {
  test("changes, creates, moves and removes files at once", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    chmodSync(join(sandbox.root, "dir/tool"), 0o755);
    const workspace = await sandbox.open({}, tier);
    const { files, transactionId, dryRun, risk } = await workspace.fs.applyPatch(FOUR);
    expect(files.map(({ operation, path, movedFrom }) => [operation, path, movedFrom])).toEqual([
      ["update", "a", undefined],
      ["add", "new/deep/x", undefined],
      ["delete", "dir/gone", undefined],
      ["move", "bin/tool", "dir/tool"],
    ]);
    expect(files[0]).toMatchObject({
      beforeSha256: sha256Of(BEFORE.a),
      afterSha256: sha256Of("one\n2\nthree\n"),
      afterSizeBytes: 12,
      hunks: [{ line: 1, matchedBy: "exact" }],
    });
    expect([dryRun, risk.level]).toEqual([false, "high"]);
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe("one\n2\nthree\n");
    expect(readFileSync(join(sandbox.root, "bin/tool"), "utf8")).toBe("#!/bin/sh\ntrue\n");
    expect(statSync(join(sandbox.root, "bin/tool")).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(sandbox.root, "dir"))).toEqual(["b"]);
    const [entry] = await workspace.history.list();
    expect(entry).toMatchObject({ id: transactionId, tool: "apply_patch", undoable: true });
    await workspace.history.undo();
    expect(readFileSync(join(sandbox.root, "dir/gone"), "utf8")).toBe("gone\n");
    expect(readdirSync(sandbox.root).toSorted()).toEqual(["a", "dir"]);
  });

  test("that is planned only changes nothing and tells the same", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({}, tier);
    const before = snapshotTree(sandbox.root);
    const plan = await workspace.fs.applyPatch(FOUR, { dryRun: true });
    expect(snapshotTree(sandbox.root)).toEqual(before);
    expect(await workspace.history.list()).toEqual([]);
    const { transactionId: _, ...done } = await workspace.fs.applyPatch(FOUR);
    expect(done).toEqual({ ...plan, dryRun: false });
  });

  test.each<[string, string, readonly string[]]>([
    ["a hunk that fits nowhere", "text_not_found", ["*** Update File: dir/b", "@@", "-none", "+x"]],
    ["a file that is there", "file_already_exists", ["*** Add File: dir/b", "+other"]],
    ["a target that is there", "file_already_exists", ["*** Update File: dir/b", "*** Move to: a"]],
    ["a file that is not there", "path_not_found", ["*** Delete File: none"]],
    ["a directory", "not_a_file", ["*** Delete File: dir"]],
    ["a directory as the name of a file", "not_a_file", ["*** Add File: new/", "+x"]],
    ["a file as a directory", "not_a_directory", ["*** Add File: dir/b/c", "+x"]],
    ["a path outside", "path_outside_workspace", ["*** Add File: ../x", "+x"]],
    ["a way outside", "path_outside_workspace", ["*** Update File: dir/b", "*** Move to: dir/../../x"]],
    ["a protected path", "protected_path", ["*** Add File: .git/hooks/post-checkout", "+x"]],
    ["a protected path in other letters", "protected_path", ["*** Add File: .GIT/config", "+x"]],
    ["a way to a protected path", "protected_path", ["*** Update File: dir/b", "*** Move to: .husky/pre-commit"]],
    ["a link", "symlink_escape", ["*** Update File: link", "@@", "-b", "+c"]],
    ["a target that is a link", "symlink_escape", ["*** Update File: dir/b", "*** Move to: link"]],
    ["a large file", "file_too_large", ["*** Delete File: large"]],
  ])("with %s changes nothing", async (_, kind, lines) => {
    const sandbox = useSandbox();
    sandbox.write({ ...BEFORE, large: "x".repeat(101) });
    symlinkSync("dir/b", join(sandbox.root, "link"));
    const workspace = await sandbox.open({ limits: { maxWriteBytes: 100 } }, tier);
    const before = snapshotTree(sandbox.base);
    const patch = envelope(...UPDATE, ...lines);
    expect((await failureOf(workspace.fs.applyPatch(patch))).kind).toBe(kind);
    expect((await failureOf(workspace.fs.applyPatch(patch, { dryRun: true }))).kind).toBe(kind);
    expect(snapshotTree(sandbox.base)).toEqual(before);
  });

  test("tells everything that fails at once, and no path of the host", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({}, tier);
    const patch = envelope("*** Add File: .git/x", "+x", "*** Delete File: ../y", "*** Delete File: none", ...UPDATE);
    const error = await failureOf(workspace.fs.applyPatch(patch));
    expect(error.details?.["failures"]).toMatchObject([
      { path: ".git/x", kind: "protected_path", patchLine: 2 },
      { path: "../y", kind: "path_outside_workspace", patchLine: 4 },
      { path: "none", kind: "path_not_found", patchLine: 5 },
    ]);
    expect(JSON.stringify([error, error.details, error.message])).not.toContain(sandbox.base);
  });

  test("needs trust, for its plan too", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({ trusted: false }, tier);
    expect(await kindOf(() => workspace.fs.applyPatch(FOUR))).toBe("untrusted_workspace");
    expect(await kindOf(() => workspace.fs.applyPatch(FOUR, { dryRun: true }))).toBe("untrusted_workspace");
  });

  test("is refused when a file changes between the plan and the writing", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({}, tier);
    const judge = async (): Promise<void> => writeFileSync(join(sandbox.root, "a"), "somebody else\n");
    expect(await kindOf(() => workspace.fs.applyPatch(FOUR, { review: { judge } }))).toBe("hash_mismatch");
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe("somebody else\n");
    expect(existsSync(join(sandbox.root, "new"))).toBe(false);
  });

  test("is refused when somebody puts a file where it moves one", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({}, tier);
    const judge = async (): Promise<void> => sandbox.write({ "bin/tool": "theirs" });
    expect(await kindOf(() => workspace.fs.applyPatch(FOUR, { review: { judge } }))).toBe("file_already_exists");
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe(BEFORE.a);
    expect(readFileSync(join(sandbox.root, "bin/tool"), "utf8")).toBe("theirs");
  });
});

describe("a patch", () => {
  const open = (files: Record<string, string> = BEFORE): Workspace => createInMemoryWorkspace({ files, trusted: true });

  test("does the same in memory", async () => {
    const workspace = open();
    await workspace.fs.applyPatch(FOUR);
    expect(await textOf(workspace, "a")).toBe("one\n2\nthree\n");
    expect(await textOf(workspace, "bin/tool")).toBe("#!/bin/sh\ntrue\n");
    expect(await workspace.fs.stat("dir/gone")).toBeNull();
  });

  test("takes every spelling of a path for the same file", async () => {
    const workspace = open();
    const patch = envelope(
      "*** Update File: ./a",
      "@@",
      "-one",
      "+1",
      "*** Update File: /dir/../a",
      "@@",
      "-two",
      "+2",
    );
    const { files } = await workspace.fs.applyPatch(patch);
    expect(files.map(({ path }) => path)).toEqual(["a", "a"]);
    expect(await textOf(workspace, "a")).toBe("1\n2\nthree\n");
  });

  test("starts from the focus, and names files from the root", async () => {
    const workspace = open().forRequest({ focus: "dir" });
    const { files } = await workspace.fs.applyPatch(envelope("*** Update File: b", "@@", "-b", "+c"));
    expect(files[0]?.path).toBe("dir/b");
    expect(await textOf(workspace, "/dir/b")).toBe("c\n");
    expect(await workspace.fs.stat("/b")).toBeNull();
  });

  test("that comes to nothing leaves no transaction", async () => {
    const workspace = open();
    const result = await workspace.fs.applyPatch(envelope("*** Add File: dir/b", "+b"));
    expect(result).toMatchObject({ noOp: true, files: [{ noOp: true, createIdempotent: true }] });
    expect(result).not.toHaveProperty("transactionId");
    expect(await workspace.history.list()).toEqual([]);
  });

  test("that swaps two files through a third does so", async () => {
    const workspace = open({ x: "1\n", y: "2\n" });
    const patch = envelope(
      ...["*** Update File: x", "*** Move to: t"],
      ...["*** Update File: y", "*** Move to: x"],
      ...["*** Update File: t", "*** Move to: y"],
    );
    await workspace.fs.applyPatch(patch);
    expect([await textOf(workspace, "x"), await textOf(workspace, "y")]).toEqual(["2\n", "1\n"]);
    expect(await workspace.fs.stat("t")).toBeNull();
  });

  test.each(["100755", "100644"])("gives a new file the mode %s that its headers name, and shows it", async (mode) => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open();
    const headers = ["diff --git a/run.sh b/run.sh", `new file mode ${mode}`, "--- /dev/null", "+++ b/run.sh"];
    const patch = [...headers, "@@ -0,0 +1,1 @@", "+#!/bin/sh", ""].join("\n");
    const planned = await workspace.fs.applyPatch(patch, { dryRun: true });
    const { files } = await workspace.fs.applyPatch(patch);
    expect(files[0]?.diff.includes("new file mode 100755")).toBe(mode === "100755");
    expect(planned.files[0]?.diff).toBe(files[0]?.diff);
    expect((statSync(join(sandbox.root, "run.sh")).mode & 0o100) !== 0).toBe(mode === "100755");
    // The diff is a patch again.
    await workspace.history.undo();
    expect(existsSync(join(sandbox.root, "run.sh"))).toBe(false);
    await workspace.fs.applyPatch(files[0]?.diff ?? "");
    expect((statSync(join(sandbox.root, "run.sh")).mode & 0o100) !== 0).toBe(mode === "100755");
  });

  test("keeps a moved script one, also where another file takes its old path", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    chmodSync(join(sandbox.root, "dir/tool"), 0o755);
    const workspace = await sandbox.open();
    await workspace.fs.applyPatch(envelope(...MOVE, "*** Add File: dir/tool", "+exec bin/tool"));
    expect(statSync(join(sandbox.root, "bin/tool")).mode & 0o777).toBe(0o755);
    await workspace.history.undo();
    expect(existsSync(join(sandbox.root, "bin/tool"))).toBe(false);
    expect(statSync(join(sandbox.root, "dir/tool")).mode & 0o777).toBe(0o755);
  });

  test("deletes no file that has more than it says, however little that is", async () => {
    const workspace = open({ x: "1\n2\n", y: "\ufeff1\n" });
    const patch = "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
    expect((await failureOf(workspace.fs.applyPatch(patch))).kind).toBe("patch_conflict");
    expect(await textOf(workspace, "x")).toBe("1\n2\n");
    await workspace.fs.applyPatch(patch.replace("a/x", "a/y"));
    expect(await workspace.fs.stat("y")).toBeNull();
  });

  test("may expect versions, by path as it gives them", async () => {
    const workspace = open();
    const patch = envelope("*** Update File: ./a", "@@", "-one", "+1", "*** Add File: new", "+x");
    const expectedVersions = { "./a": sha256Of(BEFORE.a), new: null };
    const other = { ...expectedVersions, "./a": sha256Of("?") };
    expect(await kindOf(() => workspace.fs.applyPatch(patch, { expectedVersions: other }))).toBe("hash_mismatch");
    expect(await kindOf(() => workspace.fs.applyPatch(patch, { expectedVersions }))).toBe("ok");
    expect(await kindOf(() => workspace.fs.applyPatch(patch, { expectedVersions }))).toBe("hash_mismatch");
  });

  test("is refused when it looks like a slip, until that is confirmed", async () => {
    const workspace = open({ long: "some line\n".repeat(40) });
    const stub = envelope("*** Replace File: long", "+x");
    const rest = envelope("*** Replace File: long", "+x", "+// ... rest of the code");
    expect(await kindOf(() => workspace.fs.applyPatch(stub))).toBe("patch_conflict");
    expect(await kindOf(() => workspace.fs.applyPatch(rest, { confirm: ["shrink"] }))).toBe("parse_error");
    expect(await kindOf(() => workspace.fs.applyPatch(rest, { confirm: ["shrink", "placeholders"] }))).toBe("ok");
    expect(await textOf(workspace, "long")).toBe("x\n// ... rest of the code\n");
  });

  test("rejects with the reason of an abort, before and while it is planned", async () => {
    const workspace = open();
    const controller = new AbortController();
    const reason = new Error("enough");
    const abort = async (): Promise<void> => controller.abort(reason);
    const { signal } = controller;
    await expect(workspace.fs.applyPatch(FOUR, { signal, review: { judge: abort } })).rejects.toBe(reason);
    await expect(workspace.fs.applyPatch(FOUR, { signal })).rejects.toBe(reason);
    expect(await textOf(workspace, "a")).toBe(BEFORE.a);
  });

  test("leaves an event for every path that it looks at, and for every file that it changes", async () => {
    const workspace = open();
    await kindOf(() => workspace.fs.applyPatch(envelope(...UPDATE, "*** Add File: .git/x", "+x")));
    await workspace.fs.applyPatch(envelope(...UPDATE));
    const events = workspace.audit.recent().map(({ intent, outcome, errorKind }) => [intent, outcome, errorKind]);
    expect(events).toEqual([
      ["edit", "ok", undefined],
      ["edit", "denied", "protected_path"],
      ["edit", "ok", undefined],
      ["write", "ok", undefined],
    ]);
  });
});
