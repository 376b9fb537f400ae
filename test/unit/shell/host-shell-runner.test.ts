// What a run answers: output, exit status, environment, directory, and the failures to start.

import { getEventListeners } from "node:events";
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { COMMAND_MARK } from "../../../src/shell/running/process-table.js";
import { createHostShellRunner } from "../../../src/workspace/commands/host-runner.js";
import { programCommand, record, requestFor } from "./run-command.js";

const runner = createHostShellRunner();
const directories: string[] = [];

function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "shell-")));
  directories.push(path);
  return path;
}

afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe("a command that ends by itself", () => {
  test("answers its output, its status and why it ended", async () => {
    const { result } = await record(runner, requestFor("echo out; echo err >&2; exit 3"));
    expect(result).toMatchObject({ stdout: "out\n", stderr: "err\n", exitCode: 3, reason: "exited", truncated: false });
    expect(result).not.toHaveProperty("signal");
  });

  test("answers the signal that ended it", async () => {
    const { result } = await record(runner, requestFor("kill -9 $$"));
    expect(result).toMatchObject({ exitCode: null, signal: "SIGKILL", reason: "exited" });
  });

  test("gets no input", async () => {
    const { result } = await record(runner, requestFor("cat; echo done"));
    expect(result.stdout).toBe("done\n");
  });

  test("sees exactly the given environment", async () => {
    const { result } = await record(runner, requestFor("/usr/bin/env", { env: { ONLY: "this" } }));
    const names = result.stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const ofTheShell = ["PWD", "_", COMMAND_MARK];
    expect(names.filter((name) => !ofTheShell.includes(name ?? ""))).toEqual(["ONLY"]);
  });

  test("runs in the given directory, also when it is named by a descriptor", async () => {
    const directory = temporaryDirectory();
    const descriptor = openSync(directory, "r");
    try {
      const { result } = await record(runner, requestFor("pwd -P", { cwd: `/proc/self/fd/${descriptor}` }));
      expect(result.stdout).toBe(`${directory}\n`);
    } finally {
      closeSync(descriptor);
    }
  });

  test("listens to the signal that it shares with many others only once", async () => {
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const runs = Array.from({ length: 12 }, () => record(runner, requestFor("sleep 0.2", { signal })));
    const results = await Promise.all(runs);
    process.off("warning", note);
    expect(results.map(({ result }) => result.exitCode)).toEqual(new Array(12).fill(0));
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("is never read as options of the shell", async () => {
    const { result } = await record(runner, requestFor("-c 'echo injected'"));
    expect(result).toMatchObject({ exitCode: 127, stdout: "" });
  });
});

describe("output", () => {
  test("shows what is there while the command runs, and only when something changed", async () => {
    const { snapshots, result } = await record(runner, requestFor("echo one; sleep 0.5; echo two"));
    const texts = snapshots.map(({ stdout }) => stdout);
    expect(texts[0]).toBe("one\n");
    expect(texts).toEqual([...new Set(texts)]);
    expect(result.stdout).toBe("one\ntwo\n");
  });

  test("holds back half a code point until it is complete, and replaces it when it never is", async () => {
    const controller = new AbortController();
    const run = runner.run(requestFor(programCommand("half-code-point"), { signal: controller.signal }));
    expect((await run.next()).value).toMatchObject({ stdout: "a" });
    controller.abort();
    expect((await run.next()).value).toMatchObject({ stdout: "a\ufffd", reason: "aborted" });
  });

  test("keeps head and tail of a flood and says how much is gone", async () => {
    const { result } = await record(runner, requestFor(programCommand("flood", "1000000"), { maxOutputBytes: 200 }));
    expect(result.truncated).toBe(true);
    expect(result.stdout).toMatch(/^first line\n[\s\S]*\n… 999821 bytes dropped …\n[\s\S]*\nlast line\n$/);
  });

  test("is plain text without escapes", async () => {
    const { result } = await record(runner, requestFor("printf '\\033[31mred\\033[0m 10%%\\r20%%\\r\\nend\\007'"));
    expect(result.stdout).toBe("20%\nend");
  });
});

describe("a command that cannot be started", () => {
  const attempts = [
    { name: "in a directory that does not exist", changes: { cwd: "/does/not/exist" }, kind: "path_not_found" },
    { name: "in a file", changes: { cwd: "/etc/passwd" }, kind: "path_not_found" },
    { name: "with NUL in it", changes: { command: "echo a\0b" }, kind: "command_not_allowed" },
    { name: "that is too long", changes: { command: "x".repeat(300_000) }, kind: "command_not_allowed" },
  ];
  test.each(attempts)("$name answers $kind", async ({ changes, kind }) => {
    const attempt = record(runner, requestFor("true", changes));
    await expect(attempt).rejects.toMatchObject({ name: "FsError", kind, hint: expect.any(String) });
  });
});
