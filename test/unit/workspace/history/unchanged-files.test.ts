// Commands one after the other over files that nobody changes: each costs one look at a file on either side, and whatever
// does change is told as a workspace tells it that has looked at the files for the first time.

import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CommandResult, CommandRunner } from "../../../../src/shell/command-runner.js";
import type { Directory } from "../../../../src/workspace/directories/directory.js";
import type { Workspace } from "../../../../src/workspace/interfaces/workspace.js";
import type { PlatformTier } from "../../../../src/workspace/open-workspace.js";
import { STRONG, TIERS, useSandbox } from "../../../support/temp-workspace.js";

const NOTHING_PRINTED = { stdout: "", stderr: "", truncated: false, durationMs: 0 };

const FILES = {
  "a.txt": "one\n",
  "dir/b.txt": "b\n",
  "dir/sub/c.txt": "c\n",
  "empty/.gitignore": "*\n",
  "empty/hidden": "h\n",
  ".gitignore": "*.log\n",
  "x.log": "log\n",
};

/** Longer than it takes until a file's times would show another change. */
const SETTLED_MS = 150;

/** Runs steps of a test in place of commands. */
class StepRunner implements CommandRunner {
  step: (() => void) | undefined;

  async *run(): AsyncGenerator<typeof NOTHING_PRINTED, CommandResult, void> {
    yield NOTHING_PRINTED;
    this.step?.();
    return { ...NOTHING_PRINTED, exitCode: 0, reason: "exited" };
  }

  async close(): Promise<void> {}
}

async function run(workspace: Workspace, runner: StepRunner, step?: () => void): Promise<CommandResult["changes"]> {
  runner.step = step;
  const running = workspace.forRequest({ toolCallId: "call" }).shell.run("step");
  for (;;) {
    const next = await running.next();
    if (next.done === true) return next.value.changes;
  }
}

/** Counts what is looked up and listed through a directory and those below it. */
function countCalls(directory: Directory, calls: Map<string, number>): Directory {
  return new Proxy(directory, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        calls.set(String(key), (calls.get(String(key)) ?? 0) + 1);
        const result: unknown = value.apply(target, args);
        return key === "openDirectory" || key === "reopen" ? countCalls(result as Directory, calls) : result;
      };
    },
  });
}

interface Told {
  readonly changes: CommandResult["changes"];
  readonly files: readonly unknown[];
}

/** Answers what a change is told to be that happens in a command, or before it. */
async function tell(
  change: (root: string) => void,
  { isInCommand, isWarm }: { readonly isInCommand: boolean; readonly isWarm: boolean },
  tier: PlatformTier = STRONG,
): Promise<Told> {
  const sandbox = useSandbox();
  sandbox.write(FILES);
  await sleep(SETTLED_MS);
  const runner = new StepRunner();
  const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner }, tier);
  if (isWarm) for (let count = 0; count < 2; count += 1) await run(workspace, runner);
  if (!isInCommand) change(sandbox.root);
  const { checkpoint: _, ...changes } = (await run(
    workspace,
    runner,
    isInCommand ? () => change(sandbox.root) : undefined,
  )) ?? {
    undoable: false,
  };
  const entries = await workspace.history.list();
  return { changes, files: entries.flatMap(({ files }) => files) };
}

const CHANGES: readonly (readonly [name: string, change: (root: string) => void])[] = [
  ["a longer file", (root) => writeFileSync(join(root, "dir/sub/c.txt"), "longer\n")],
  [
    "a file of the same length and time",
    (root) => {
      const { atime, mtime } = statSync(join(root, "dir/b.txt"));
      writeFileSync(join(root, "dir/b.txt"), "x\n");
      utimesSync(join(root, "dir/b.txt"), atime, mtime);
    },
  ],
  ["other bits", (root) => chmodSync(join(root, "a.txt"), 0o755)],
  ["a new file", (root) => writeFileSync(join(root, "dir/sub/new.txt"), "n\n")],
  ["a new empty directory", (root) => mkdirSync(join(root, "dir/new"))],
  ["a removed file", (root) => unlinkSync(join(root, "dir/sub/c.txt"))],
  ["a renamed file", (root) => renameSync(join(root, "dir/b.txt"), join(root, "dir/d.txt"))],
  ["a renamed directory", (root) => renameSync(join(root, "dir"), join(root, "moved"))],
  ["a removed tree", (root) => rmSync(join(root, "dir"), { recursive: true })],
  [
    "a directory that became a link to where it is now",
    (root): void => {
      renameSync(join(root, "dir"), join(root, "../outside/dir"));
      symlinkSync("../outside/dir", join(root, "dir"));
    },
  ],
  [
    "a file that took the place of another",
    (root): void => {
      writeFileSync(join(root, "dir/other"), "b\n!");
      renameSync(join(root, "dir/other"), join(root, "dir/b.txt"));
    },
  ],
  ["a second name", (root) => linkSync(join(root, "a.txt"), join(root, "dir/a.txt"))],
  ["a rule that uncovers", (root) => writeFileSync(join(root, ".gitignore"), "\n")],
  ["a rule that hid itself and uncovers", (root) => writeFileSync(join(root, "empty/.gitignore"), "\n")],
  ["a hidden rule that is gone", (root) => unlinkSync(join(root, "empty/.gitignore"))],
  ["an ignored file", (root) => writeFileSync(join(root, "y.log"), "y\n")],
];

describe("after commands that changed nothing", () => {
  test.each(CHANGES)("%s is told as it is told the first time", async (_name, change) => {
    for (const isInCommand of [true, false]) {
      expect(await tell(change, { isInCommand, isWarm: true })).toEqual(
        await tell(change, { isInCommand, isWarm: false }),
      );
    }
  });

  test.each(TIERS)("no file is looked up or listed again on the $guarantees tier", async (tier) => {
    const calls = new Map<string, number>();
    const counting = { ...tier, openRootDirectory: (path: string) => countCalls(tier.openRootDirectory(path), calls) };
    const sandbox = useSandbox();
    sandbox.write(FILES);
    await sleep(SETTLED_MS);
    const runner = new StepRunner();
    const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner }, counting);
    await run(workspace, runner);
    const first = calls.get("entryBatches");
    expect(first).toBeGreaterThan(3);
    calls.clear();
    expect(await run(workspace, runner)).toEqual({ paths: 0, undoable: true });
    expect([calls.get("entryBatches"), calls.get("entries"), calls.get("lookup")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await run(workspace, runner, () => writeFileSync(join(sandbox.root, "a.txt"), "two\n"))).toMatchObject({
      paths: 1,
    });
  });

  test("what a tool changes between two commands, and while one runs, stays the tool's", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    await sleep(SETTLED_MS);
    const runner = new StepRunner();
    const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    for (let count = 0; count < 2; count += 1) await run(workspace, runner);
    await workspace.fs.writeTextOverwrite("a.txt", "by a tool\n");
    expect(await run(workspace, runner)).toMatchObject({ paths: 0 });
    expect(await run(workspace, runner)).toMatchObject({ paths: 0 });
    expect((await workspace.history.list()).map(({ tool }) => tool)).toEqual(["write"]);
  });
});
