// The app: every route of a workspace behind one guard, with the same headers on every answer.

import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Workspace } from "../workspace/workspace.js";
import { createBytesRoute } from "./bytes-route.js";
import { createCapabilitiesRoute, createOpenApiRoute } from "./document-routes.js";
import { assertRouteOptions, type FileRoutesOptions } from "./file-routes-options.js";
import { RequestRefusal } from "./http-error.js";
import { createFileRoute, createListRoute, createStatRoute } from "./read-routes.js";
import { createRequestGuard, isPreflight } from "./request-guard.js";
import type { Route } from "./route.js";
import { answerFailure, createRouteRunner } from "./run-route.js";
import { createGlobRoute, createGrepRoute } from "./search-routes.js";
import { createUploadRoute } from "./upload-route.js";
import { createEditRoute, createWriteRoute } from "./write-routes.js";

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const PREFLIGHT_SECONDS = 600;

/** On every answer: nothing is kept, guessed at, run, framed, or handed to other sites. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

function createRoutes({ limits }: Workspace, hasToken: boolean): readonly Route[] {
  const routes = [
    createFileRoute(limits),
    createBytesRoute(limits),
    createStatRoute(),
    createListRoute(limits),
    createGlobRoute(),
    createGrepRoute(),
    createWriteRoute(limits),
    createEditRoute(limits),
    createUploadRoute(limits),
  ];
  const all = [...routes, createCapabilitiesRoute(routes)];
  return [...all, createOpenApiRoute(all, { hasToken })];
}

function methodsOf({ method }: Route): string {
  return method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
}

/** Answers the identifier of a request for the audit log: its own where that is harmless. */
function resolveRequestId({ headers }: Request): string {
  const given = headers.get("x-request-id") ?? "";
  return REQUEST_ID.test(given) ? given : randomUUID();
}

function addHeaders({ headers }: Response, requestId: string, origin: string | null): void {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  headers.append("Vary", "Origin");
  if (origin === null) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", "ETag, Content-Range, Retry-After, X-Request-Id");
}

function answerOptions(request: Request, methods: string): Response {
  const headers = new Headers({ Allow: methods });
  if (!isPreflight(request)) return new Response(null, { status: 204, headers });
  headers.set("Access-Control-Allow-Methods", methods);
  headers.set(
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Range, X-Request-Id",
  );
  headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  return new Response(null, { status: 204, headers });
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

/**
 * Creates the routes of a workspace as a Hono app: a `fetch` handler, or a part of a larger app. Closing the workspace is
 * left to whoever opened it.
 * @throws {TypeError} when an option is none
 */
export function createFileRoutes(options: FileRoutesOptions): Hono {
  assertRouteOptions(options);
  const { workspace } = options;
  const guard = createRequestGuard(options);
  const runner = createRouteRunner(workspace, options.bodyTimeoutMs);
  const app = new Hono();
  const requestIds = new WeakMap<Request, string>();
  const fail = (error: unknown, { req }: Context): Response => answerFailure(error, req.raw, workspace);

  app.use("*", async (context, next) => {
    const requestId = resolveRequestId(context.req.raw);
    let origin: string | null = null;
    try {
      requestIds.set(context.req.raw, requestId);
      origin = guard.admit(context.req.raw, context.env);
      await next();
    } catch (error) {
      context.res = fail(error, context);
    }
    addHeaders(context.res, requestId, origin);
  });
  for (const route of createRoutes(workspace, options.token !== undefined)) {
    const methods = methodsOf(route);
    app.on(route.method, route.path, ({ req }) => runner.run(route, req.raw, requestIds.get(req.raw)));
    app.options(route.path, ({ req }) => answerOptions(req.raw, methods));
    app.all(route.path, (context) => fail(createMethodRefusal(methods), context));
  }
  app.options("*", ({ req }) => answerOptions(req.raw, "GET, HEAD, POST, OPTIONS"));
  app.all("*", (context) => fail(createRouteRefusal(), context));
  app.onError((error, context) => fail(error, context));
  return app;
}
