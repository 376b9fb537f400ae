// The routes as a server of Node: how long it waits for whom, and how it ends.

import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { HTTP_BODY_TIMEOUT_MS, MAX_HTTP_WAITING_CONNECTIONS } from "../limits.js";
import { assertOptions, type OptionRules, TEXT } from "../text/check-options.js";
import { isLoopback } from "./caller.js";
import { createFileApp } from "./file-routes.js";
import { FILE_ROUTES_RULES, type FileRoutesOptions } from "./file-routes-options.js";
import type { FileRouteError } from "./http-error.js";
import { createNodeSender } from "./node-answer.js";

/** Milliseconds for the headers of a request, and for a connection on which nothing happens. */
const HEADERS_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Milliseconds between two looks for connections that are too slow. */
const CHECK_INTERVAL_MS = 5000;

/** Milliseconds that requests under way may take when the server is closed. */
const CLOSE_GRACE_MS = 2000;

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Serves the routes of a workspace. */
export interface ServeFileRoutesOptions extends FileRoutesOptions {
  /** Default 0: one that is free. */
  readonly port?: number | undefined;
  /** Address to listen on; default `127.0.0.1`. One that other machines reach needs a token. */
  readonly hostname?: string | undefined;
}

const SERVE_RULES: OptionRules<ServeFileRoutesOptions> = {
  ...FILE_ROUTES_RULES,
  port: {
    wanted: "a whole number from 0 to 65535",
    isMet: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  },
  hostname: TEXT,
};

/** A server that listens. */
export interface FileServer {
  /** Where it listens, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  /** Stops listening, lets requests under way end for a moment, and cuts those that do not. */
  close(): Promise<void>;
}

/** Addresses that stand for all of a machine; pages reach them under a name that says nothing. */
const UNSPECIFIED: readonly string[] = ["0.0.0.0", "::"];

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || isLoopback(hostname);
}

/** Answers on the socket alone and ends it, in the shape of every other failure. */
function refuseOn(socket: Duplex, statusLine: string, failure: Pick<FileRouteError, "errorKind" | "error">): void {
  const body = JSON.stringify({ ...failure, status: Number(statusLine.slice(0, 3)) });
  const headers = [
    `HTTP/1.1 ${statusLine}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}

/** Answers what is no HTTP. */
function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_LINES[error.code ?? ""] ?? "400 Bad Request";
  const errorKind = statusLine.startsWith("408") ? "request_timeout" : "parse_error";
  refuseOn(socket, statusLine, { errorKind, error: "the request is not HTTP as it is taken here" });
}

/** Answers who takes the server for a proxy; Node itself would hang up without a word. */
function answerConnect(_request: unknown, socket: Duplex): void {
  socket.on("error", () => {});
  refuseOn(socket, "405 Method Not Allowed", { errorKind: "method_not_allowed", error: "the server is no proxy" });
}

/** Gives `OPTIONS *`, which is about the server as a whole, an address like that of any other request. */
function giveAddress(request: IncomingMessage): void {
  if (request.url === "*") request.url = "/*";
}

function answerUnreadable(): Response {
  const body = { errorKind: "parse_error", error: "the address of the request is malformed", status: 400 };
  return Response.json(body, {
    status: 400,
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

/** Loads the packages that only a server needs. */
async function createNodeServer(app: Hono, bodyTimeoutMs: number): Promise<Server> {
  const [{ getRequestListener }, { createServer }] = await Promise.all([
    import("@hono/node-server").catch(refuseWithoutNodeServer),
    import("node:http"),
  ]);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: answerUnreadable });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: HEADERS_TIMEOUT_MS + bodyTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // The app judges the Host header itself and says what is wrong.
      requireHostHeader: false,
    },
    listener,
  );
  server.prependListener("request", giveAddress);
  server.on("checkExpectation", listener);
  server.on("connect", answerConnect);
  server.on("clientError", answerClientError);
  server.setTimeout(IDLE_TIMEOUT_MS);
  return server;
}

function refuseWithoutNodeServer(cause: unknown): never {
  throw new TypeError("serveFileRoutes needs the package @hono/node-server: install it.", { cause });
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}

/**
 * Serves the routes of a workspace with `@hono/node-server`, which is loaded here. It must be closed; the workspace is
 * left to whoever opened it.
 * @throws {TypeError} when an option is wrong, or other machines reach the server and it has no token
 */
export async function serveFileRoutes(options: ServeFileRoutesOptions): Promise<FileServer> {
  assertOptions("serveFileRoutes", options, SERVE_RULES);
  const { port = 0, hostname = "127.0.0.1", allowedHosts = [], ...rest } = options;
  if (!isLocal(hostname) && rest.token === undefined) {
    throw new TypeError("a server that other machines reach needs a token");
  }
  const isUnspecified = UNSPECIFIED.includes(hostname);
  const ownHost = hostname.includes(":") ? `[${hostname}]` : hostname;
  const hosts = isUnspecified ? allowedHosts : [...allowedHosts, ownHost];
  const app = createFileApp({ ...rest, allowedHosts: hosts }, createNodeSender());
  const server = await createNodeServer(app, rest.bodyTimeoutMs ?? HTTP_BODY_TIMEOUT_MS);
  server.listen({ port, host: hostname, backlog: MAX_HTTP_WAITING_CONNECTIONS });
  await once(server, "listening");
  const { port: actualPort } = server.address() as AddressInfo;
  return { url: `http://${isUnspecified ? "127.0.0.1" : ownHost}:${actualPort}`, close: () => closeServer(server) };
}
