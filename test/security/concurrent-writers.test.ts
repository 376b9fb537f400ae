// Several writers of one file: in one process, under several of its names, and in several processes.

import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runProgram } from "../support/child-program.js";
import { compileSource } from "../support/compiled-source.js";
import { kindOf } from "../support/outcome.js";
import { type Sandbox, TEST_SCALE, TIERS, useSandbox } from "../support/temp-workspace.js";

const PROCESSES = 3;
const TIMES = 200 * TEST_SCALE;
const OVERWRITES = 500 * TEST_SCALE;
const source = compileSource();

afterAll(() => source.remove());

function addOne(bytes: Uint8Array | null): Uint8Array {
  return Buffer.from(String(Number(Buffer.from(bytes ?? []).toString()) + 1));
}

/** Milliseconds after which the processes begin together, so that they do meet. */
const START_DELAY_MS = 1500;

async function countUp(sandbox: Sandbox, isGuarded: boolean): Promise<number> {
  sandbox.write({ counter: "0" });
  const parameters = {
    workspaceUrl: source.workspaceUrl,
    root: sandbox.root,
    path: "counter",
    times: TIMES,
    isGuarded,
    startMs: Date.now() + START_DELAY_MS,
  };
  await Promise.all(Array.from({ length: PROCESSES }, () => runProgram("count-up.mjs", parameters)));
  return Number(readFileSync(join(sandbox.root, "counter"), "utf8"));
}

/** Reads whole files until told to stop; answers what was seen that is neither. */
async function watch(
  workspace: Workspace,
  wholes: readonly string[],
  isOver: () => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  let reads = 0;
  while (!isOver() || reads === 0) {
    const content = await workspace.fs.readFile("file").then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: unknown) => String(error),
    );
    if (!wholes.includes(content)) wrong.push(content.slice(0, 200));
    reads += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return wrong;
}

async function overwriteUnderReaders(workspace: Workspace): Promise<readonly string[]> {
  const wholes = ["a".repeat(300_000), "b".repeat(1000), "c".repeat(200_000)];
  await workspace.fs.writeTextOverwrite("file", wholes[0] ?? "");
  let isOver = false;
  const readers = Array.from({ length: 4 }, () => watch(workspace, wholes, () => isOver));
  for (let turn = 0; turn < OVERWRITES; turn++) await workspace.fs.writeTextOverwrite("file", wholes[turn % 3] ?? "");
  isOver = true;
  return (await Promise.all(readers)).flat();
}

describe("several processes", { timeout: 300_000 }, () => {
  test("lose no update", async () => {
    expect(await countUp(useSandbox(), true)).toBe(PROCESSES * TIMES);
  });

  test("control: without the lock they do", async () => {
    const count = await countUp(useSandbox(), false);
    console.info(`without a lock: ${PROCESSES * TIMES - count} of ${PROCESSES * TIMES} updates lost`);
    expect(count).not.toBe(PROCESSES * TIMES);
  });

  test("create a name exactly once", async () => {
    const sandbox = useSandbox();
    const operations = Array.from({ length: 20 }, (_, index) => [
      "writeTextAtomic",
      `new-${index}`,
      "whole content",
      { mode: "create" },
    ]);
    const parameters = { workspaceUrl: source.workspaceUrl, options: { root: sandbox.root }, operations };
    const all = (await Promise.all(
      Array.from({ length: 8 }, () => runProgram("run-operations.mjs", parameters)),
    )) as readonly (readonly { readonly kind: string }[])[];
    for (const [index] of operations.entries()) {
      const kinds = all.map((results) => results[index]?.kind).toSorted();
      expect(kinds).toEqual([...Array.from({ length: 7 }, () => "file_already_exists"), "ok"]);
      expect(readFileSync(join(sandbox.root, `new-${index}`), "utf8")).toBe("whole content");
    }
  });
});

describe.each(TIERS)("one process on the $guarantees tier", (tier) => {
  test("loses no update through two names of one directory", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a/counter": "0" });
    symlinkSync("a", join(sandbox.root, "l"));
    const workspace = await sandbox.open({}, tier);
    const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "a/counter" : "l/counter"));
    await Promise.all(paths.map((path) => workspace.fs.update(path, addOne)));
    expect(readFileSync(join(sandbox.root, "a/counter"), "utf8")).toBe("40");
  });

  test("loses no update through two workspaces", async () => {
    const sandbox = useSandbox();
    sandbox.write({ counter: "0" });
    const workspaces = [await sandbox.open({}, tier), await sandbox.open({}, tier)];
    const turns = Array.from({ length: 20 }, () => workspaces).flat();
    await Promise.all(turns.map((workspace) => workspace.fs.update("counter", addOne)));
    expect(readFileSync(join(sandbox.root, "counter"), "utf8")).toBe("40");
  });

  test("lets exactly one of several edits with the same hash through", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a/f": "old\n" });
    symlinkSync("a", join(sandbox.root, "l"));
    const workspace = await sandbox.open({}, tier);
    const { meta } = await workspace.fs.readText("a/f");
    const edit = { oldText: "old", newText: "new", expectedSha256: meta.sha256 ?? "" };
    const kinds = await Promise.all(["a/f", "l/f", "a/f"].map((path) => kindOf(() => workspace.fs.edit(path, edit))));
    expect(kinds.toSorted()).toEqual(["hash_mismatch", "hash_mismatch", "ok"]);
  });

  test("shows readers only whole contents and never an error", async () => {
    expect(await overwriteUnderReaders(await useSandbox().open({}, tier))).toEqual([]);
  });
});

describe("a workspace in memory", () => {
  test("shows readers only whole contents and never an error", async () => {
    expect(await overwriteUnderReaders(createInMemoryWorkspace({ trusted: true }))).toEqual([]);
  });

  test("loses no update", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, files: { counter: "0" } });
    await Promise.all(Array.from({ length: 40 }, () => workspace.fs.update("counter", addOne)));
    expect(Buffer.from(await workspace.fs.readFile("counter")).toString()).toBe("40");
  });
});

describe("spellings that some file systems take for one file", () => {
  test.each([
    ["case", "README", "readme"],
    ["composed and decomposed letters", "caf\u00e9", "cafe\u0301"],
  ])("%s: changes wait for one another", async (_name, first, second) => {
    const workspace = createInMemoryWorkspace({ trusted: true, files: { [first]: "1", [second]: "2" } });
    const order: string[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = workspace.fs.update(first, async () => {
      await gate;
      order.push("first");
      return Buffer.from("x");
    });
    const quick = workspace.fs.update(second, async () => {
      order.push("second");
      return Buffer.from("y");
    });
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await Promise.all([slow, quick]);
    expect(order).toEqual(["first", "second"]);
  });
});
