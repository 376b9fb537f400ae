// A process that is killed while it changes several files, or takes that back, leaves all or nothing, and no litter.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { sha256Of } from "../../src/text/sha256.js";
import { openStateDirectory } from "../../src/workspace/directories/state-directory.js";
import { startProgram } from "../support/child-program.js";
import { compileSource } from "../support/compiled-source.js";
import { kindOf } from "../support/outcome.js";
import { Sandbox, TEST_SCALE, useSandbox } from "../support/temp-workspace.js";

const TRIALS = Math.max(4, Math.round(12 * TEST_SCALE));
const PARALLEL = 2;
/** The last is removed, the two before it come into being in a new directory. */
const PATHS = ["a", "b", "dir/c", "new/deep/d", "new/deep/e", "dir/f"];
const BEFORE = { a: "a", b: "b", "dir/c": "c", "dir/f": "f" };
const source = compileSource();

afterAll(() => source.remove());

/** Milliseconds until the kill: spread over some rounds, different for each trial. */
function delayOf(trial: number): number {
  return (trial * 7919) % 53;
}

function readTree(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  return Object.fromEntries(
    names.map((name) => [name, statSync(join(root, name)).isFile() ? readFileSync(join(root, name), "utf8") : "/"]),
  );
}

/** Tells what the tree stands for: before the change, after it, or something between. */
function judge(tree: Readonly<Record<string, string>>): "before" | "after" | "torn" {
  const names = Object.keys(tree);
  const isBefore =
    names.join() === "a,b,dir,dir/c,dir/f" && Object.entries(BEFORE).every(([path, text]) => tree[path] === text);
  if (isBefore) return "before";
  const isAfter = names.join() === "a,b,dir,dir/c,new,new/deep,new/deep/d,new/deep/e";
  const contents = new Set(PATHS.slice(0, 5).map((path) => tree[path]));
  return isAfter && contents.size === 1 ? "after" : "torn";
}

interface Remains {
  readonly found: string;
  readonly recovered: string;
  readonly undone: string;
  readonly unfinished: number;
}

function countUnfinished(directory: string): number {
  const names = existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => /\.unfinished$|\.prepared\.json$/.test(name)).length;
}

/** Counts the transactions that have begun and not ended. */
function countBegun(directory: string): number {
  const records = join(directory, "transactions");
  return existsSync(records) ? readdirSync(records).filter((name) => name.endsWith(".prepared.json")).length : 0;
}

/** Counts what was kept in the state directory for changes of a root. */
function countKeptChanges(root: string): number {
  const prefix = sha256Of(root);
  const names = readdirSync(openStateDirectory([root]).path);
  return names.filter((name) => name.startsWith(prefix) && /\.(?:change|over)$/.test(name)).length;
}

async function killOnce(trial: number, isLasting: boolean): Promise<Remains> {
  const sandbox = new Sandbox();
  try {
    sandbox.write(BEFORE);
    const directory = join(sandbox.base, "history");
    mkdirSync(directory);
    const history = isLasting ? { directory } : undefined;
    const parameters = { workspaceUrl: source.workspaceUrl, root: sandbox.root, history, paths: PATHS };
    const program = startProgram("change-many-in-a-loop.mjs", parameters);
    await program.started;
    await sleep(delayOf(trial));
    await program.kill();
    const found = judge(readTree(sandbox.root));
    const workspace = await sandbox.open({ history });
    const recovered = judge(readTree(sandbox.root));
    if (recovered === "after" && isLasting) await workspace.history.undo();
    const unfinished = countUnfinished(directory) + countKeptChanges(sandbox.root);
    return { found, recovered, undone: judge(readTree(sandbox.root)), unfinished };
  } finally {
    await sandbox.remove();
  }
}

async function killMany(isLasting: boolean): Promise<readonly Remains[]> {
  const remains: Remains[] = [];
  for (let trial = 0; trial < TRIALS; trial += PARALLEL) {
    const turn = Array.from({ length: PARALLEL }, (_, index) => killOnce(trial + index, isLasting));
    remains.push(...(await Promise.all(turn)));
  }
  return remains;
}

describe("a process killed while it changes six files or takes that back", { timeout: 600_000 }, () => {
  test("leaves all or nothing after the next opening, and an undo that works", async () => {
    const remains = await killMany(true);
    const torn = remains.filter(({ found }) => found === "torn").length;
    console.info(`with a directory: ${torn} of ${remains.length} were in the middle of it`);
    expect(remains.filter(({ recovered }) => recovered === "torn")).toEqual([]);
    expect(remains.filter(({ undone }) => undone !== "before")).toEqual([]);
    expect(remains.filter(({ unfinished }) => unfinished > 0)).toEqual([]);
  });

  test("leaves all or nothing where the history is in memory too", async () => {
    const remains = await killMany(false);
    const torn = remains.filter(({ found }) => found === "torn").length;
    console.info(`in memory: ${torn} of ${remains.length} were in the middle of it`);
    expect(remains.filter(({ recovered }) => recovered === "torn")).toEqual([]);
    expect(remains.filter(({ unfinished }) => unfinished > 0)).toEqual([]);
  });
});

describe("what somebody else wrote after the kill", () => {
  test("is never overwritten by the recovery, which says so", async () => {
    const sandbox = useSandbox();
    sandbox.write(BEFORE);
    const directory = join(sandbox.base, "history");
    mkdirSync(directory);
    const history = { directory };
    const parameters = { workspaceUrl: source.workspaceUrl, root: sandbox.root, history, paths: PATHS };
    for (let trial = 0; countBegun(directory) === 0; trial += 1) {
      const program = startProgram("change-many-in-a-loop.mjs", parameters);
      await program.started;
      await sleep(delayOf(trial));
      await program.kill();
      if (countBegun(directory) > 0) break;
      const workspace = await sandbox.open({ history });
      if (judge(readTree(sandbox.root)) === "after") await workspace.history.undo();
      await workspace.close();
    }
    writeFileSync(join(sandbox.root, "a"), "by somebody else");
    const workspace = await sandbox.open({ history, rawPaths: true });
    const failed = workspace.audit.recent().filter(({ errorKind }) => errorKind === "patch_conflict");
    expect(failed).toMatchObject([{ type: "fs.access", intent: "write", path: "a", outcome: "failed" }]);
    expect(readFileSync(join(sandbox.root, "a"), "utf8")).toBe("by somebody else");
    const states = (await workspace.history.list()).map(({ state }) => state);
    expect(states).toContain("conflicted");
    expect(await kindOf(() => workspace.fs.writeTextOverwrite("b", "x"))).toBe("ok");
  });
});
