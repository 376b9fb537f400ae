// What the routes are made with. Types and their check.

import { assertWorkspace } from "../tools/definition/tool-options.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import type { FindRemoteAddress } from "./caller.js";
import type { RateLimitOptions } from "./rate-limit.js";

/** Makes the routes of a workspace. */
export interface FileRoutesOptions {
  readonly workspace: Workspace;
  /** What `Authorization: Bearer` must carry. Without one anybody who reaches the server may read, and nobody may write. */
  readonly token?: string | undefined;
  /**
   * Lets callers on the same machine read and write without the token; default `false`. Every process of every user of
   * the machine is such a caller. NOT for a server behind a proxy on the same machine that adds no header of its own.
   */
  readonly trustLoopback?: boolean | undefined;
  /** Names, with or without a port, that the server answers to besides `localhost`, `127.0.0.1` and `[::1]`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins, such as `https://app.example.com`, whose pages may use the server; its own always may. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** How often one address may ask; default no limit. */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Milliseconds in which a body must have come; default 30 000. */
  readonly bodyTimeoutMs?: number | undefined;
  /** Answers the address of who connected; default as `@hono/node-server` tells it. Must not read headers. */
  readonly remoteAddress?: FindRemoteAddress | undefined;
}

function assertList(name: string, list: readonly string[] | undefined): void {
  const isList = list === undefined || (Array.isArray(list) && list.every((one) => typeof one === "string"));
  if (!isList) throw new TypeError(`${name} must be a list of strings`);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** @throws {TypeError} when an option is none */
export function assertRouteOptions(options: FileRoutesOptions): void {
  const { workspace, token, allowedHosts, allowedOrigins, bodyTimeoutMs } = options;
  assertWorkspace(workspace, "fs");
  const isToken = token === undefined || (typeof token === "string" && /^[\x21-\x7e]+$/.test(token));
  if (!isToken) throw new TypeError("token must be visible ASCII without blanks, and not empty");
  assertList("allowedHosts", allowedHosts);
  assertList("allowedOrigins", allowedOrigins);
  if (allowedOrigins?.every(isOrigin) === false) {
    throw new TypeError("allowedOrigins must be origins such as https://app.example.com");
  }
  if (bodyTimeoutMs !== undefined && !(Number.isSafeInteger(bodyTimeoutMs) && bodyTimeoutMs > 0)) {
    throw new TypeError("bodyTimeoutMs must be a whole number of at least 1");
  }
}
