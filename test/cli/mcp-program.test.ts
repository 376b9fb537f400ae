// The command "mcp" as hosts start it: another process, at the other end of two pipes.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ToolSet } from "ai";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { callTool, textOf } from "../mcp/connect.js";
import { isAlive } from "../support/is-alive.js";
import { REPOSITORY } from "../support/source-tree.js";
import { type Sandbox, useSandbox } from "../support/temp-workspace.js";
import { runTool } from "../tools/run-tools.js";

const PROGRAM = join(REPOSITORY, "dist/cli/main.js");

function fill(): Sandbox {
  const sandbox = useSandbox();
  sandbox.write({ "a.txt": "one\n" });
  return sandbox;
}

async function connect(words: readonly string[]): Promise<{ client: Client; transport: StdioClientTransport }> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp", ...words] });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

describe("the client of the official SDK", () => {
  test("lists and calls, in a workspace that is not trusted unless said", async () => {
    const { root } = fill();
    const { client } = await connect(["--root", root]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["read", "grep", "glob", "list"]);
    expect(textOf(await callTool(client, "read", { path: "a.txt" }))).toBe("1\tone");
    const refused = await callTool(client, "write", { path: "b.txt", content: "" });
    expect(refused.structuredContent).toMatchObject({ error: { kind: "untrusted_workspace" } });
    expect(existsSync(join(root, "b.txt"))).toBe(false);
  });

  test("changes files with --trusted, and runs only what --allow names", async () => {
    const { root } = fill();
    const { client } = await connect(["--root", root, "--trusted", "--allow", "echo", "--allow", "git status"]);
    await callTool(client, "edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("two\n");
    expect(textOf(await callTool(client, "exec", { command: "echo hi" }))).toBe("hi");
    const refused = await callTool(client, "exec", { command: "rm a.txt" });
    expect(refused.structuredContent).toMatchObject({ error: { kind: "command_not_allowed" } });
  });

  test("is offered what --include and --exclude leave", async () => {
    const words = [
      "--root",
      fill().root,
      "--trusted",
      "--include",
      "read,edit",
      "--include",
      "exec",
      "--exclude",
      "exec",
    ];
    const { client } = await connect(words);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["read", "edit"]);
  });

  test("is offered only what looks with --read-only", async () => {
    const { client } = await connect(["--root", fill().root, "--trusted", "--read-only", "--allow", "echo"]);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.length).toBeGreaterThan(3);
  });

  test("takes the program and its commands along when it leaves", async () => {
    const { root } = fill();
    const { client, transport } = await connect(["--root", root, "--trusted"]);
    const running = callTool(client, "exec", { command: "echo $$ > pid; sleep 60" });
    running.catch(() => {});
    await vi.waitFor(() => expect(readFileSync(join(root, "pid"), "utf8")).toMatch(/\n/), { timeout: 10_000 });
    const pids = [Number(readFileSync(join(root, "pid"), "utf8")), transport.pid ?? 0];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await client.close();
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 10_000 });
  });
});

test("the client of the AI SDK feeds a model", async () => {
  const { root } = fill();
  const transport = new StdioMCPTransport({ command: process.execPath, args: [PROGRAM, "mcp", "--root", root] });
  const client = await createMCPClient({ transport });
  onTestFinished(() => client.close());
  const { sent } = await runTool((await client.tools()) as ToolSet, { tool: "read", input: { path: "a.txt" } });
  expect(JSON.stringify(sent)).toContain("1\\tone");
});

describe("a program that only writes lines", () => {
  const HELLO = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "lines", version: "1" } };
  const call = (id: number, method: string, params: object): object => ({ jsonrpc: "2.0", id, method, params });

  async function talk(
    lines: readonly (string | object)[],
  ): Promise<{ answers: { readonly id: number }[]; exitCode: number }> {
    const child = spawn(process.execPath, [PROGRAM, "mcp", "--root", fill().root]);
    onTestFinished(() => void child.kill("SIGKILL"));
    for (const line of lines) child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
    child.stdin.end();
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    const [exitCode] = await once(child, "close");
    const output = Buffer.concat(parts).toString("utf8").trimEnd();
    return { answers: output.split("\n").map((line) => JSON.parse(line)), exitCode };
  }

  test("gets every answer, though it hangs up at once", async () => {
    const reads = Array.from({ length: 20 }, (_, index) =>
      call(index + 2, "tools/call", { name: "read", arguments: { path: "a.txt" } }),
    );
    const { answers, exitCode } = await talk([call(1, "initialize", HELLO), ...reads]);
    expect([answers.length, exitCode]).toEqual([21, 0]);
    expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: "ai-file-tools" } } });
  });

  test("gets nothing but the protocol, whatever it writes", async () => {
    const lines = [
      "not json",
      "[]",
      '{"jsonrpc":"1.0"}',
      call(1, "initialize", HELLO),
      call(2, "no/such", {}),
      call(3, "ping", {}),
    ];
    const { answers, exitCode } = await talk(lines);
    expect(exitCode).toBe(0);
    // Calls are answered when they are done, not in the order in which they came.
    expect(answers.toSorted((one, other) => one.id - other.id)).toEqual([
      expect.objectContaining({ id: 1 }),
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32601 }) }),
      expect.objectContaining({ id: 3, result: {} }),
    ]);
  });
});
