// Files that are none: pipes, devices, sockets, procfs. None may hang a call, and none may hang its neighbours.

import { execFileSync } from "node:child_process";
import { closeSync, openSync, renameSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runProgram, startProgram } from "../support/child-program.js";
import { compileSource } from "../support/compiled-source.js";
import { kindOf } from "../support/outcome.js";
import { type Sandbox, TEST_SCALE, TIERS, useSandbox } from "../support/temp-workspace.js";

const source = compileSource();
const GIB = 1024 ** 3;

/** A child that hangs is killed after this time, and the test fails. */
const HANG_MS = 20_000;

afterAll(() => source.remove());

interface Timed {
  readonly kind: string;
  readonly ms: number;
}

async function runIn(root: string, operations: readonly unknown[]): Promise<readonly Timed[]> {
  const parameters = { workspaceUrl: source.workspaceUrl, options: { root }, operations };
  return (await runProgram("run-operations.mjs", parameters, { timeoutMs: HANG_MS })) as readonly Timed[];
}

function makePipe(sandbox: Sandbox, name: string): void {
  execFileSync("mkfifo", [join(sandbox.root, name)]);
}

const READS = ["readText", "readBytes", "readFile"];

describe("a pipe", () => {
  test("is refused at once by everything that reads or replaces", async () => {
    const sandbox = useSandbox();
    makePipe(sandbox, "pipe");
    const operations = [
      ...READS.map((method) => [method, "pipe"]),
      ["writeTextOverwrite", "pipe", "x"],
      ["edit", "pipe", { oldText: "a", newText: "b" }],
      ["copy", "pipe", "other"],
    ];
    const results = await runIn(sandbox.root, operations);
    expect(results.map(({ kind }) => kind)).toEqual(operations.map(() => "not_a_file"));
  });

  test("in place of an ignore file hides nothing and hangs nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x" });
    makePipe(sandbox, ".gitignore");
    const results = await runIn(sandbox.root, [
      ["list", "."],
      ["glob", "**"],
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(["ok", "ok"]);
  });

  test("in place of an ignore file does not hang a search, at any depth", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "needle", "sub/file": "needle" });
    makePipe(sandbox, ".gitignore");
    makePipe(sandbox, "sub/.ignore");
    const results = await runIn(sandbox.root, [["grep", "needle"]]);
    expect(results.map(({ kind }) => kind)).toEqual(["ok"]);
  });

  test("eight at once keep no thread from a normal read", async () => {
    const sandbox = useSandbox();
    sandbox.write({ big: Buffer.alloc(200_000, "x") });
    const workspace = await sandbox.open();
    const names = Array.from({ length: 8 }, (_, index) => `pipe${index}`);
    for (const name of names) makePipe(sandbox, name);
    const kinds = await Promise.all(names.map((name) => kindOf(() => workspace.fs.readFile(name))));
    expect(kinds).toEqual(names.map(() => "not_a_file"));
    expect((await workspace.fs.readFile("big")).length).toBe(200_000);
  });

  test.each(TIERS)("that takes a file's place between two looks never hangs ($guarantees)", async (tier) => {
    const sandbox = useSandbox();
    sandbox.write({ file: "inside" });
    makePipe(sandbox, "spare");
    const swapper = startProgram("swap-entries.mjs", { root: sandbox.root, names: ["file", "spare", "third"] });
    await swapper.started;
    const workspace = await sandbox.open({}, tier);
    const seen = new Map<string, number>();
    for (let turn = 0; turn < 5000 * TEST_SCALE || seen.size < 2; turn++) {
      const kind = await kindOf(() => workspace.fs.readBytes("file"));
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    await swapper.kill();
    expect(Array.from(seen.keys()).toSorted()).toEqual(expect.arrayContaining(["not_a_file", "ok"]));
    expect(["io_error", "not_a_file", "ok", "path_not_found"]).toEqual(expect.arrayContaining(Array.from(seen.keys())));
  });
});

describe("files of pseudo file systems", () => {
  test("below a root of everything are no files", async () => {
    const results = await runIn("/", [
      ["readBytes", "proc/self/status"],
      ["readText", "proc/version"],
      ["readFile", "sys/kernel/mm/transparent_hugepage/enabled"],
      ["readBytes", "dev/zero"],
      ["readBytes", "dev/null"],
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["not_a_file"]));
    expect(results.every(({ kind }) => kind === "not_a_file" || kind === "path_not_found")).toBe(true);
  });

  test("below a root in procfs are no files", async () => {
    const results = await runIn("/proc", [
      ["readBytes", "kmsg"],
      ["readText", "self/environ"],
      ["readFile", "1/mem"],
    ]);
    expect(results.every(({ kind }) => ["not_a_file", "path_not_found", "permission_denied"].includes(kind))).toBe(
      true,
    );
    expect(results[0]?.kind).toBe("not_a_file");
  });
});

describe("a file of 10 GiB", () => {
  test("costs a window what the window costs", async () => {
    const sandbox = useSandbox();
    const path = join(sandbox.root, "sparse");
    writeFileSync(path, "first\nsecond\n");
    truncateSync(path, 10 * GIB);
    const descriptor = openSync(path, "r+");
    writeSync(descriptor, "the end", 10 * GIB - 7);
    closeSync(descriptor);
    const workspace = await sandbox.open();
    const before = process.memoryUsage().rss;
    const tail = await workspace.fs.readBytes("sparse", { offset: 10 * GIB - 7 });
    expect(Buffer.from(tail.bytes).toString()).toBe("the end");
    expect(tail.sizeBytes).toBe(10 * GIB);
    expect(await kindOf(() => workspace.fs.readFile("sparse"))).toBe("file_too_large");
    expect(await kindOf(() => workspace.fs.readText("sparse"))).toBe("file_too_large");
    expect(await kindOf(() => workspace.fs.edit("sparse", { oldText: "a", newText: "b" }))).toBe("file_too_large");
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("that grows while it is read is never mixed", async () => {
    const sandbox = useSandbox();
    sandbox.write({ growing: "" });
    const grower = startProgram("append-in-a-loop.mjs", { path: join(sandbox.root, "growing") });
    await grower.started;
    const workspace = await sandbox.open();
    for (let turn = 0; turn < 100 * TEST_SCALE; turn++) {
      const kind = await kindOf(async () => {
        const bytes = await workspace.fs.readFile("growing");
        if (bytes.length % 128 !== 0) throw new Error(`half a record: ${bytes.length}`);
      });
      expect(["ok", "hash_mismatch"]).toContain(kind);
    }
    await grower.kill();
  });
});

describe("renaming under the reader", () => {
  test("a file renamed over by another is read whole", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "a".repeat(50_000) });
    const workspace = await sandbox.open();
    for (let turn = 0; turn < 100; turn++) {
      const letter = "ab"[turn % 2] ?? "";
      sandbox.write({ next: letter.repeat(50_000) });
      const read = workspace.fs.readFile("file");
      renameSync(join(sandbox.root, "next"), join(sandbox.root, "file"));
      expect(new Set((await read).values()).size).toBe(1);
    }
  });
});
