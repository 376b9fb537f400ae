// A writer that is killed at any moment leaves the old content or the new one, and nothing that stays.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { startProgram } from "../support/child-program.js";
import { compileSource } from "../support/compiled-source.js";
import { Sandbox, TEST_SCALE, useSandbox } from "../support/temp-workspace.js";

const BYTES = 2 * 1024 * 1024;
const TRIALS = 60 * TEST_SCALE;
const PARALLEL = 2;
const source = compileSource();

afterAll(() => source.remove());

/** Milliseconds until the kill: spread over some writes, different for each trial. */
function delayOf(trial: number): number {
  return (trial * 7919) % 61;
}

function isWhole(bytes: Buffer): boolean {
  return bytes.length === BYTES && bytes.equals(Buffer.alloc(BYTES, bytes[0]));
}

function temporaryNames(sandbox: Sandbox): readonly string[] {
  return readdirSync(join(sandbox.root, "dir")).filter((name) => /^\.ai-file-tools-[0-9a-f]{24}\.tmp$/.test(name));
}

interface Remains {
  readonly isTorn: boolean;
  readonly temporaryFiles: number;
}

/** Kills one writer, opens the next workspace, and tells what is left then. */
async function killOnce(trial: number, isGuarded: boolean): Promise<Remains> {
  const sandbox = new Sandbox();
  try {
    sandbox.write({ "dir/file": Buffer.alloc(BYTES, "z") });
    const writer = startProgram("write-in-a-loop.mjs", writerOf(sandbox, isGuarded));
    await writer.started;
    await sleep(delayOf(trial));
    await writer.kill();
    const isTorn = !isWhole(readFileSync(join(sandbox.root, "dir/file")));
    await sandbox.open({ trusted: false });
    return { isTorn, temporaryFiles: temporaryNames(sandbox).length };
  } finally {
    await sandbox.remove();
  }
}

function writerOf(sandbox: Sandbox, isGuarded: boolean): unknown {
  return { workspaceUrl: source.workspaceUrl, root: sandbox.root, path: "dir/file", bytes: BYTES, isGuarded };
}

describe("a writer killed at a random moment", { timeout: 300_000 }, () => {
  test("leaves old or new content and nothing else", async () => {
    const remains: Remains[] = [];
    for (let trial = 0; trial < TRIALS; trial += PARALLEL) {
      const turn = Array.from({ length: PARALLEL }, (_, index) => killOnce(trial + index, true));
      remains.push(...(await Promise.all(turn)));
    }
    const torn = remains.filter(({ isTorn }) => isTorn).length;
    const kept = remains.reduce((sum, { temporaryFiles }) => sum + temporaryFiles, 0);
    console.info(`guarded: ${torn} of ${remains.length} torn, ${kept} temporary files kept`);
    expect({ torn, kept }).toEqual({ torn: 0, kept: 0 });
  });

  test("control: writing in place leaves torn files", async () => {
    let trials = 1;
    while (!(await killOnce(trials, false)).isTorn) trials += 1;
    console.info(`in place: torn in trial ${trials}`);
    expect(trials).toBeLessThan(TRIALS);
  });

  test("its temporary file never shows and goes with the next opening; a look-alike of the user stays", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "dir/.ai-file-tools-x.tmp": "mine", "dir/.ai-file-tools-0123456789abcdef01234567.tmp": "mine" });
    sandbox.write({ "dir/file": "there before, since the writer may die in its first turn" });
    const own = temporaryNames(sandbox).length;
    for (let trial = 0; temporaryNames(sandbox).length === own; trial++) {
      const writer = startProgram("write-in-a-loop.mjs", writerOf(sandbox, true));
      await writer.started;
      await sleep(delayOf(trial));
      await writer.kill();
      if (temporaryNames(sandbox).length > own) break;
    }
    const leaked = temporaryNames(sandbox).filter((name) => name !== ".ai-file-tools-0123456789abcdef01234567.tmp");
    writeFileSync(join(sandbox.root, "dir/other"), "x");
    const workspace = await sandbox.open();
    const left = readdirSync(join(sandbox.root, "dir"));
    expect(left).toEqual(expect.not.arrayContaining([...leaked]));
    expect(left).toEqual(
      expect.arrayContaining([".ai-file-tools-x.tmp", ".ai-file-tools-0123456789abcdef01234567.tmp"]),
    );
    const shown = await workspace.fs.list("dir", { includeIgnored: true });
    expect(shown.entries.map((entry) => entry.name)).toEqual([".ai-file-tools-x.tmp", "file", "other"]);
    const found = await workspace.fs.glob("**", { sort: "path", includeIgnored: true });
    expect(found.paths).toEqual(["dir/.ai-file-tools-x.tmp", "dir/file", "dir/other"]);
  });

  test("its lock is taken over", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const holder = startProgram("hold-lock.mjs", {
      workspaceUrl: source.workspaceUrl,
      root: sandbox.root,
      path: "file",
    });
    await holder.started;
    const workspace = await sandbox.open({ limits: { lockTimeoutMs: 300 } });
    await expect(workspace.fs.writeTextOverwrite("file", "new")).rejects.toMatchObject({ kind: "io_error" });
    await holder.kill();
    await workspace.fs.writeTextOverwrite("file", "new");
    expect(readFileSync(join(sandbox.root, "file"), "utf8")).toBe("new");
  });
});
