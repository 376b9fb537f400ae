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

test("ends when the client reads no more, breaks off, or sends a message that is too long", async () => {
  const deaf = start();
  deaf.stdout.destroy();
  const broken = start();
  broken.stdin.destroy(new Error("broken"));
  const long = start();
  long.stdin.write("x".repeat(MAX_MCP_MESSAGE_BYTES + 1));
  await Promise.all([deaf.ended, broken.ended, long.ended]);
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
