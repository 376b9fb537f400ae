// What the routes are made with. Types and their check.

import {
  ANYTHING,
  assertOptions,
  COUNT,
  FLAG,
  FUNCTION,
  type OptionRules,
  RECORD,
  TEXTS,
} from "../text/check-options.js";
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

/** The rule of each option. */
export const FILE_ROUTES_RULES: OptionRules<FileRoutesOptions> = {
  workspace: ANYTHING,
  token: {
    wanted: "visible ASCII without blanks, and not empty",
    isMet: (value) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value),
  },
  trustLoopback: FLAG,
  allowedHosts: TEXTS,
  allowedOrigins: {
    wanted: "a list of origins such as https://app.example.com",
    isMet: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  rateLimit: RECORD,
  bodyTimeoutMs: COUNT,
  remoteAddress: FUNCTION,
};

const RATE_LIMIT_RULES: OptionRules<RateLimitOptions> = { windowMs: COUNT, maxReads: COUNT, maxMutations: COUNT };

function isOrigin(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && new URL(value).origin === value;
}

/** @throws {TypeError} when an option is wrong */
export function assertRouteOptions(options: FileRoutesOptions): void {
  assertOptions("createFileRoutes", options, FILE_ROUTES_RULES);
  assertWorkspace(options.workspace, "fs");
  if (options.rateLimit !== undefined) assertOptions("rateLimit", options.rateLimit, RATE_LIMIT_RULES);
}
