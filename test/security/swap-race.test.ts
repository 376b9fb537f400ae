// A second process flips a directory between the real one and a link to outside, at full speed, under every operation.

import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import type { GrepResult, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { type RunningProgram, startProgram } from "../support/child-program.js";
import { Sandbox, TEST_SCALE } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";

const MIN_SUCCESSES = 101;

interface Race {
  readonly name: string;
  readonly tries: number;
  readonly maxMs: number;
  readonly dwellMs: number;
  /** Answers what a caller sees of one try; text from outside carries the word `secret`. */
  readonly attempt: (workspace: Workspace, index: number) => Promise<unknown>;
}

async function runToEnd(workspace: Workspace): Promise<string> {
  const run = workspace.shell.run("pwd -P; ls", { cwd: "flip" });
  for (let step = await run.next(); ; step = await run.next()) if (step.done === true) return step.value.stdout;
}

/** A file that is named for what only the file outside holds has leaked just as its text would have. */
function leaked({ files = [], hits }: GrepResult): string {
  return files.length + hits.length > 0 ? "secret" : "nothing";
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

/** Milliseconds that the flipper stays in one state at most: about as long as one try takes. */
const QUICK = 0.05;
const SLOW = 6;

const RACES: readonly Race[] = [
  { name: "stat", tries: 40_000, maxMs: 2000, dwellMs: QUICK, attempt: (w) => w.fs.stat("flip/file") },
  { name: "resolve", tries: 30_000, maxMs: 2000, dwellMs: QUICK, attempt: (w) => w.fs.resolve("flip/file", "read") },
  {
    name: "readBytes",
    tries: 40_000,
    maxMs: 3000,
    dwellMs: QUICK,
    attempt: async (w) => text((await w.fs.readBytes("flip/file")).bytes),
  },
  { name: "readText", tries: 10_000, maxMs: 2000, dwellMs: QUICK, attempt: (w) => w.fs.readText("flip/sub/file") },
  { name: "list", tries: 5000, maxMs: 1500, dwellMs: QUICK, attempt: (w) => w.fs.list("flip") },
  { name: "glob", tries: 3000, maxMs: 1500, dwellMs: QUICK, attempt: (w) => w.fs.glob("**", { cwd: "flip" }) },
  { name: "glob above", tries: 1000, maxMs: 1000, dwellMs: QUICK, attempt: (w) => w.fs.glob("flip/**") },
  { name: "grep", tries: 200, maxMs: 2500, dwellMs: SLOW, attempt: (w) => w.fs.grep("count", { path: "flip" }) },
  {
    name: "grep above",
    tries: 200,
    maxMs: 2500,
    dwellMs: SLOW,
    attempt: async (w) => leaked(await w.fs.grep("secr?et", { regex: true })),
  },
  {
    name: "grep for files",
    tries: 200,
    maxMs: 1500,
    dwellMs: SLOW,
    attempt: async (w) => leaked(await w.fs.grep("secr?et", { mode: "files", regex: true })),
  },
  {
    name: "grep for counts",
    tries: 200,
    maxMs: 1500,
    dwellMs: SLOW,
    attempt: async (w) => leaked(await w.fs.grep("secret", { mode: "count" })),
  },
  {
    name: "overwrite",
    tries: 600,
    maxMs: 2000,
    dwellMs: SLOW,
    attempt: (w) => w.fs.writeTextOverwrite("flip/file", "mine\n"),
  },
  {
    name: "create",
    tries: 600,
    maxMs: 2000,
    dwellMs: SLOW,
    attempt: (w, index) => w.fs.writeTextAtomic(`flip/new-${index}`, "mine\n", { mode: "create" }),
  },
  {
    name: "edit",
    tries: 600,
    maxMs: 2000,
    dwellMs: SLOW,
    attempt: (w, index) => w.fs.edit("flip/counter", { oldText: "count", newText: `count${index % 10}` }),
  },
  { name: "mkdir", tries: 600, maxMs: 1000, dwellMs: QUICK, attempt: (w, index) => w.fs.mkdir(`flip/made-${index}`) },
  {
    name: "remove",
    tries: 600,
    maxMs: 2000,
    dwellMs: SLOW,
    attempt: async (w, index) => {
      await w.fs.writeTextOverwrite(`flip/victim${index}`, "mine");
      await w.fs.remove(`flip/victim${index}`);
    },
  },
  { name: "exec cwd", tries: 250, maxMs: 4000, dwellMs: SLOW, attempt: runToEnd },
];

interface Tally {
  tries: number;
  successes: number;
  escapes: number;
}

async function tryOnce(workspace: Workspace, race: Race, tally: Tally): Promise<void> {
  tally.tries += 1;
  try {
    const seen = JSON.stringify(await race.attempt(workspace, tally.tries)) ?? "";
    if (seen.includes("secret") || seen.includes("/outside")) tally.escapes += 1;
    else if (seen !== "null") tally.successes += 1;
  } catch (error) {
    if (!isFsError(error)) throw error;
    if (error.kind === "internal_error") throw error;
  }
}

function isDone(race: Race, tally: Tally, startedMs: number): boolean {
  const isOverTime = performance.now() - startedMs > race.maxMs * TEST_SCALE;
  return tally.successes >= MIN_SUCCESSES && (isOverTime || tally.tries >= race.tries * TEST_SCALE);
}

describe("a directory that is swapped for a link to outside", () => {
  const sandbox = new Sandbox();
  const flip = join(sandbox.root, "flip");
  let flipper: RunningProgram | undefined;

  beforeEach(() => {
    for (const directory of [flip, sandbox.outside]) mkdirSync(join(directory, "sub"), { recursive: true });
    for (const name of ["file", "sub/file", "counter"]) {
      writeFileSync(join(flip, name), "inside\ncount\n");
      writeFileSync(join(sandbox.outside, name), "secret\ncount\n");
    }
  });

  async function startFlipping(dwellMs: number): Promise<void> {
    flipper = startProgram("flip-directory.mjs", { path: flip, target: sandbox.outside, dwellMs });
    await flipper.started;
  }

  afterEach(async () => {
    await flipper?.kill();
    if (existsSync(`${flip}.real`)) {
      rmSync(flip, { force: true });
      renameSync(`${flip}.real`, flip);
    }
    await sandbox.remove();
  });

  test.each(RACES)("$name never leaves the workspace", async (race) => {
    const before = snapshotTree(sandbox.outside);
    await startFlipping(race.dwellMs);
    const workspace = await sandbox.open();
    const descriptors = sandbox.countDescriptors();
    const tally: Tally = { tries: 0, successes: 0, escapes: 0 };
    for (const startedMs = performance.now(); !isDone(race, tally, startedMs); ) await tryOnce(workspace, race, tally);
    console.info(`${race.name}: ${tally.tries} tries, ${tally.successes} successes, ${tally.escapes} escapes`);
    expect(tally.escapes).toBe(0);
    expect(snapshotTree(sandbox.outside)).toEqual(before);
    expect(sandbox.countDescriptors()).toBe(descriptors);
  });

  test("control: resolving first and opening then does leave it", async () => {
    await startFlipping(QUICK);
    let escapes = 0;
    let tries = 0;
    while (escapes === 0) {
      tries += 1;
      try {
        const resolved = realpathSync.native(join(flip, "file"));
        if (!resolved.startsWith(`${sandbox.root}/`)) continue;
        if (readFileSync(join(flip, "file"), "utf8").includes("secret")) escapes += 1;
      } catch {
        // The name was missing for a moment.
      }
    }
    console.info(`control: ${tries} tries until the first escape`);
    expect(escapes).toBe(1);
  });
});
