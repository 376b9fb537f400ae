// The app: every route of a workspace at its path.

import { type Context, Hono } from "hono";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { type Answer, toResponse } from "./answer.js";
import { createBytesRoute } from "./bytes-route.js";
import { createCapabilitiesRoute, createOpenApiRoute } from "./document-routes.js";
import { assertRouteOptions, type FileRoutesOptions } from "./file-routes-options.js";
import { createErrorAnswer } from "./http-error.js";
import { createFileRoute, createListRoute, createStatRoute } from "./read-routes.js";
import { createRequestHandler } from "./request-handler.js";
import type { Route } from "./route.js";
import { createGlobRoute, createGrepRoute } from "./search-routes.js";
import { createUploadRoute } from "./upload-route.js";
import { createEditRoute, createWriteRoute } from "./write-routes.js";

/** Sends an answer; `env` is what the host of the app passes along. What is answered is for the host. */
export type SendAnswer = (answer: Answer, env: unknown) => Response;

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

/**
 * Creates the app with a way of sending of its own.
 * @throws {TypeError} when an option is wrong
 */
export function createFileApp(options: FileRoutesOptions, send: SendAnswer): Hono {
  assertRouteOptions(options);
  const handler = createRequestHandler(options);
  const app = new Hono();
  const answerTo =
    (route: Route | null) =>
    async (context: Context): Promise<Response> =>
      send(await handler.answer(context.req.raw, route, context.env), context.env);
  for (const route of createRoutes(options.workspace, options.token !== undefined)) {
    app.all(route.path, answerTo(route));
  }
  app.all("*", answerTo(null));
  // What fails before or behind the handler is a fault of the host; it is told in the shape of every failure.
  app.onError((error, { env }) => send(createErrorAnswer(error, options.workspace), env));
  return app;
}

/**
 * Creates the routes of a workspace as a Hono app: a `fetch` handler, or a part of a larger app. Closing the workspace is
 * left to whoever opened it.
 * @throws {TypeError} when an option is wrong
 */
export function createFileRoutes(options: FileRoutesOptions): Hono {
  return createFileApp(options, toResponse);
}
