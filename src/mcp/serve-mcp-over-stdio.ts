// The server on standard input and output, as hosts start it. Nothing else may write to standard output meanwhile.

import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { MAX_MCP_MESSAGE_BYTES, MCP_CLOSE_GRACE_MS } from "../limits.js";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.js";
import { watchRequests } from "./open-requests.js";

/** Serves a workspace over streams. */
export interface McpStdioOptions extends McpServerOptions {
  /** Default standard input. */
  readonly stdin?: Readable | undefined;
  /** Default standard output. */
  readonly stdout?: Writable | undefined;
  /** Stops serving, with all calls that run. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Serves a workspace until the client hangs up, a stream breaks, or the signal aborts. Calls that end right after the
 * client has hung up are still answered; then all that run are stopped. The workspace stays open.
 */
export async function serveMcpOverStdio(options: McpStdioOptions): Promise<void> {
  const { stdin = process.stdin, stdout = process.stdout, signal } = options;
  const server = createMcpServer(options);
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MCP_MESSAGE_BYTES });
  const closed = new AbortController();
  server.onclose = () => closed.abort();
  await server.connect(transport);
  const requests = watchRequests(transport);
  const stopped = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
  await waitForHangUp([finished(stdin, { writable: false, signal: stopped }), finished(stdout, { signal: stopped })]);
  if (!stopped.aborted) await requests.settle(MCP_CLOSE_GRACE_MS);
  await server.close();
}

/** Waits for the first stream that ends; one that breaks, or is left, has ended too. */
async function waitForHangUp(ends: readonly Promise<void>[]): Promise<void> {
  await Promise.race(ends).catch(() => {});
}
