// A change of many files happens as a whole or not at all, whatever goes wrong on the way.

import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256Of } from "../../../../src/text/sha256.js";
import { openAnchoredRoot } from "../../../../src/workspace/directories/anchored-directory.js";
import { createMemoryRoot } from "../../../../src/workspace/directories/memory-directory.js";
import { createInMemoryWorkspace } from "../../../../src/workspace/in-memory-workspace.js";
import type { FileChange } from "../../../../src/workspace/interfaces/workspace.js";
import type { PlatformTier } from "../../../../src/workspace/open-workspace.js";
import { createFaultyDirectory, Fault } from "../../../support/faulty-directory.js";
import { kindOf } from "../../../support/outcome.js";
import { TIERS, useSandbox } from "../../../support/temp-workspace.js";
import { snapshotTree } from "../../../support/tree-snapshot.js";

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Touches an existing file, makes two in a new directory, removes one, and moves one. */
const FIVE: readonly FileChange[] = [
  { path: "a", expectedSha256: sha256Of("old a"), content: bytes("new a") },
  { path: "new/deep/x", expectedSha256: null, content: bytes("x") },
  { path: "new/deep/y", expectedSha256: null, content: bytes("y") },
  { path: "dir/gone", content: null },
  { path: "moved", content: bytes("content"), movedFrom: "dir/source", expectedSha256: null },
  { path: "dir/source", content: null },
];
const CREATE = { createParents: true } as const;
const BEFORE = { a: "old a", "dir/gone": "gone", "dir/source": "content", "dir/other": "other" };

describe.each(TIERS)("on the $guarantees tier, many changes", (tier) => {
  test("happen together and are told file by file", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    chmodSync(join(sandbox.root, "dir/source"), 0o755);
    const workspace = await sandbox.open({}, tier);
    const { files } = await workspace.fs.applyChanges(FIVE, CREATE);
    expect(files.map(({ path, operation }) => `${operation} ${path}`)).toEqual([
      "update a",
      "create new/deep/x",
      "create new/deep/y",
      "remove dir/gone",
      "create moved",
      "remove dir/source",
    ]);
    expect(files[0]).toMatchObject({ before: { sha256: sha256Of("old a"), size: 5 }, after: { size: 5 } });
    expect(files[4]?.movedFrom).toBe("dir/source");
    expect(readFileSync(join(sandbox.root, "new/deep/y"), "utf8")).toBe("y");
    expect(statSync(join(sandbox.root, "moved")).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(sandbox.root, "dir"))).toEqual(["other"]);
    expect(workspace.audit.recent().map(({ outcome }) => outcome)).toEqual(Array.from(FIVE, () => "ok"));
  });

  test.each<[string, string, FileChange]>([
    ["another content", "hash_mismatch", { path: "dir/other", expectedSha256: sha256Of("?"), content: bytes("x") }],
    ["a file that is gone", "hash_mismatch", { path: "none", expectedSha256: sha256Of("?"), content: bytes("x") }],
    ["a taken name", "file_already_exists", { path: "dir/other", expectedSha256: null, content: bytes("x") }],
    ["nothing to remove", "path_not_found", { path: "none", content: null }],
    ["a directory", "not_a_file", { path: "dir", content: null }],
    ["a protected path", "protected_path", { path: ".git/config", content: bytes("x") }],
    ["a path outside", "path_outside_workspace", { path: "../x", content: bytes("x") }],
    ["a file twice", "parse_error", { path: "./a", content: bytes("x") }],
    ["too much", "file_too_large", { path: "large", content: new Uint8Array(101) }],
  ])("with %s change nothing", async (_, kind, change) => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({ limits: { maxWriteBytes: 100 } }, tier);
    const before = snapshotTree(sandbox.root);
    expect(await kindOf(() => workspace.fs.applyChanges([...FIVE, change], CREATE))).toBe(kind);
    expect(snapshotTree(sandbox.root)).toEqual(before);
  });

  test("need trust", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open({ trusted: false }, tier);
    expect(await kindOf(() => workspace.fs.applyChanges(FIVE, CREATE))).toBe("untrusted_workspace");
  });

  test("reject with the reason of an abort", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const workspace = await sandbox.open({}, tier);
    const before = snapshotTree(sandbox.root);
    const reason = new Error("enough");
    const applied = workspace.fs.applyChanges(FIVE, { ...CREATE, signal: AbortSignal.abort(reason) });
    await expect(applied).rejects.toBe(reason);
    expect(snapshotTree(sandbox.root)).toEqual(before);
  });
});

describe("a failure at any step", () => {
  test("on disk leaves all or nothing, and no litter", async () => {
    const fault = new Fault();
    const outcomes = new Set<string>();
    for (let call = 1; !outcomes.has("ok"); call += 1) {
      const sandbox = useSandbox();
      sandbox.write(BEFORE);
      const workspace = await sandbox.open({}, faultyTier(fault));
      const before = readAll(sandbox.root);
      fault.arm(call);
      const outcome = await kindOf(() => workspace.fs.applyChanges(FIVE, CREATE));
      fault.disarm();
      await workspace.close();
      outcomes.add(outcome);
      if (outcome === "io_error") expect([call, readAll(sandbox.root)]).toEqual([call, before]);
    }
    expect([...outcomes]).toEqual(["io_error", "ok"]);
  });

  test("in memory does the same", async () => {
    const fault = new Fault();
    let outcome = "";
    for (let call = 1; outcome !== "ok"; call += 1) {
      const sandbox = useSandbox();
      const seed = Object.entries(BEFORE).map(([path, text]) => ({ components: path.split("/"), bytes: bytes(text) }));
      const root = createMemoryRoot(seed);
      const tier = { guarantees: "strong", openRootDirectory: () => createFaultyDirectory(root, fault) } as const;
      const workspace = await sandbox.open({}, tier);
      fault.arm(call);
      outcome = await kindOf(() => workspace.fs.applyChanges(FIVE, CREATE));
      fault.disarm();
      if (outcome === "ok") continue;
      expect(
        root
          .entries()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(["a", "dir"]);
      expect((await workspace.fs.readText("a")).content).toBe("old a");
      expect(root.openDirectory("dir").entries()).toHaveLength(3);
    }
  });
});

function readAll(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(root, name);
      return [name, statSync(path).isFile() ? `${statSync(path).mode.toString(8)} ${readFileSync(path, "utf8")}` : ""];
    }),
  );
}

/** A tier on the disk that fails, or lets somebody meddle, at a chosen step. */
function faultyTier(fault: Fault): PlatformTier {
  return {
    guarantees: "strong",
    openRootDirectory: (path) => createFaultyDirectory(openAnchoredRoot(path), fault),
  };
}

describe("a foreign change", () => {
  test("between reading and writing is never overwritten", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const fault = new Fault();
    fault.onCreate = () => writeFileSync(join(sandbox.root, "a"), "by somebody else");
    const workspace = await sandbox.open({}, faultyTier(fault));
    expect(await kindOf(() => workspace.fs.applyChanges(FIVE, CREATE))).toBe("hash_mismatch");
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe("by somebody else");
    expect(existsSync(join(sandbox.root, "new"))).toBe(false);
  });

  test("made while a failed change is taken back stays, and is named", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const fault = new Fault();
    fault.onRenamed = (name) => {
      writeFileSync(join(sandbox.root, name), "by somebody else");
      throw Object.assign(new Error("injected"), { code: "EIO" });
    };
    const workspace = await sandbox.open({}, faultyTier(fault));
    const failure = await workspace.fs.applyChanges(FIVE, CREATE).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "patch_conflict", path: "a", details: { files: ["a"] } });
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe("by somebody else");
    expect(readdirSync(join(sandbox.root, "dir")).toSorted()).toEqual(["gone", "other", "source"]);
  });
});

describe("an abort", () => {
  test("before the first file is replaced leaves nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const fault = new Fault();
    const controller = new AbortController();
    const reason = new Error("enough");
    fault.onCreate = () => controller.abort(reason);
    const workspace = await sandbox.open({}, faultyTier(fault));
    const before = readAll(sandbox.root);
    const applied = workspace.fs.applyChanges(FIVE, { ...CREATE, signal: controller.signal });
    await expect(applied).rejects.toBe(reason);
    expect(readAll(sandbox.root)).toEqual(before);
  });

  test("after it does not stop the rest", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const fault = new Fault();
    const controller = new AbortController();
    fault.onRenamed = () => controller.abort();
    const workspace = await sandbox.open({}, faultyTier(fault));
    await workspace.fs.applyChanges(FIVE, { ...CREATE, signal: controller.signal });
    expect(controller.signal.aborted).toBe(true);
    expect(existsSync(join(sandbox.root, "moved"))).toBe(true);
  });
});

test("many changes happen in memory too", async () => {
  const workspace = createInMemoryWorkspace({ files: BEFORE, trusted: true });
  await workspace.fs.applyChanges(FIVE, CREATE);
  expect((await workspace.fs.glob("**", { sort: "path" })).paths).toEqual([
    "a",
    "dir/other",
    "moved",
    "new/deep/x",
    "new/deep/y",
  ]);
});
