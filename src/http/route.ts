// One route: what it is called, what it takes and answers, and what it does. The app and the document are made of these.

import type { JsonSchemaNode } from "../tools/definition/json-schema.js";
import type { Schema } from "../tools/definition/schema.js";
import type { Workspace, WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";
import type { Answer } from "./answer.js";
import type { BodyContext, BodyReader } from "./body-reader.js";
import { parseQuery, resolveQuery } from "./query.js";

/** Tags of what a server can do, for clients that ask before they try. */
export type FileRouteCapability = "workspace_file_read" | "workspace_file_bytes" | "workspace_file_write";

/** What a success looks like. */
export interface RouteAnswer {
  readonly description: string;
  readonly mediaType?: string;
  readonly node?: JsonSchemaNode;
}

/** What is known of a route without calling it. */
export interface RouteDescription {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly capability?: FileRouteCapability;
  readonly summary: string;
  readonly answers: Readonly<Record<number, readonly RouteAnswer[]>>;
  /** Request headers that change what it does. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It walks through directories, which may take long. */
  readonly isWalk?: boolean;
}

/** One request as a route sees it. */
export interface RouteCall<Query, Body> {
  readonly request: Request;
  readonly query: Query;
  readonly body: Body;
  readonly workspace: Workspace;
  readonly fs: WorkspaceFileSystem;
  readonly signal: AbortSignal;
  /** Does what an answer that streams needs later, when it is this request's turn again. */
  readonly takeTurn: TakeTurn;
}

/** Runs work when there is room for it beside that of other requests. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A route whose parameters are judged. */
export interface Route extends RouteDescription {
  readonly queryNode: JsonSchemaNode;
  readonly bodyType: Pick<BodyReader<unknown>, "mediaType" | "node">;
  /** Reads what the request brings; the answer does the work. Throws what is wrong with the request. */
  accept(request: Request, context: BodyContext): Promise<AcceptedCall>;
}

/** Does the work of a request that was read to its end. */
export type AcceptedCall = (workspace: Workspace, takeTurn: TakeTurn) => Promise<Answer>;

/** A route with the types of what it takes. */
export interface RouteDefinition<Query, Body> extends RouteDescription {
  readonly query: Schema<Query>;
  readonly body: BodyReader<Body>;
  readonly handle: (call: RouteCall<Query, Body>) => Promise<Answer>;
}

/** Makes a route of its definition. */
export function defineRoute<Query, Body>(definition: RouteDefinition<Query, Body>): Route {
  const { query: schema, body: bodyReader, handle, ...description } = definition;
  async function accept(request: Request, context: BodyContext): Promise<AcceptedCall> {
    const query = resolveQuery(schema, parseQuery(request.url));
    const body = await bodyReader.read(request, context);
    const { signal } = request;
    return (workspace, takeTurn) => handle({ request, query, body, workspace, fs: workspace.fs, signal, takeTurn });
  }
  return { ...description, queryNode: schema.node, bodyType: bodyReader, accept };
}
