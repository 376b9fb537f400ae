// One request from its arrival to its answer: the guard, the method, the route, and the headers of every answer.

import { randomUUID } from "node:crypto";
import { type Answer, createEmptyAnswer } from "./answer.js";
import type { FileRoutesOptions } from "./file-routes-options.js";
import { RequestRefusal } from "./http-error.js";
import { createRequestGuard, isPreflight } from "./request-guard.js";
import type { Route } from "./route.js";
import { answerFailure, createRouteRunner } from "./run-route.js";

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const PREFLIGHT_SECONDS = 600;
const ALL_METHODS = "GET, HEAD, POST, OPTIONS";

/** On every answer: nothing is kept, guessed at, run, framed, or handed to other sites. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Answers requests. */
export interface RequestHandler {
  /**
   * Answers a request to a route; `null` is a route that there is not. Never rejects.
   * `env` is what the host of the app passes along.
   */
  answer(request: Request, route: Route | null, env: unknown): Promise<Answer>;
}

function methodsOf({ method }: Route): string {
  return method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
}

/** Answers the identifier of a request for the audit log: its own where that is harmless. */
function resolveRequestId({ headers }: Request): string {
  const given = headers.get("x-request-id") ?? "";
  return REQUEST_ID.test(given) ? given : randomUUID();
}

function createOriginHeaders(origin: string | null): Readonly<Record<string, string>> {
  if (origin === null) return {};
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "ETag, Content-Range, Retry-After, X-Request-Id",
  };
}

function addHeaders(answer: Answer, requestId: string, origin: string | null): Answer {
  const vary = answer.headers["Vary"];
  const headers = {
    ...answer.headers,
    ...COMMON_HEADERS,
    "X-Request-Id": requestId,
    Vary: vary === undefined ? "Origin" : `${vary}, Origin`,
    ...createOriginHeaders(origin),
  };
  return { ...answer, headers };
}

function answerOptions(request: Request, methods: string): Answer {
  if (!isPreflight(request)) return createEmptyAnswer(204, { Allow: methods });
  return createEmptyAnswer(204, {
    Allow: methods,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers":
      "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Range, X-Request-Id",
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  });
}

function createMethodRefusal(methods: string): RequestRefusal {
  const options = { hint: `Use ${methods}.`, headers: { Allow: methods } };
  return new RequestRefusal("method_not_allowed", "the route does not have this method", options);
}

function createRouteRefusal(): RequestRefusal {
  return new RequestRefusal("route_not_found", "there is no such route", {
    hint: "GET /openapi.json describes every route.",
  });
}

/** Makes what answers the requests to the routes of a workspace. */
export function createRequestHandler(options: FileRoutesOptions): RequestHandler {
  const guard = createRequestGuard(options);
  const runner = createRouteRunner(options.workspace, options.bodyTimeoutMs);
  // One for all: a stack trace for each would cost more than the answer.
  const routeRefusal = createRouteRefusal();

  async function dispatch(request: Request, route: Route | null, requestId: string): Promise<Answer> {
    const methods = route === null ? ALL_METHODS : methodsOf(route);
    if (request.method === "OPTIONS") return answerOptions(request, methods);
    if (route === null) throw routeRefusal;
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (method !== route.method) throw createMethodRefusal(methods);
    return runner.run(route, request, requestId);
  }

  return {
    answer: async (request, route, env) => {
      const requestId = resolveRequestId(request);
      let origin: string | null = null;
      try {
        origin = guard.admit(request, env);
        return addHeaders(await dispatch(request, route, requestId), requestId, origin);
      } catch (error) {
        return addHeaders(answerFailure(error, request, options.workspace), requestId, origin);
      }
    },
  };
}
