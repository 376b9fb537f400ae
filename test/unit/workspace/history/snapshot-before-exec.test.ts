// Commands that change files: what their result says of it, and what an undo brings back.

import { EventEmitter, once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createJustBashRunner } from "../../../../src/shell/backends/just-bash-runner.js";
import type { CommandChanges } from "../../../../src/shell/command-changes.js";
import type { CommandResult, CommandRunner } from "../../../../src/shell/command-runner.js";
import { createInMemoryWorkspace } from "../../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../../src/workspace/interfaces/workspace.js";
import type { SnapshotOptions } from "../../../../src/workspace/interfaces/workspace-history.js";
import { kindOf } from "../../../support/outcome.js";
import { type Sandbox, useSandbox } from "../../../support/temp-workspace.js";

const FILES = {
  "a.txt": "one\n",
  "dir/b.txt": "b\n",
  "dir/sub/c.txt": "c\n",
  ".gitignore": "*.log\n",
  "x.log": "log\n",
};

async function run(workspace: Workspace, command: string, toolCallId = "call-1"): Promise<CommandResult> {
  const running = workspace.forRequest({ toolCallId }).shell.run(command);
  for (;;) {
    const step = await running.next();
    if (step.done === true) return step.value;
  }
}

async function changesOf(workspace: Workspace, command: string, toolCallId?: string): Promise<CommandChanges> {
  const { changes, exitCode, stderr } = await run(workspace, command, toolCallId);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  if (changes === undefined) throw new TypeError("the result tells no changes");
  return changes;
}

async function openSnapshotting(sandbox: Sandbox, options: boolean | SnapshotOptions = true): Promise<Workspace> {
  sandbox.write(FILES);
  return sandbox.open({ history: { snapshotBeforeExec: options } });
}

const NOTHING_PRINTED = { stdout: "", stderr: "", truncated: false, durationMs: 0 };

/** Runs a step of the test in place of a command. */
function createStepRunner(step: (command: string) => Promise<void> | void): CommandRunner {
  return {
    async *run({ command }) {
      yield NOTHING_PRINTED;
      await step(command);
      return { ...NOTHING_PRINTED, exitCode: 0, reason: "exited" };
    },
    close: async () => {},
  };
}

describe("a command with a snapshot before it", () => {
  test("is undone by its call: what it changed, created and removed", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    chmodSync(join(sandbox.root, "dir/b.txt"), 0o755);
    const command = "echo two >> a.txt; mkdir -p new/deep; echo n > new/deep/n.txt; rm -r dir; echo more >> x.log";
    const changes = await changesOf(workspace, command);
    expect(changes).toEqual({ paths: 8, undoable: true, checkpoint: expect.any(String) });
    const [entry] = await workspace.history.list();
    expect(entry).toMatchObject({ id: changes.checkpoint, tool: "exec", toolCallId: "call-1", undoable: true });
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(join(sandbox.root, "dir/sub/c.txt"), "utf8")).toBe("c\n");
    expect(statSync(join(sandbox.root, "dir/b.txt")).mode & 0o777).toBe(0o755);
    expect(existsSync(join(sandbox.root, "new"))).toBe(false);
    // What is ignored is not looked at.
    expect(readFileSync(join(sandbox.root, "x.log"), "utf8")).toBe("log\nmore\n");
    await workspace.history.redo();
    expect(readFileSync(join(sandbox.root, "new/deep/n.txt"), "utf8")).toBe("n\n");
    expect(existsSync(join(sandbox.root, "dir"))).toBe(false);
  });

  test("brings back bytes of any kind, and bits that it took away", async () => {
    const sandbox = useSandbox();
    const bytes = Buffer.from([0, 255, 1, 254, 10]);
    sandbox.write({ "image.bin": bytes, "tool.sh": "exit\n" });
    const workspace = await openSnapshotting(sandbox);
    chmodSync(join(sandbox.root, "tool.sh"), 0o755);
    expect(await changesOf(workspace, "printf x >> image.bin; chmod 644 tool.sh")).toMatchObject({ paths: 2 });
    await workspace.history.undo();
    expect(readFileSync(join(sandbox.root, "image.bin"))).toEqual(bytes);
    expect(statSync(join(sandbox.root, "tool.sh")).mode & 0o777).toBe(0o755);
  });

  test("leaves no entry when it changes nothing but times", async () => {
    const workspace = await openSnapshotting(useSandbox());
    expect(await changesOf(workspace, "touch a.txt; cat dir/b.txt > /dev/null")).toEqual({ paths: 0, undoable: true });
    expect(await workspace.history.list()).toEqual([]);
  });

  test("sees a change that keeps the length and the time of the file", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const workspace = await sandbox.open({
      history: { snapshotBeforeExec: true },
      runner: createStepRunner(() => {
        const { atime, mtime } = statSync(join(sandbox.root, "a.txt"));
        writeFileSync(join(sandbox.root, "a.txt"), "eno\n");
        utimesSync(join(sandbox.root, "a.txt"), atime, mtime);
      }),
    });
    expect(await changesOf(workspace, "swap")).toMatchObject({ paths: 1, undoable: true });
  });

  test("is looked at when it is left, too", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    const running = workspace.forRequest({ toolCallId: "left" }).shell.run("echo 2 > a.txt; echo go; sleep 60");
    await running.next();
    await running.return({ ...NOTHING_PRINTED, exitCode: 0, reason: "aborted" });
    await workspace.history.undo({ toolCallId: "left" });
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
  });

  test("is looked at when it is stopped, too", async () => {
    const sandbox = useSandbox();
    const stop = new AbortController();
    const runner = createStepRunner(() => {
      writeFileSync(join(sandbox.root, "a.txt"), "two\n");
      stop.abort();
    });
    sandbox.write(FILES);
    const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    const running = workspace.shell.run("step", { signal: stop.signal });
    await running.next();
    await running.next().catch(() => {});
    await workspace.history.undo();
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
  });

  test("does not begin when it was stopped before", async () => {
    const workspace = await openSnapshotting(useSandbox());
    const reason = new Error("stopped");
    const running = workspace.shell.run("echo 2 > a.txt", { signal: AbortSignal.abort(reason) });
    await expect(running.next()).rejects.toBe(reason);
  });

  test("shows its changes as a diff, and a change of somebody else since is kept", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    sandbox.write({ "long.txt": "1\n2\n3\n4\n5\n6\n7\n" });
    const { checkpoint = "" } = await changesOf(workspace, "sed -i s/2/two/ long.txt");
    expect(await workspace.history.diff(checkpoint)).toContain("-2\n+two\n");
    sandbox.write({ "long.txt": "1\ntwo\n3\n4\n5\n6\nseven\n" });
    await workspace.history.undo(checkpoint);
    expect(readFileSync(join(sandbox.root, "long.txt"), "utf8")).toBe("1\n2\n3\n4\n5\n6\nseven\n");
  });

  test("lasts with a directory", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    mkdirSync(join(sandbox.base, "history"));
    const history = { directory: join(sandbox.base, "history"), snapshotBeforeExec: true };
    const first = await sandbox.open({ history });
    expect(await changesOf(first, "echo 2 > a.txt; rm dir/b.txt")).toMatchObject({ paths: 2, undoable: true });
    await first.close();
    const second = await sandbox.open({ history });
    await second.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(join(sandbox.root, "dir/b.txt"), "utf8")).toBe("b\n");
  });

  test("costs and tells nothing without the option", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const workspace = await sandbox.open();
    expect(await run(workspace, "echo 2 > a.txt")).not.toHaveProperty("changes");
    expect(await workspace.history.list()).toEqual([]);
  });

  test("is not reached by a wrong option", async () => {
    const sandbox = useSandbox();
    const history = { snapshotBeforeExec: { maxFiles: 0 } };
    await expect(sandbox.open({ history })).rejects.toThrow(
      new TypeError("history.snapshotBeforeExec.maxFiles must be a whole number above 0"),
    );
  });
});

describe("what an undo does not bring back is named", () => {
  test("contents over the budget; the rest can be undone", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "z-large.txt": "x".repeat(2000) });
    const workspace = await openSnapshotting(sandbox, { maxBytes: 1000 });
    const changes = await changesOf(workspace, "echo 2 > a.txt; echo 2 > z-large.txt");
    const notUndoable = [{ path: "z-large.txt", reason: "too large to be kept, or unreadable" }];
    expect(changes).toMatchObject({ paths: 2, undoable: false, notUndoable, notUndoableCount: 1 });
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(join(sandbox.root, "z-large.txt"), "utf8")).toBe("2\n");
  });

  test("contents over the budget of the history", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "x".repeat(600) });
    const workspace = await sandbox.open({ history: { maxBytes: 2000, snapshotBeforeExec: true } });
    expect(await changesOf(workspace, "echo 2 > a.txt")).toMatchObject({ undoable: false, notUndoableCount: 1 });
  });

  test.each([
    ["before", 3, "true"],
    ["after", 20, "for i in $(seq 30); do echo > f$i; done"],
  ])("everything, where there were too many files %s", async (_, maxFiles, command) => {
    const workspace = await openSnapshotting(useSandbox(), { maxFiles });
    const changes = await changesOf(workspace, command);
    expect(changes).toEqual({ undoable: false, note: expect.stringContaining(`more than ${maxFiles} files`) });
    expect(await workspace.history.list()).toEqual([]);
  });

  test("links, protected files, and what became something else", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".npmrc": "a=1\n" });
    const workspace = await openSnapshotting(sandbox);
    const changes = await changesOf(
      workspace,
      "ln -s a.txt link; echo b=2 >> .npmrc; rm a.txt; mkdir a.txt; echo > a.txt/x; echo 2 > dir/b.txt",
    );
    expect(changes.notUndoable?.map(({ path, reason }) => `${path}: ${reason}`).toSorted()).toEqual([
      ".npmrc: protected",
      "a.txt/x: what is above it became something else",
      "a.txt: became something else",
      "link: a link or a special file",
    ]);
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, "dir/b.txt"), "utf8")).toBe("b\n");
    expect(lstatSync(join(sandbox.root, "link")).isSymbolicLink()).toBe(true);
  });

  test("a directory that became a link: nothing is written through it", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    mkdirSync(join(sandbox.root, "other"));
    const changes = await changesOf(workspace, "rm -r dir; ln -s other dir");
    expect(changes).toMatchObject({ undoable: false });
    expect(changes).not.toHaveProperty("checkpoint");
    expect(await kindOf(() => workspace.history.undo())).toBe("no_change");
    expect(existsSync(join(sandbox.root, "other/b.txt"))).toBe(false);
  });

  test("a file that an ignore rule hid before is never taken for a new one", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    const changes = await changesOf(workspace, "rm .gitignore");
    expect(changes).toMatchObject({ undoable: false, notUndoable: [{ path: "x.log" }] });
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, ".gitignore"), "utf8")).toBe("*.log\n");
    expect(readFileSync(join(sandbox.root, "x.log"), "utf8")).toBe("log\n");
  });

  test("a file that is older than the command is never taken for a new one", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".gitignore": "hidden\n.gitignore\n", hidden: "mine\n" });
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 60_000);
    onTestFinished(() => clock.mockRestore());
    const runner = createStepRunner(() => unlinkSync(join(sandbox.root, ".gitignore")));
    const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    const notUndoable = [{ path: "hidden", reason: "was hidden by an ignore rule before" }];
    expect(await changesOf(workspace, "step")).toMatchObject({ paths: 1, notUndoable });
  });

  test.each([
    ["its files older than the command", "mv dir moved"],
    ["another in its place", "mv dir moved && cp -r moved dir && echo other > dir/b.txt"],
    ["an ignore file in it", "mv ruled moved"],
    ["one after another", "mv dir moved && mkdir up && mv moved up/dir && mv ruled dir"],
  ])("a directory that was moved is moved back: %s", async (_, command) => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    sandbox.write({ "ruled/.gitignore": "secret\n", "ruled/kept.txt": "kept\n" });
    const readTree = (): readonly string[] =>
      readdirSync(sandbox.root, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => lstatSync(path).isFile())
        .map((path) => `${path}: ${readFileSync(path, "utf8")}`)
        .toSorted();
    const before = readTree();
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 60_000);
    onTestFinished(() => clock.mockRestore());
    expect(await changesOf(workspace, command)).toMatchObject({ undoable: true });
    expect(readTree()).not.toEqual(before);
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readTree()).toEqual(before);
    expect(existsSync(join(sandbox.root, "moved"))).toBe(false);
  });

  test("a hidden file that came along with a moved directory is not removed", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    sandbox.write({ "ruled/.gitignore": "secret\n", "ruled/secret": "mine\n", "ruled/kept.txt": "kept\n" });
    const changes = await changesOf(workspace, "mv ruled moved && rm moved/.gitignore");
    expect(changes).toMatchObject({ undoable: false, notUndoable: [{ path: "moved/secret" }] });
    await workspace.history.undo({ toolCallId: "call-1" });
    expect(readFileSync(join(sandbox.root, "ruled/kept.txt"), "utf8")).toBe("kept\n");
    expect(readFileSync(join(sandbox.root, "moved/secret"), "utf8")).toBe("mine\n");
  });

  test("a file that an ignore rule hides now is not taken for a removed one", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    const changes = await changesOf(workspace, "echo a.txt > dir/.ignore; echo '*.txt' >> .gitignore; echo 2 > a.txt");
    expect(changes).toMatchObject({ paths: 3, notUndoable: [{ path: "dir/.ignore" }] });
    expect((await workspace.history.list())[0]?.files.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
      "update .gitignore",
      "update a.txt",
    ]);
  });
});

describe("changes that others make while a command runs", () => {
  test("stay theirs: each is undone by its own call", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    let workspace: Workspace | undefined;
    const runner = createStepRunner(async () => {
      const tool = workspace?.forRequest({ toolCallId: "tool" }).fs;
      await tool?.writeTextOverwrite("a.txt", "by the tool\n");
      await tool?.writeTextOverwrite("dir/b.txt", "by the tool\n");
      await tool?.move("dir/sub", "moved");
      writeFileSync(join(sandbox.root, "dir/b.txt"), "by the command\n");
      writeFileSync(join(sandbox.root, "moved/c.txt"), "by the command\n");
    });
    workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    const { checkpoint = "", ...changes } = await changesOf(workspace, "step");
    expect(changes).toEqual({ paths: 2, undoable: true });
    await workspace.history.undo(checkpoint);
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("by the tool\n");
    expect(readFileSync(join(sandbox.root, "dir/b.txt"), "utf8")).toBe("by the tool\n");
    expect(readFileSync(join(sandbox.root, "moved/c.txt"), "utf8")).toBe("c\n");
  });

  test("hide what the command did to the same file before", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    let workspace: Workspace | undefined;
    const runner = createStepRunner(async () => {
      writeFileSync(join(sandbox.root, "a.txt"), "by the command\n");
      await workspace?.forRequest({ toolCallId: "tool" }).fs.writeTextOverwrite("a.txt", "by the tool\n");
    });
    workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    const notUndoable = [{ path: "a.txt", reason: "changed again through the workspace meanwhile" }];
    expect(await changesOf(workspace, "step")).toMatchObject({ paths: 1, undoable: false, notUndoable });
  });

  test("are recorded once where they are commands themselves, and both say so", async () => {
    const sandbox = useSandbox();
    const workspace = await openSnapshotting(sandbox);
    const first = run(workspace, "while ! test -e go; do sleep 0.02; done; echo 1 > a.txt; rm go", "first");
    const second = await run(
      workspace,
      "echo 2 > dir/b.txt; touch go; while test -e go; do sleep 0.02; done",
      "second",
    );
    const both = [await first, second].map(({ changes }) => changes);
    expect(both.map((changes) => changes?.note ?? "none")).toContain(
      "another command ran at the same time, so some of it may be the other's",
    );
    const files = (await workspace.history.list()).flatMap((entry) => entry.files.map(({ path }) => path));
    expect(files.toSorted()).toEqual(["a.txt", "dir/b.txt"]);
    await workspace.history.undo(files.length === 2 ? (await workspace.history.list()).length : 1);
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(join(sandbox.root, "dir/b.txt"), "utf8")).toBe("b\n");
  });

  test("are recorded once where they end in one moment", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const meeting = new EventEmitter();
    const runner = createStepRunner(async (command) => {
      writeFileSync(join(sandbox.root, command), "new\n");
      if (!meeting.emit("both")) await once(meeting, "both");
    });
    const workspace = await sandbox.open({ runner, history: { snapshotBeforeExec: true } });
    await Promise.all([run(workspace, "a.txt", "first"), run(workspace, "dir/b.txt", "second")]);
    const files = (await workspace.history.list()).flatMap((entry) => entry.files.map(({ path }) => path));
    expect(files.toSorted()).toEqual(["a.txt", "dir/b.txt"]);
  });
});

test("a command in the background takes no edits of others for its own, and is company for other commands", async () => {
  const sandbox = useSandbox();
  const workspace = await openSnapshotting(sandbox);
  const server = workspace.shell.run("echo up; while ! test -e stop.log; do sleep 0.02; done", { background: true });
  await server.next();
  sandbox.write({ "dir/b.txt": "by a person\n" });
  const { note, paths } = await changesOf(workspace, "echo 2 > a.txt; touch stop.log");
  expect({ note, paths }).toEqual({ note: expect.stringContaining("another command"), paths: 1 });
  let step = await server.next();
  while (step.done !== true) step = await server.next();
  expect(step.value.changes).toEqual({ undoable: false, note: "it ran in the background" });
  await workspace.history.undo();
  expect(readFileSync(join(sandbox.root, "dir/b.txt"), "utf8")).toBe("by a person\n");
  expect(await workspace.history.list()).toHaveLength(2);
});

describe("a workspace in memory", () => {
  test("has the changes of its commands in the history once, not twice", async () => {
    const history = { snapshotBeforeExec: true };
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true, runner: createJustBashRunner(), history });
    const command = "echo 2 > a.txt; echo 3 > a.txt; rm dir/b.txt; echo n > n.txt";
    expect(await changesOf(workspace, command)).toEqual({ paths: 3, undoable: true });
    expect((await workspace.history.list()).map(({ tool }) => tool)).not.toContain("exec");
    await workspace.history.undo({ toolCallId: "call-1" });
    expect((await workspace.fs.readText("a.txt")).content).toBe("one\n");
    expect((await workspace.fs.readText("dir/b.txt")).content).toBe("b\n");
    expect(await workspace.fs.stat("n.txt")).toBeNull();
    await workspace.close();
  });

  test("is undone where a runner reaches around the boundary", async () => {
    const sandbox = useSandbox();
    sandbox.write(FILES);
    const runner = createStepRunner(() => renameSync(join(sandbox.root, "a.txt"), join(sandbox.root, "renamed.txt")));
    const workspace = await sandbox.open({ history: { snapshotBeforeExec: true }, runner });
    expect(await changesOf(workspace, "rename")).toMatchObject({ paths: 2, undoable: true });
    await workspace.history.undo();
    expect([existsSync(join(sandbox.root, "a.txt")), existsSync(join(sandbox.root, "renamed.txt"))]).toEqual([
      true,
      false,
    ]);
  });
});

test("unreadable links to directories outside stay unvisited", async () => {
  const sandbox = useSandbox();
  const workspace = await openSnapshotting(sandbox);
  symlinkSync(sandbox.outside, join(sandbox.root, "out"));
  expect(await changesOf(workspace, `echo x > out/x.txt`)).toEqual({ paths: 0, undoable: true });
});
