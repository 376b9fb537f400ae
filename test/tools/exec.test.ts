import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stepCountIs, streamText } from "ai";
import { describe, expect, it, vi } from "vitest";
import type { ExecOutput } from "../../src/tools/commands/exec-output.js";
import type { ToolFailure } from "../../src/tools/definition/tool-failure.js";
import { createExecTool, type ExecToolOptions } from "../../src/tools/exec.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { createToolCalls } from "../support/scripted-model.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

type Options = Omit<ExecToolOptions, "workspace">;

async function exec(input: object, options: Options = {}) {
  const workspace = await openDiskWorkspace({ "src/a.txt": "a\n" });
  return runTool({ exec: createExecTool({ workspace, ...options }) }, { tool: "exec", input });
}

/** Quotes a program for a shell that runs it with this process's node. */
function node(program: string): string {
  return `'${process.execPath}' -e '${program}'`;
}

describe("a command as the model sees it", () => {
  it.each<[string, string, string]>([
    ["its output alone", "echo hi", "hi"],
    ["a word instead of nothing", "true", "[no output]"],
    ["errors alone", "echo no >&2", "no"],
    ["both streams by name", "echo yes; echo no >&2", "stdout:\nyes\nstderr:\nno"],
    ["an exit code that is not 0", "echo no >&2; exit 3", "[exit code 3]\nno"],
    ["a signal", "kill -KILL $$", "[ended by SIGKILL]\n[no output]"],
  ])("shows %s", async (_name, ...[command, expected]) => {
    expect(shownText((await exec({ command })).sent)).toBe(expected);
  });

  it("shows a time-out with the output so far", async () => {
    const { output, sent } = await exec({ command: "echo begun; sleep 60" }, { timeoutMs: 300 });
    expect(output).toMatchObject({ reason: "timed_out", stdout: "begun\n" });
    expect(shownText(sent)).toMatch(
      /^\[timed out after \d+ m?s; the command and all it started were stopped\]\nbegun$/,
    );
  });
});

describe("the time of a command", () => {
  const late = { command: "echo begun; sleep 60" };

  it.each<[string, object, Options]>([
    ["the call names", { ...late, timeoutMs: 300 }, {}],
    ["the call names in another spelling", { ...late, timeout: "300" }, {}],
    ["the developer allows, where the call asks for more", { ...late, timeoutMs: 60_000 }, { maxTimeoutMs: 300 }],
    ["the call names where the developer sets none", { ...late, timeoutMs: 300 }, { timeoutMs: 0 }],
  ])("is what %s", async (_name, ...[input, options]) => {
    expect((await exec(input, options)).output).toMatchObject({ reason: "timed_out", stdout: "begun\n" });
  });

  it("may be longer than the developer's usual one", async () => {
    const { output } = await exec({ command: "sleep 0.5; echo done", timeoutMs: 60_000 }, { timeoutMs: 100 });
    expect(output).toMatchObject({ reason: "exited", stdout: "done\n" });
  });

  it("has no end where the developer says 0, which no call can", async () => {
    const { output } = await exec({ command: "sleep 0.2; echo done" }, { timeoutMs: 0 });
    expect(output).toMatchObject({ reason: "exited", stdout: "done\n" });
    const stopped = await exec({ command: "sleep 60", timeoutMs: 0 }, { timeoutMs: 200 });
    expect(stopped.output).toMatchObject({ reason: "timed_out" });
  });

  it.each([{ timeoutMs: -1 }, { timeoutMs: 0.5 }, { maxTimeoutMs: 0 }])("cannot be %j", async (options) => {
    await expect(exec(late, options)).rejects.toThrow(TypeError);
  });
});

describe("the result", () => {
  it("tells how the command ended", async () => {
    const { output } = await exec({ command: "echo hi; exit 2" });
    expect(output).toEqual({
      exitCode: 2,
      reason: "exited",
      stdout: "hi\n",
      stderr: "",
      truncated: false,
      durationMs: expect.any(Number),
    });
  });

  it("keeps head and tail of much output", async () => {
    const { output } = await exec({ command: "echo first; seq 1 5000; echo last" }, { maxOutputBytes: 1000 });
    expect(output).toMatchObject({ truncated: true, stdout: expect.stringMatching(/^first\n[\s\S]*last\n$/) });
    expect((output as { stdout: string }).stdout.length).toBeLessThan(1200);
  });

  it.each<[string, object, Options]>([
    ["the model's directory", { command: "cat a.txt", cwd: "src" }, {}],
    ["the default directory", { command: "cat a.txt" }, { defaultCwd: "src" }],
    ["the model's before the default", { command: "cat a.txt", cwd: "src" }, { defaultCwd: "." }],
    ["the developer's variables", { command: 'echo "$LETTER"' }, { env: { LETTER: "a" } }],
  ])("comes from a run in %s", async (_name, ...[input, options]) => {
    expect((await exec(input, options)).output).toMatchObject({ stdout: "a\n" });
  });
});

describe("output that is cut", () => {
  const flood = "echo first; seq 1 5000; echo last >&2";

  it("is kept in a file that the read tool can page, where that is asked for", async () => {
    const workspace = await openDiskWorkspace({});
    const tools = { exec: createExecTool({ workspace, maxOutputBytes: 1000, spill: { directory: "logs/exec" } }) };
    const { output, sent } = await runTool(tools, { tool: "exec", input: { command: flood } });
    const { outputPath } = output as { outputPath: string };
    expect(outputPath).toMatch(/^logs\/exec\/[\w-]+\.txt$/);
    expect(shownText(sent)).toContain(`[the whole output is in ${outputPath}]`);
    const { content } = await workspace.fs.readText(outputPath);
    expect(content.replace("last\n", "")).toBe(
      `first\n${Array.from({ length: 5000 }, (_, index) => `${index + 1}\n`).join("")}`,
    );
  });

  it("keeps output of many pieces as it was", async () => {
    const workspace = await openDiskWorkspace({});
    const tools = { exec: createExecTool({ workspace, spill: true }) };
    const { output } = await runTool(tools, { tool: "exec", input: { command: "seq 1 500000" } });
    const bytes = readFileSync(join(workspace.root, (output as { outputPath: string }).outputPath));
    const lines = Array.from({ length: 500_000 }, (_, index) => `${index + 1}\n`).join("");
    expect(bytes.equals(Buffer.from(lines))).toBe(true);
  });

  it("leaves no file when nothing is cut, or nobody asked", async () => {
    const workspace = await openDiskWorkspace({});
    for (const options of [{ spill: true }, { maxOutputBytes: 1000 }] as const) {
      const tools = { exec: createExecTool({ workspace, ...options }) };
      expect((await runTool(tools, { tool: "exec", input: { command: flood } })).output).not.toHaveProperty(
        "outputPath",
      );
    }
    expect((await workspace.fs.list(".")).total).toBe(0);
  });

  it("does not hide the result when it cannot be kept", async () => {
    const { output } = await exec({ command: flood }, { maxOutputBytes: 1000, spill: { directory: ".git/x" } });
    expect(output).toMatchObject({ truncated: true, reason: "exited" });
    expect(output).not.toHaveProperty("outputPath");
  });
});

describe("what is refused", () => {
  it.each<[string, object, Options, string]>([
    ["a command that is not allowed", { command: "rm a" }, { allowedCommands: ["git status"] }, "command_not_allowed"],
    [
      "a command behind an allowed one",
      { command: "git status; rm a" },
      { allowedCommands: ["git status"] },
      "command_not_allowed",
    ],
    ["a directory outside", { command: "ls", cwd: ".." }, {}, "path_outside_workspace"],
    ["a directory that is missing", { command: "ls", cwd: "no" }, {}, "path_not_found"],
    ["no command", {}, {}, "parse_error"],
  ])("%s", async (_name, ...[input, options, kind]) => {
    const { output, sent } = await exec(input, options);
    expect(output).toMatchObject({ error: { kind } });
    expect(sent.type).toBe("error-text");
  });

  it("everything in an untrusted workspace", async () => {
    const workspace = await openDiskWorkspace({}, { trusted: false });
    const { output } = await runTool(
      { exec: createExecTool({ workspace }) },
      { tool: "exec", input: { command: "ls" } },
    );
    expect(output).toMatchObject({ error: { kind: "untrusted_workspace" } });
  });

  it("a malformed list of commands, when the tool is made", () => {
    const workspace = createInMemoryWorkspace();
    expect(() => createExecTool({ workspace, allowedCommands: ["git $(status)"] })).toThrow(TypeError);
    expect(() => createExecTool({ workspace, timeoutMs: -1 })).toThrow(TypeError);
    for (const wrong of [
      { allowedCommands: "git status" },
      { allowedCommands: null },
      { defaultCwd: 5 },
      { defaultCwd: "" },
      { env: "A=b" },
      { env: { A: 1 } },
    ]) {
      const [name = ""] = Object.keys(wrong);
      expect(() => createExecTool({ workspace, ...(wrong as object) })).toThrow(TypeError);
      expect(() => createExecTool({ workspace, ...(wrong as object) })).toThrow(name);
    }
    expect(() => createExecTool({ workspace: {} as never })).toThrow(TypeError);
  });

  it("nothing that is allowed", async () => {
    const { output } = await exec({ command: "echo a && echo b" }, { allowedCommands: ["echo"] });
    expect(output).toMatchObject({ stdout: "a\nb\n" });
  });
});

describe("snapshots", () => {
  // Prints, and goes on only when the reader has made the file that it waits for.
  const waiting = "echo begun; while [ ! -e go ]; do sleep 0.02; done; echo ended";

  it("come while the command runs, and the result comes last", async () => {
    const workspace = await openDiskWorkspace({});
    const outputs: (ExecOutput | ToolFailure)[] = [];
    for await (const output of createExecTool({ workspace }).execute({ command: waiting })) {
      outputs.push(output);
      if (outputs.length === 1) await workspace.fs.writeBytes("go", new Uint8Array());
    }
    expect(outputs[0]).toMatchObject({ stdout: "begun\n" });
    expect(outputs[0]).not.toHaveProperty("reason");
    expect(outputs.at(-1)).toMatchObject({ reason: "exited", stdout: "begun\nended\n" });
  });

  it("are preliminary results of a stream", async () => {
    const workspace = await openDiskWorkspace({});
    const script = createToolCalls({ tool: "exec", input: { command: waiting } });
    const tools = { exec: createExecTool({ workspace }) };
    const result = streamText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
    const seen: unknown[] = [];
    for await (const part of result.fullStream) {
      if (part.type !== "tool-result") continue;
      seen.push([part.preliminary === true, "reason" in (part.output as object)]);
      if (seen.length === 1) await workspace.fs.writeBytes("go", new Uint8Array());
    }
    expect(seen[0]).toEqual([true, false]);
    expect(seen.at(-1)).toEqual([false, true]);
    expect(script.sentOutputs()["call-1"]).toEqual({ type: "text", value: "begun\nended" });
  });

  it("say so when one was all that a conversation kept", async () => {
    const tool = createExecTool({ workspace: createInMemoryWorkspace() });
    const output = { stdout: "begun\n", stderr: "", truncated: false, durationMs: 5 };
    const value = "[still running; the answer was cut off here]\nbegun";
    expect(tool.toModelOutput({ toolCallId: "1", input: {}, output })).toEqual({ type: "text", value });
    expect(tool.outputSchema["~standard"].validate(output)).toHaveProperty("value");
  });
});

describe("an abort", () => {
  it("rejects with its reason once the command is dead", async () => {
    const workspace = await openDiskWorkspace({});
    const controller = new AbortController();
    const reason = new Error("enough");
    const command = node("console.log(process.pid); setInterval(() => {}, 1000)");
    const run = createExecTool({ workspace }).execute({ command }, { abortSignal: controller.signal });
    const first = await run.next();
    const pid = Number((first.value as { stdout: string }).stdout);
    expect(process.kill(pid, 0)).toBe(true);
    controller.abort(reason);
    await expect(drain(run)).rejects.toBe(reason);
    await expectDeath(pid);
  });

  it("by leaving the loop stops the command", async () => {
    const workspace = await openDiskWorkspace({});
    const command = node("console.log(process.pid); setInterval(() => {}, 1000)");
    const run = createExecTool({ workspace }).execute({ command });
    const first = await run.next();
    const pid = Number((first.value as { stdout: string }).stdout);
    await run.return();
    await expectDeath(pid);
  });
});

/** Waits until the kernel has let go of a process that was killed, or the test runs out of time. */
async function expectDeath(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000, interval: 5 });
}

async function drain(run: AsyncGenerator<unknown>): Promise<void> {
  for await (const _ of run);
}
