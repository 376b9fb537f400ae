// Entry point `ai-file-tools/http`: the boundary for HTTP clients, as a Hono app and as a server.

export type { FindRemoteAddress } from "./caller.js";
export { createFileRoutes } from "./file-routes.js";
export type { FileRoutesOptions } from "./file-routes-options.js";
export type { FileRouteError, RequestErrorKind } from "./http-error.js";
export type { RateLimitOptions } from "./rate-limit.js";
export type { FileRouteCapability } from "./route.js";
export { type FileServer, type ServeFileRoutesOptions, serveFileRoutes } from "./serve.js";
