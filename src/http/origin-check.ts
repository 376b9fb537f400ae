// Which names the server answers to, and for which web pages: what keeps a browser from being used against it.

import { RequestRefusal } from "./http-error.js";

/** Names of this machine; others would let a page that rebinds its own name read the answers. */
const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

const HOST = /^(?<name>\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Judges where requests are addressed to and where they come from. */
export interface OriginCheck {
  /** @throws {RequestRefusal} forbidden_host – when the request is addressed to a name that is not ours */
  assertHost(request: Request, env: unknown): void;
  /**
   * Answers the web page to whose script the answer may be shown; `null` when no page asks.
   * @throws {RequestRefusal} forbidden_origin – when a page asks that may not
   */
  resolveOrigin(request: Request): string | null;
}

/** Says who may ask. */
export interface OriginOptions {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

function createHostRefusal(): RequestRefusal {
  return new RequestRefusal("forbidden_host", "the Host header names another server", {
    hint: "Use a name that the server was told to answer to.",
  });
}

function createOriginRefusal(): RequestRefusal {
  return new RequestRefusal("forbidden_origin", "pages of this origin may not use the server", {
    hint: "The operator names the origins that may.",
  });
}

/** Tells whether a host, with or without its port, is among the allowed ones. */
function isAmong(host: string, allowed: ReadonlySet<string>): boolean {
  const name = HOST.exec(host)?.groups?.["name"];
  return name !== undefined && (allowed.has(host.toLowerCase()) || allowed.has(name.toLowerCase()));
}

function isSameOrigin(origin: string, request: Request): boolean {
  const own = request.headers.get("host") ?? parseUrl(request.url)?.host;
  return parseUrl(origin)?.host === own?.toLowerCase() && own !== undefined;
}

/** Makes the judge; without options it answers to the names of this machine and to no page but its own. */
export function createOriginCheck({ allowedHosts = [], allowedOrigins = [] }: OriginOptions): OriginCheck {
  const hosts = new Set([...LOOPBACK_HOSTS, ...allowedHosts].map((host) => host.toLowerCase()));
  const origins = new Set(allowedOrigins);
  return {
    assertHost: (request, env) => {
      const host = request.headers.get("host");
      // A call that brings neither a Host header nor anything of a server was made by hand, in this process.
      if (host === null && env === undefined) return;
      const named = [host, parseUrl(request.url)?.host ?? ""].filter((name) => name !== null);
      if (!named.every((name) => isAmong(name, hosts))) throw createHostRefusal();
    },
    resolveOrigin: (request) => {
      const origin = request.headers.get("origin");
      if (origin !== null) {
        if (origins.has(origin) || isSameOrigin(origin, request)) return origin;
        throw createOriginRefusal();
      }
      if (request.headers.get("sec-fetch-site") === "cross-site") throw createOriginRefusal();
      return null;
    },
  };
}
