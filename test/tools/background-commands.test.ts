// Commands that outlive their call: started by exec, read and killed by id, and dead with the workspace.

import { describe, expect, it, vi } from "vitest";
import { createRedactor } from "../../src/redaction/redactor.js";
import { createCommandTools } from "../../src/tools/commands/command-tools.js";
import { createExecTool } from "../../src/tools/exec.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const SERVER = "echo up; trap '' TERM; sleep 60; sleep 60";

async function open(options: object = {}) {
  const workspace = await openDiskWorkspace({});
  return { workspace, tools: createCommandTools({ workspace, ...options }) };
}

async function start(tools: ReturnType<typeof createCommandTools>, command: string) {
  return runTool(tools, { tool: "exec", input: { command, background: true } });
}

describe("a command in the background", () => {
  it("answers its id and first output, can be read, and is killed with all it started", async () => {
    const { tools } = await open();
    const { output, sent } = await start(tools, `echo $$; ${SERVER}`);
    expect(output).toMatchObject({ id: "cmd-1" });
    expect(shownText(sent)).toMatch(/^\[running in the background as cmd-1\]\n\d+/);
    const pid = Number((output as { stdout: string }).stdout.split("\n")[0]);
    await vi.waitFor(async () => {
      const read = await runTool(tools, { tool: "read_output", input: { id: "cmd-1" } });
      expect(read.output).toMatchObject({ stdout: `${pid}\nup\n` });
    });
    const killed = await runTool(tools, { tool: "kill", input: { id: "cmd-1" } });
    expect(killed.output).toMatchObject({ id: "cmd-1", reason: "aborted" });
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("tells how it ended", async () => {
    const { tools } = await open();
    await start(tools, "echo done; exit 4");
    await vi.waitFor(async () => {
      const { output } = await runTool(tools, { tool: "read_output", input: { id: "cmd-1" } });
      expect(output).toMatchObject({ reason: "exited", exitCode: 4, stdout: "done\n" });
    });
  });

  it("dies with the workspace", async () => {
    const { tools, workspace } = await open();
    const { output } = await start(tools, `echo $$; ${SERVER}`);
    const pid = Number((output as { stdout: string }).stdout.split("\n")[0]);
    await workspace.close();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("is judged before it starts", async () => {
    const { tools } = await open({ allowedCommands: ["ls"] });
    expect((await start(tools, "rm x")).output).toMatchObject({ error: { kind: "command_not_allowed" } });
    const { output } = await runTool(tools, { tool: "read_output", input: { id: "cmd-1" } });
    expect(output).toMatchObject({ error: { kind: "parse_error", hint: "Known ids: none." } });
  });

  it("is one of eight at most", async () => {
    const { tools } = await open();
    for (let turn = 1; turn <= 8; turn += 1) await start(tools, "echo up; sleep 60");
    expect((await start(tools, "true")).output).toMatchObject({ error: { kind: "command_not_allowed" } });
    await runTool(tools, { tool: "kill", input: { id: "cmd-3" } });
    expect((await start(tools, "true")).output).toMatchObject({ id: "cmd-9" });
  });

  it("shows no secret", async () => {
    const redact = createRedactor((text) =>
      [...text.matchAll(/hush/g)].map(({ index }) => ({ start: index, end: index + 4, kind: "word" })),
    );
    const { tools } = await open({ redact });
    const { output } = await start(tools, "echo hush; echo more; sleep 60");
    expect((output as { stdout: string }).stdout).not.toContain("hush");
  });
});

it("is not offered unless it is asked for", async () => {
  const workspace = await openDiskWorkspace({});
  const { output } = await runTool(
    { exec: createExecTool({ workspace }) },
    { tool: "exec", input: { command: "echo a", background: true } },
  );
  expect(output).not.toHaveProperty("id");
  expect(
    JSON.stringify(createExecTool({ workspace }).inputSchema["~standard"].jsonSchema.input({ target: "draft-07" })),
  ).not.toContain("background");
});
