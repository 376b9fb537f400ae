// How a run is stopped, why it says it ended, and that nothing of it survives.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandRunner } from "../../../src/shell/command-runner.js";
import { createShellRunner } from "../../../src/shell/running/host-shell-runner.js";
import { createHostShellRunner } from "../../../src/workspace/commands/host-runner.js";
import { createMarker, findMarked, findSurvivors, programCommand, record, requestFor } from "./run-command.js";

const SLEEP = "echo up; sleep 60; sleep 60";
const STUBBORN = `trap '' TERM; ${SLEEP}`;

let runner: CommandRunner;
let marker: string;

beforeEach(() => {
  runner = createHostShellRunner();
  marker = createMarker();
});

afterEach(async () => {
  await runner.close();
  expect(await findSurvivors(marker)).toEqual([]);
});

describe("a time-out", () => {
  const programs = [
    { name: "a program that ignores SIGTERM", command: programCommand("ignore-sigterm"), output: "ready\n" },
    { name: "a shell that ignores SIGTERM", command: STUBBORN, output: "up\n" },
    { name: "a grandchild that ignores SIGTERM", command: programCommand("double-fork"), output: "forked twice\n" },
    { name: "a flood", command: "yes", output: "y\n" },
  ];
  test.each(programs)("ends $name long before it would end by itself", async ({ command, output }) => {
    const { result } = await record(runner, requestFor(command, { marker, timeoutMs: 3000, maxOutputBytes: 32 }));
    expect(result.reason).toBe("timed_out");
    expect(result.exitCode).toBeNull();
    expect(result.stdout.startsWith(output)).toBe(true);
    expect(result.durationMs).toBeLessThan(20_000);
  });

  test("stays the reason when an abort follows", async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 700);
    const { result } = await record(
      runner,
      requestFor(STUBBORN, { marker, timeoutMs: 500, signal: controller.signal }),
    );
    clearTimeout(timer);
    expect(result.reason).toBe("timed_out");
  });

  test("may lie further away than a timer reaches", async () => {
    const { result } = await record(runner, requestFor("sleep 0.1; echo ok", { marker, timeoutMs: 2 ** 40 }));
    expect(result).toMatchObject({ reason: "exited", stdout: "ok\n" });
  });
});

describe("what a command leaves running", () => {
  test("does not delay the result, and dies with it", async () => {
    const { result } = await record(runner, requestFor(programCommand("leave-sleeper"), { marker }));
    expect(result).toMatchObject({ reason: "exited", exitCode: 0, stdout: "left a sleeper\n" });
    expect(await findSurvivors(marker)).toEqual([]);
  });

  test("dies although it holds no pipe", async () => {
    const { result } = await record(runner, requestFor("sleep 60 >/dev/null 2>&1 & echo gone", { marker }));
    expect(result.stdout).toBe("gone\n");
    expect(await findSurvivors(marker)).toEqual([]);
  });
});

describe("what leaves the group of its command", () => {
  const ESCAPES = [
    ["a session of its own", "setsid -f sleep 60; echo up"],
    ["a session of its own that ignores requests", `setsid -f sh -c "trap '' TERM HUP; sleep 60; sleep 60"; echo up`],
    ["a daemon that holds no pipe", "setsid -f sh -c 'setsid -f sleep 60' </dev/null >/dev/null 2>&1; echo up"],
    ["one that keeps starting others", "setsid -f sh -c 'while :; do setsid -f sleep 60; sleep 0.01; done'; echo up"],
  ] as const;
  test.each(ESCAPES)("dies with it: %s", async (_name, command) => {
    const { result } = await record(runner, requestFor(command, { marker }));
    expect(result).toMatchObject({ reason: "exited", stdout: "up\n" });
    expect(await findSurvivors(marker)).toEqual([]);
  });

  test("dies after a time-out", async () => {
    const command = "setsid -f sleep 60; echo up; sleep 60";
    const { result } = await record(runner, requestFor(command, { marker, timeoutMs: 1000 }));
    expect(result).toMatchObject({ reason: "timed_out", stdout: "up\n" });
    expect(await findSurvivors(marker)).toEqual([]);
  });

  test("lives on without a table of processes, which shows that it leaves", async () => {
    const plain = createShellRunner();
    await record(plain, requestFor("setsid -f sleep 60", { marker }));
    const survivors = findMarked(marker);
    await plain.close();
    for (const pid of survivors) process.kill(Number(pid), "SIGKILL");
    expect(survivors).toHaveLength(1);
  });
});

describe("an abort", () => {
  test("ends a running command with the reason aborted", async () => {
    const controller = new AbortController();
    const run = runner.run(requestFor(STUBBORN, { marker, signal: controller.signal }));
    expect((await run.next()).value).toMatchObject({ stdout: "up\n" });
    controller.abort();
    expect(await run.next()).toMatchObject({ done: true, value: { reason: "aborted", stdout: "up\n" } });
  });

  test("before the start starts nothing", async () => {
    const { result } = await record(runner, requestFor(SLEEP, { marker, signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ reason: "aborted", stdout: "", exitCode: null });
  });

  test("after the end changes nothing", async () => {
    const controller = new AbortController();
    const { result } = await record(runner, requestFor("echo done", { marker, signal: controller.signal }));
    controller.abort();
    expect(result.reason).toBe("exited");
  });
});

describe("close", () => {
  test("ends every running command and waits for it", async () => {
    const runs = [SLEEP, STUBBORN].map((command) => runner.run(requestFor(command, { marker })));
    for (const run of runs) await run.next();
    expect(findMarked(marker).length).toBeGreaterThan(0);
    await runner.close();
    expect(await findSurvivors(marker)).toEqual([]);
    for (const run of runs) expect((await run.next()).value).toMatchObject({ reason: "aborted" });
  });

  test("lets no further command start", async () => {
    await runner.close();
    const { result } = await record(runner, requestFor("echo started", { marker }));
    expect(result).toMatchObject({ reason: "aborted", stdout: "" });
  });
});

test("a consumer that stops listening stops the command", async () => {
  for await (const snapshot of runner.run(requestFor(STUBBORN, { marker }))) {
    expect(snapshot.stdout).toBe("up\n");
    break;
  }
  expect(await findSurvivors(marker)).toEqual([]);
});

describe("the end of this process", () => {
  test("takes running commands with it", async () => {
    const program = fileURLToPath(new URL("../../fixtures/programs/exit-while-running.mjs", import.meta.url));
    const env = { ...process.env, SHELL_TEST_MARKER: marker };
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], { env });
    expect(stdout).toBe("up\n");
    expect(await findSurvivors(marker)).toEqual([]);
  });

  test("takes them with it when it is killed, and what left their groups", async () => {
    const program = fileURLToPath(new URL("../../fixtures/programs/killed-while-running.mjs", import.meta.url));
    const env = { ...process.env, SHELL_TEST_MARKER: marker };
    const killed = promisify(execFile)(process.execPath, ["--import", "tsx", program], { env });
    await expect(killed).rejects.toMatchObject({ signal: "SIGKILL", stdout: "up\n" });
    expect(await findSurvivors(marker)).toEqual([]);
  });

  test("is watched only while commands run", async () => {
    const before = process.listenerCount("exit");
    const runs = [1, 2].map(() => runner.run(requestFor(SLEEP, { marker })));
    for (const run of runs) await run.next();
    expect(process.listenerCount("exit")).toBe(before + 1);
    for (const run of runs)
      await run.return({ exitCode: null, stdout: "", stderr: "", truncated: false, reason: "aborted", durationMs: 0 });
    expect(process.listenerCount("exit")).toBe(before);
  });
});

test("a flood of 200 MB takes little memory, however slowly it is read", async () => {
  const request = requestFor(programCommand("flood", "200000000"), { marker, maxOutputBytes: 32 * 1024 });
  const before = process.memoryUsage().rss;
  const run = runner.run(request);
  let highest = before;
  let step = await run.next();
  while (step.done !== true) {
    highest = Math.max(highest, process.memoryUsage().rss);
    step = await run.next();
  }
  expect(step.value).toMatchObject({ reason: "exited", exitCode: 0, truncated: true });
  expect(step.value.stdout).toContain(`… ${200_000_021 - 32 * 1024} bytes dropped …`);
  expect(highest - before).toBeLessThan(24 * 1024 * 1024);
});
