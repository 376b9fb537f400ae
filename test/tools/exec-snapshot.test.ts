// What a model is told of the files that its command changed.

import { expect, test } from "vitest";
import { createExecTool } from "../../src/tools/exec.js";
import type { SnapshotOptions } from "../../src/workspace/interfaces/workspace.js";
import { runTool, runTools, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw } from "./workspaces.js";

async function shownAfter(command: string, snapshotBeforeExec: boolean | SnapshotOptions = true): Promise<string> {
  const workspace = await openDiskWorkspace({ "a.txt": "one\n" }, { history: { snapshotBeforeExec } });
  const { sent } = await runTool({ exec: createExecTool({ workspace }) }, { tool: "exec", input: { command } });
  return shownText(sent);
}

test.each([
  ["cat a.txt", true, "one"],
  ["echo 2 > a.txt", true, "[no output]\n[changed 1 path; can be undone]"],
  ["ln -s a.txt l; touch b", true, "[no output]\n[changed 2 paths; 1 cannot be undone: l (a link or a special file)]"],
  [
    "touch b c",
    { maxFiles: 2 },
    "[no output]\n[what it changed cannot be undone; there are more than 2 files and directories, or they lie too deep]",
  ],
  ["echo 2 > a.txt", false, "[no output]"],
] as const)("a model is told of %s with %j", async (command, options, value) => {
  expect(await shownAfter(command, options)).toBe(value);
});

test("the command of a step is undone by the id of its call", async () => {
  const workspace = await openDiskWorkspace({ "a.txt": "one\n" }, { history: { snapshotBeforeExec: true } });
  const exec = createExecTool({ workspace });
  await runTool({ exec }, { tool: "exec", input: { command: "echo 1 > a.txt; echo 2 > b.txt" } });
  await workspace.history.undo({ toolCallId: "call-1" });
  expect(await readRaw(workspace, "a.txt")).toBe("one\n");
  expect(await workspace.fs.stat("b.txt")).toBeNull();
});

test("commands of one step are taken back together, whoever is told of which change", async () => {
  const workspace = await openDiskWorkspace({ "a.txt": "one\n" }, { history: { snapshotBeforeExec: true } });
  await workspace.history.checkpoint("start");
  await runTools(
    { exec: createExecTool({ workspace }) },
    { tool: "exec", input: { command: "echo 1 > a.txt" } },
    { tool: "exec", input: { command: "echo 2 > b.txt" } },
  );
  await workspace.history.restoreTo("start");
  expect(await readRaw(workspace, "a.txt")).toBe("one\n");
  expect(await workspace.fs.stat("b.txt")).toBeNull();
});
