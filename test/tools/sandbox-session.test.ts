// Tools over a sandbox session of the AI SDK: its files as a store, its commands behind the exec tool.

import { setTimeout as delay } from "node:timers/promises";
import { generateText, stepCountIs } from "ai";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { createSandboxRunner, type SandboxCommands } from "../../src/shell/backends/sandbox-runner.js";
import type { CommandResult, CommandRunner } from "../../src/shell/command-runner.js";
import { createSandboxStore, type SandboxFiles } from "../../src/stores/sandbox-store.js";
import { fileStoreContract, isCaseApplicable } from "../../src/testing/index.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createExecTool } from "../../src/tools/exec.js";
import { createReadTool } from "../../src/tools/read.js";
import { openSandboxSession, type TestSession as Session } from "../support/sandbox-session.js";
import { createToolCalls } from "../support/scripted-model.js";
import { runTool, shownText } from "./run-tools.js";

const REQUEST = { command: "echo in", cwd: "", env: {}, timeoutMs: 30_000, maxOutputBytes: 1000 };

async function drain(run: ReturnType<CommandRunner["run"]>): Promise<CommandResult> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
  }
}

function without(session: Session, ...names: readonly (keyof Session)[]): Session {
  return Object.fromEntries(
    Object.entries(session).filter(([name]) => !names.includes(name as keyof Session)),
  ) as Session;
}

describe.each([
  ["every method", []],
  ["no stat", ["stat"]],
  ["no directories", ["listDirectory"]],
] as const)("the store of a session with %s", (_name, missing) => {
  it.each(fileStoreContract().map((one) => [one.name, one] as const))("%s", async (_case, contractCase) => {
    const store = createSandboxStore(without(await openSandboxSession(), ...missing));
    if (!isCaseApplicable(store, contractCase)) return;
    await contractCase.run(() => store);
  });
});

it("reads and edits files of a session through the tools", async () => {
  const session = await openSandboxSession();
  const store = createSandboxStore(session);
  await store.write("a.txt", new TextEncoder().encode("one\r\ntwo\r\n"));
  const edits = [{ oldText: "two", newText: "2" }];
  await runTool({ edit: createEditTool({ store }) }, { tool: "edit", input: { path: "a.txt", edits } });
  const { output } = await runTool({ read: createReadTool({ store }) }, { tool: "read", input: { path: "a.txt" } });
  expect(output).toMatchObject({ content: "one\r\n2\r\n", lineEnding: "crlf" });
});

it("refuses what is no session", () => {
  expect(() => createSandboxStore({} as never)).toThrow(TypeError);
  expect(() => createSandboxRunner({} as never)).toThrow(TypeError);
  expect(() => createExecTool({})).toThrow(TypeError);
  expect(() => createExecTool({ sandbox: {} as never })).toThrow(TypeError);
});

describe.each([
  ["spawn", "run"],
  ["run", "spawn"],
] as const)("the exec tool over the %s of a session", (_name, missing) => {
  const open = async (options: object = {}) => {
    const session = without(await openSandboxSession(), missing);
    return { session, tool: createExecTool({ sandbox: session, ...options }) };
  };

  it("answers output and status, and no variable of this process", async () => {
    const { tool, session } = await open({ env: { LETTER: "a" } });
    const command = 'echo "$LETTER$HOME"; pwd -P; echo no >&2; exit 3';
    const { output } = await runTool({ exec: tool }, { tool: "exec", input: { command } });
    expect(output).toMatchObject({ stdout: `a\n${session.root}\n`, stderr: "no\n", exitCode: 3, reason: "exited" });
  });

  it("cuts a flood to its budget", async () => {
    const { tool } = await open({ maxOutputBytes: 1000 });
    const { output } = await runTool(
      { exec: tool },
      { tool: "exec", input: { command: "echo first; seq 1 90000; echo last" } },
    );
    expect(output).toMatchObject({ truncated: true, stdout: expect.stringMatching(/^first\n[\s\S]*last\n$/) });
  });

  it("stops a command when its time is over", async () => {
    const { tool } = await open({ timeoutMs: 200 });
    const { output } = await runTool({ exec: tool }, { tool: "exec", input: { command: "echo up; sleep 60" } });
    expect(output).toMatchObject({ reason: "timed_out" });
  });

  it("rejects with the reason of an abort", async () => {
    const { tool } = await open();
    const controller = new AbortController();
    const run = tool.execute({ command: "sleep 60" }, { abortSignal: controller.signal });
    const next = run.next();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 50);
    await expect(next).rejects.toBe(reason);
  });

  it("judges commands", async () => {
    const { tool } = await open({ allowedCommands: ["ls"] });
    const { sent } = await runTool({ exec: tool }, { tool: "exec", input: { command: "ls; id" } });
    expect(shownText(sent)).toContain('"id" is not an allowed command');
  });
});

describe("a session that is slow to start a command", () => {
  type Spawn = Session["spawn"];
  const run = async (spawn: Spawn, options: object) => {
    const session = { ...(await openSandboxSession()), spawn };
    return drain(createSandboxRunner(session).run({ ...REQUEST, ...options }));
  };

  it("is not waited for when the time is over", async () => {
    expect(await run(() => new Promise(() => {}), { timeoutMs: 100 })).toMatchObject({ reason: "timed_out" });
  });

  it("may refuse to start what was aborted meanwhile", async () => {
    const signal = AbortSignal.timeout(50);
    const refuse: Spawn = ({ abortSignal }) =>
      new Promise((_, reject) => abortSignal?.addEventListener("abort", () => reject(abortSignal.reason)));
    expect(await run(refuse, { signal })).toMatchObject({ reason: "aborted", exitCode: null });
  });

  it("has a command that starts too late killed", async () => {
    const real = await openSandboxSession();
    const ends: Promise<{ readonly exitCode: number }>[] = [];
    const startLate: Spawn = async (options) => {
      await delay(1200);
      const handle = await real.spawn(options);
      ends.push(Promise.resolve(handle.wait()));
      return handle;
    };
    expect(await run(startLate, { command: "sleep 60", timeoutMs: 100 })).toMatchObject({ reason: "timed_out" });
    await vi.waitFor(() => expect(ends).toHaveLength(1), { timeout: 10_000 });
    expect(await ends[0]).toEqual({ exitCode: 137 });
  });

  it("has its own failures told", async () => {
    const fails = run(() => Promise.reject(new Error("no room")), {});
    await expect(fails).rejects.toThrow("no room");
  });
});

type Known = SandboxCommands & SandboxFiles;

/** What the AI SDK calls a session; `ai` 6 knows none. */
type SessionOf<Options> = "experimental_sandbox" extends keyof Options
  ? Options extends { readonly experimental_sandbox?: infer Session }
    ? NonNullable<Session>
    : never
  : Known;

it("takes a session by the type of the AI SDK", () => {
  expectTypeOf<SessionOf<Parameters<typeof generateText>[0]>>().toExtend<Known>();
});

it("takes the session from the call, and says when there is none", async () => {
  const session = await openSandboxSession();
  const exec = createExecTool({ sandbox: "call" });
  const outputs: unknown[] = [];
  for await (const output of exec.execute({ command: "echo in" }, { experimental_sandbox: session }))
    outputs.push(output);
  expect(outputs.at(-1)).toMatchObject({ stdout: "in\n", reason: "exited" });
  const script = createToolCalls({ tool: "exec", input: { command: "echo in" } });
  await generateText({ model: script.model, tools: { exec }, prompt: "go", stopWhen: stepCountIs(2) });
  expect(script.sentOutputs()["call-1"]).toMatchObject({
    type: "error-text",
    value: expect.stringContaining("no sandbox"),
  });
});
