// Commands without processes: the exec tool over the files of a workspace in memory.

import { describe, expect, it } from "vitest";
import { createJustBashRunner } from "../../src/shell/backends/just-bash-runner.js";
import { createExecTool, type ExecToolOptions } from "../../src/tools/exec.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { runTool } from "./run-tools.js";

const FILES = { "src/a.txt": "one\ntwo\n", "src/b.txt": "two\n", ".gitignore": "*.log\n", "x.log": "log\n" };

function open(files: Readonly<Record<string, string>> = FILES) {
  return createInMemoryWorkspace({ files, trusted: true, runner: createJustBashRunner() });
}

async function exec(command: string, options: Omit<ExecToolOptions, "workspace"> = {}, workspace = open()) {
  const { output } = await runTool(
    { exec: createExecTool({ workspace, ...options }) },
    { tool: "exec", input: { command } },
  );
  return output;
}

describe("commands in memory", () => {
  it.each([
    ["cat src/a.txt | sort -r", "two\none\n"],
    ["grep -c two src/*.txt", "src/a.txt:1\nsrc/b.txt:1\n"],
    ["ls -A", ".gitignore\nsrc\nx.log\n"],
    ["find src -type f | sort", "src/a.txt\nsrc/b.txt\n"],
    ["cd src && pwd && ls", "/src\na.txt\nb.txt\n"],
    ['for f in src/*.txt; do wc -l < "$f"; done | tr -d " "', "2\n1\n"],
    ["echo hidden > /tmp/x; cat /tmp/x; ls /tmp | wc -l | tr -d ' '", "hidden\n1\n"],
    ["test -e /etc/passwd || echo none", "none\n"],
  ])("read the workspace: %s", async (command, stdout) => {
    expect(await exec(command)).toMatchObject({ stdout, stderr: "", exitCode: 0, reason: "exited" });
  });

  it("change the workspace, and see what tools changed", async () => {
    const workspace = open();
    const command =
      "sed -i s/two/2/ src/a.txt && mkdir -p new/deep && cp src/b.txt new/deep/c.txt && mv src/b.txt d.txt && echo more >> d.txt && rm x.log";
    expect(await exec(command, {}, workspace)).toMatchObject({ stderr: "", exitCode: 0 });
    expect((await workspace.fs.readText("src/a.txt")).content).toBe("one\n2\n");
    expect((await workspace.fs.readText("new/deep/c.txt")).content).toBe("two\n");
    expect((await workspace.fs.readText("d.txt")).content).toBe("two\nmore\n");
    expect([await workspace.fs.stat("src/b.txt"), await workspace.fs.stat("x.log")]).toEqual([null, null]);
    await workspace.fs.writeTextOverwrite("d.txt", "by a tool\n");
    expect(await exec("cat d.txt", {}, workspace)).toMatchObject({ stdout: "by a tool\n" });
  });

  it("cannot change what is protected", async () => {
    const workspace = open();
    const output = await exec("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; echo $?", {}, workspace);
    expect(output).toMatchObject({ stderr: expect.stringContaining("protected") });
    expect(await workspace.fs.stat(".git/hooks/pre-commit")).toBeNull();
  });

  it("answer the status, and what a command that is missing says", async () => {
    expect(await exec("exit 3")).toMatchObject({ exitCode: 3, reason: "exited" });
    expect(await exec("no-such-program")).toMatchObject({ exitCode: 127 });
  });

  it("see no variable of this process and none of its host", async () => {
    const output = (await exec("env", { env: { LETTER: "a" } })) as { stdout: string };
    expect(output.stdout).toContain("LETTER=a\n");
    expect(output.stdout).toContain("HOME=/\n");
    expect(output.stdout).not.toContain(process.env["HOME"] ?? "no home");
  });

  it("keep head and tail of much output", async () => {
    const output = await exec("echo first; seq 1 5000; echo last", { maxOutputBytes: 1000 });
    expect(output).toMatchObject({ truncated: true, stdout: expect.stringMatching(/^first\n[\s\S]*last\n$/) });
  });

  it("are stopped when their time is over", async () => {
    expect(await exec("sleep 30", { timeoutMs: 100 })).toMatchObject({ reason: "timed_out", exitCode: null });
  });

  it("are stopped by an abort", async () => {
    const reason = new Error("enough");
    const tool = createExecTool({ workspace: open() });
    const run = tool.execute({ command: "sleep 30" }, { abortSignal: AbortSignal.timeout(50) });
    await expect(run.next()).rejects.toMatchObject({ name: "TimeoutError" });
    const aborted = tool.execute({ command: "sleep 30" }, { abortSignal: AbortSignal.abort(reason) });
    await expect(aborted.next()).rejects.toBe(reason);
  });

  it("end when the workspace is closed", async () => {
    const workspace = open();
    const run = workspace.shell.run("sleep 30").next();
    await workspace.close();
    expect(await run).toMatchObject({ done: true, value: { reason: "aborted" } });
  });

  it("are judged like others", async () => {
    expect(await exec("cat src/b.txt; rm src/b.txt", { allowedCommands: ["cat"] })).toMatchObject({
      error: { kind: "command_not_allowed" },
    });
    expect(await exec("cd src && cat b.txt", { allowedCommands: ["cat", "cd"] })).toMatchObject({ stdout: "two\n" });
  });
});
