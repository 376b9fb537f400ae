// The built program as a process: its streams, its signals, and what it leaves behind.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { isAlive } from "../support/is-alive.js";
import { REPOSITORY } from "../support/source-tree.js";
import { useSandbox } from "../support/temp-workspace.js";

const PROGRAM = join(REPOSITORY, "dist/cli/main.js");
const runFile = promisify(execFile);

function start(words: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

describe("the program", () => {
  test("can be run as a file, from anywhere", async () => {
    const { root } = useSandbox();
    const { stdout } = await runFile(PROGRAM, ["list", "--root", root, "--json"], { cwd: "/" });
    expect(JSON.parse(stdout)).toMatchObject({ entries: [], total: 0 });
  });

  test("shows what an agent does, and leaves nothing of it", async () => {
    const { root } = useSandbox();
    const environment = { PATH: process.env["PATH"], TMPDIR: root };
    const { stdout } = await runFile(PROGRAM, ["demo"], { cwd: root, env: environment });
    expect(stdout).toMatch(/^calls .* 4 done, 4 refused/m);
    expect(stdout).toMatch(/^outside +untouched$/m);
    expect(readdirSync(root).filter((name) => name.startsWith("ai-file-tools-demo-"))).toEqual([]);
  });

  test.skipIf(!existsSync("/dev/full"))("says in one line that its output cannot be written", async () => {
    const { root } = useSandbox();
    const words = ["-c", '"$0" "$1" list > /dev/full', process.execPath, PROGRAM];
    const stderr = "ai-file-tools: the output cannot be written: ENOSPC\n";
    await expect(runFile("/bin/sh", words, { cwd: root })).rejects.toMatchObject({ code: 1, stderr });
  });

  test("reads a pipe and writes a pipe", async () => {
    const { root } = useSandbox();
    const writing = start(["write", "a.txt", "-"], root);
    writing.stdin.end("piped\n");
    const [exitCode] = await once(writing, "close");
    expect([exitCode, readFileSync(join(root, "a.txt"), "utf8")]).toEqual([0, "piped\n"]);
    const large = "a line of text\n".repeat(4000);
    const edits = JSON.stringify([{ oldText: "piped\n", newText: large }]);
    const editing = start(["edit", "a.txt", "--edits", "-", "--json"], root);
    editing.stdin.end(edits);
    expect(JSON.parse(await textOf(editing.stdout))).toMatchObject({ path: "a.txt" });
  });

  test("does not wait for a pipe that it does not need", async () => {
    const { root } = useSandbox();
    const listing = start(["list"], root);
    const [exitCode] = await once(listing, "close");
    expect(exitCode).toBe(0);
  });

  test("needs no peer for the tools, and says which one a server lacks", async () => {
    const { root } = useSandbox();
    const own = join(root, "node_modules/ai-file-tools");
    cpSync(join(REPOSITORY, "dist"), join(own, "dist"), { recursive: true });
    cpSync(join(REPOSITORY, "package.json"), join(own, "package.json"));
    for (const name of Object.keys(packageJson.dependencies)) {
      mkdirSync(dirname(join(root, "node_modules", name)), { recursive: true });
      symlinkSync(join(REPOSITORY, "node_modules", name), join(root, "node_modules", name));
    }
    const program = join(own, "dist/cli/main.js");
    const { stdout } = await runFile(program, ["list", "--json"], { cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({ total: 1 });
    for (const [command, missing] of [
      ["mcp", "zod"],
      ["demo", "ai"],
    ] as const) {
      const failed = await runFile(program, [command], { cwd: root }).catch((error: unknown) => error);
      expect(failed).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`missing: .*'${missing}'\\n$`)),
      });
    }
  });

  test("says nothing when nobody reads on", async () => {
    const { root } = useSandbox();
    const child = start(["exec", "seq 1 3000; sleep 0.2; seq 1 3000; echo done > done"], root);
    child.stdout.once("data", () => child.stdout.destroy());
    const [stderr, [exitCode]] = await Promise.all([textOf(child.stderr), once(child, "close")]);
    expect([stderr, exitCode, existsSync(join(root, "done"))]).toEqual(["", 0, true]);
  });

  test.for([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("stopped with %s ends as a shell expects, with all that it started", async ([signal, expected]) => {
    const { root } = useSandbox();
    const child = start(["exec", "echo $$; sleep 60"], root);
    const [output] = await once(child.stdout, "data");
    child.kill(signal);
    const [exitCode] = await once(child, "close");
    expect(exitCode).toBe(expected);
    await vi.waitFor(() => expect(isAlive(Number(String(output)))).toBe(false), { timeout: 5000 });
  });
});

test("a server that is busy lets connections wait, and turns none away", async () => {
  const { root } = useSandbox();
  const server = start(["serve", "--json"], root);
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { port, hostname } = new URL((JSON.parse(line.toString()) as { url: string }).url);
  server.kill("SIGSTOP");
  // Twice of what Node itself lets wait.
  const sockets = Array.from({ length: 1000 }, () => connect(Number(port), hostname));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
});
