// What every request passes before a route sees it, in one order: rate, host, origin, token.

import { type Authorization, createAuthorization } from "./authorization.js";
import { findNodeAddress, isFromLoopback } from "./caller.js";
import type { FileRoutesOptions } from "./file-routes-options.js";
import { createOriginCheck } from "./origin-check.js";
import { createRateLimit, type RateLimit } from "./rate-limit.js";

/** Methods that change nothing. */
const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Judges requests before they reach a route. */
export interface RequestGuard {
  /**
   * Answers the origin to which the answer may be shown; `null` when no page asks.
   * @throws {RequestRefusal} rate_limited, forbidden_host, forbidden_origin, unauthorized
   */
  admit(request: Request, env: unknown): string | null;
}

/** Tells whether a request is the question of a browser whether a page may ask at all; it carries no token. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/** Makes the guard of some routes. */
export function createRequestGuard(options: FileRoutesOptions): RequestGuard {
  const origins = createOriginCheck(options);
  const authorization: Authorization = createAuthorization(options);
  const rate: RateLimit | null = options.rateLimit === undefined ? null : createRateLimit(options.rateLimit);
  const findAddress = options.remoteAddress ?? findNodeAddress;
  return {
    admit: (request, env) => {
      const address = findAddress(env);
      const isMutation = !SAFE_METHODS.includes(request.method);
      rate?.count(address ?? "unknown", isMutation);
      origins.assertHost(request, env);
      const origin = origins.resolveOrigin(request);
      if (isPreflight(request)) return origin;
      const caller = {
        authorization: request.headers.get("authorization"),
        isFromLoopback: isFromLoopback(address, request.headers),
      };
      authorization.assertAllowed(caller, isMutation);
      return origin;
    },
  };
}
