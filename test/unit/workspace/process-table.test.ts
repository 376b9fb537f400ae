// Which processes are found by the mark of their command.

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { COMMAND_MARK } from "../../../src/shell/running/process-table.js";
import { createProcessTable } from "../../../src/workspace/commands/process-table.js";

const table = createProcessTable();

const { PATH } = process.env;

async function start(mark: string): Promise<number> {
  const child: ChildProcess = spawn("sleep", ["60"], { env: { PATH, [COMMAND_MARK]: mark } });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  return child.pid ?? Number.NaN;
}

async function startMany(count: number): Promise<readonly number[]> {
  const children = Array.from({ length: count }, () => spawn("true"));
  await Promise.all(children.map((child) => once(child, "exit")));
  return children.map(({ pid = Number.NaN }) => pid);
}

test.runIf(process.platform === "linux")("finds what carries the mark and was started after the command", async () => {
  const mark = randomUUID();
  const command = await start(randomUUID());
  const pids = [await start(mark), await start(mark)];
  await start(`${mark}-other`);
  expect(table.findMarked(mark, command)).toEqual(pids);
  expect(table.findMarked(mark, pids[0] ?? 0)).toEqual(pids.slice(1));
  expect(table.findMarked(mark, pids[1] ?? 0)).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "finds it also behind many others, and when ids have started over",
  async () => {
    const mark = randomUUID();
    const command = await start(randomUUID());
    await startMany(80);
    const pid = await start(mark);
    expect(table.findMarked(mark, command)).toEqual([pid]);
    const laterThanAny = 2 ** 22;
    expect(table.findMarked(mark, laterThanAny)).toEqual([pid]);
  },
);

test.runIf(process.platform === "linux")(
  "lists a group with the names of its programs, whatever they are called",
  async () => {
    const script = "cp /bin/sleep './a) b (c' && exec './a) b (c' 60";
    const directory = mkdtempSync(join(tmpdir(), "group-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const child = spawn("sh", ["-c", `sleep 60 & ${script}`], { cwd: directory, detached: true });
    const groupId = child.pid ?? Number.NaN;
    onTestFinished(() => void process.kill(-groupId, "SIGKILL"));
    await vi.waitFor(() => {
      const names = table.listGroup(groupId).map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set(["a) b (c", "sleep"]));
    });
    expect(table.listGroup(groupId).map(({ pid }) => pid)).toContain(groupId);
  },
);
