// The server on standard input and output, as hosts start it. Nothing else may write to standard output meanwhile.

import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { MAX_INPUT_VALUES, MAX_MCP_MESSAGE_BYTES, MCP_CLOSE_GRACE_MS } from "../limits.js";
import { findTextExcess } from "../text/bounded-json.js";
import { assertOptions, type OptionRules } from "../text/check-options.js";
import { createMcpServer, MCP_SERVER_RULES, type McpServerOptions } from "./create-mcp-server.js";
import { LineFilter } from "./line-filter.js";
import { watchRequests } from "./open-requests.js";
import { refuseLongMessage } from "./refuse-long-message.js";

/** Serves a workspace over streams. */
export interface McpStdioOptions extends McpServerOptions {
  /** Default standard input. */
  readonly stdin?: Readable | undefined;
  /** Default standard output. */
  readonly stdout?: Writable | undefined;
  /** Stops serving, with all calls that run. */
  readonly signal?: AbortSignal | undefined;
}

const STDIO_RULES: OptionRules<McpStdioOptions> = {
  ...MCP_SERVER_RULES,
  stdin: { wanted: "a readable stream", isMet: (value) => value instanceof EventEmitter && "pipe" in value },
  stdout: { wanted: "a writable stream", isMet: (value) => value instanceof EventEmitter && "write" in value },
  signal: { wanted: "an AbortSignal", isMet: (value) => value instanceof AbortSignal },
};

/**
 * Serves a workspace until the client hangs up, a stream breaks, or the signal aborts. Calls that end right after the
 * client has hung up are still answered; then all that run are stopped. A message of more than 16 MiB is refused and never held,
 * and one that is nested too deep, or holds too many values, is refused and never parsed.
 * The workspace stays open.
 * @throws {TypeError} when an option is wrong
 */
export async function serveMcpOverStdio(options: McpStdioOptions): Promise<void> {
  assertOptions("serveMcpOverStdio", options, STDIO_RULES);
  const { stdin = process.stdin, stdout = process.stdout, signal, ...rest } = options;
  const server = createMcpServer(rest);
  const lines = new LineFilter({
    maxLineBytes: MAX_MCP_MESSAGE_BYTES,
    isRefused: (line) => findTextExcess(line.toString("latin1"), MAX_INPUT_VALUES) !== null,
    onDropped: (line) => void refuseLongMessage(transport, line, MAX_MCP_MESSAGE_BYTES),
  });
  const transport = new StdioServerTransport(lines, stdout, { maxBufferSize: MAX_MCP_MESSAGE_BYTES });
  const closed = new AbortController();
  server.onclose = () => closed.abort();
  await server.connect(transport);
  stdin.pipe(lines);
  const requests = watchRequests(transport);
  const stopped = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
  const isReadUp = finished(stdin, { writable: false, signal: stopped }).then(() =>
    finished(lines, { writable: false, signal: stopped }),
  );
  await waitForHangUp([isReadUp, finished(stdout, { signal: stopped })]);
  if (!stopped.aborted) await requests.settle(MCP_CLOSE_GRACE_MS);
  stdin.unpipe(lines).pause();
  await server.close();
}

/** Waits for the first stream that ends; one that breaks, or is left, has ended too. */
async function waitForHangUp(ends: readonly Promise<void>[]): Promise<void> {
  await Promise.race(ends).catch(() => {});
}
