// The routes about the routes: what a server can do, and the OpenAPI document.

import * as z from "../tools/definition/schema.js";
import { createJsonAnswer } from "./answer.js";
import { NO_BODY } from "./body-reader.js";
import { createOpenApiDocument } from "./openapi.js";
import { defineRoute, type FileRouteCapability, type Route } from "./route.js";

function capabilitiesOf(routes: readonly Route[], isTrusted: boolean): readonly FileRouteCapability[] {
  const all = routes.flatMap(({ capability }) => capability ?? []);
  return Array.from(new Set(all)).filter((capability) => isTrusted || capability !== "workspace_file_write");
}

/** `GET /capabilities`: tags of what the server can do. */
export function createCapabilitiesRoute(routes: readonly Route[]): Route {
  const answer = z.object({ kind: z.literal("capabilities"), version: z.number(), features: z.array(z.string()) }).node;
  return defineRoute({
    method: "GET",
    path: "/capabilities",
    summary: "Names what the server can do",
    answers: { 200: [{ description: "The tags", mediaType: "application/json", node: answer }] },
    query: z.object({}),
    body: NO_BODY,
    handle: async ({ workspace }) => {
      const features = capabilitiesOf(routes, workspace.trusted);
      return createJsonAnswer({ kind: "capabilities", version: 1, features });
    },
  });
}

/** `GET /openapi.json`: the document of all routes, this one included. */
export function createOpenApiRoute(routes: readonly Route[], server: { readonly hasToken: boolean }): Route {
  const route: Route = defineRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "Describes every route",
    answers: { 200: [{ description: "An OpenAPI 3.1 document", mediaType: "application/json" }] },
    query: z.object({}),
    body: NO_BODY,
    handle: async () => createJsonAnswer(createOpenApiDocument([...routes, route], server)),
  });
  return route;
}
