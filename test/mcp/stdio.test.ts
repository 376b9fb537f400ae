// The server on a pair of streams: what ends it, and what it does not wait for.

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { MAX_MCP_MESSAGE_BYTES } from "../../src/limits.js";
import { type McpStdioOptions, serveMcpOverStdio } from "../../src/mcp/index.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const CALL = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{}}}\n';

/** A tool that ends only when it is stopped. */
function createWaitingTool(): { readonly tool: Record<string, unknown>; readonly stopped: () => boolean } {
  let isStopped = false;
  const schema = { validate: (value: unknown) => ({ value }), jsonSchema: { input: () => ({}), output: () => ({}) } };
  async function execute(_input: never, { abortSignal }: { abortSignal?: AbortSignal | undefined }): Promise<void> {
    await new Promise((resolve) => abortSignal?.addEventListener("abort", resolve));
    isStopped = true;
    abortSignal?.throwIfAborted();
  }
  return { tool: { description: "Waits.", inputSchema: { "~standard": schema }, execute }, stopped: () => isStopped };
}

function start(options: Partial<McpStdioOptions> = {}): {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly ended: Promise<void>;
} {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const workspace = createInMemoryWorkspace();
  return { stdin, stdout, ended: serveMcpOverStdio({ workspace, stdin, stdout, ...options }) };
}

test("answers while the client is there, and ends when it hangs up", async () => {
  const { stdin, stdout, ended } = start();
  stdin.end(PING);
  await ended;
  expect(JSON.parse(String(stdout.read()))).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});

test("ends when the client reads no more, or breaks off", async () => {
  const deaf = start();
  deaf.stdout.destroy();
  const broken = start();
  broken.stdin.destroy(new Error("broken"));
  await Promise.all([deaf.ended, broken.ended]);
});

const FILLER = JSON.stringify("x".repeat(MAX_MCP_MESSAGE_BYTES));

test.for<[string, string, object]>([
  ["its number first", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${FILLER}}`, { id: 7 }],
  [
    "its name last",
    `{"method":"tools/call","params":{"id":1,"a":${FILLER}},"jsonrpc":"2.0","id":"b-7"}`,
    { id: "b-7" },
  ],
  ["none of its own", `{"method":"note","params":{"a":${FILLER},"id":1}}`, {}],
  ["no message at all", FILLER, {}],
  [
    "lists that are nested",
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${"[".repeat(1_000_000)}}`,
    { id: 7 },
  ],
  ["many values", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[${"1,".repeat(100_000)}1]}`, { id: 7 }],
])("refuses a message that is too much, with %s, and goes on", async ([, message, named]) => {
  const { stdin, stdout, ended } = start();
  stdin.write(`${PING}${message}\n`);
  stdin.end(PING);
  await ended;
  const answers = String(stdout.read()).trim().split("\n");
  const pong = { jsonrpc: "2.0", id: 1, result: {} };
  const refused = { jsonrpc: "2.0", ...named, error: { code: -32600, message: expect.stringContaining("16777216") } };
  const found: unknown[] = answers.map((line) => JSON.parse(line));
  expect(found).toHaveLength(3);
  expect(found).toEqual(expect.arrayContaining([pong, refused]));
});

test("takes a message that is just not too long", async () => {
  const { stdin, stdout, ended } = start();
  const ping = PING.trim();
  stdin.end(`${ping}${" ".repeat(MAX_MCP_MESSAGE_BYTES - ping.length - 1)}\n`);
  await ended;
  expect(JSON.parse(String(stdout.read()))).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});

test("stops what still runs: soon when the client hangs up, at once when it is told to", async () => {
  const slow = createWaitingTool();
  const left = start({ tools: { wait: slow.tool as never } });
  left.stdin.end(CALL);
  await left.ended;
  expect(slow.stopped()).toBe(true);

  const other = createWaitingTool();
  const stop = new AbortController();
  const told = start({ tools: { wait: other.tool as never }, signal: stop.signal });
  told.stdin.write(CALL);
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await told.ended;
  expect(told.stdout.read()).toBeNull();
});
