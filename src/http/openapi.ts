// The OpenAPI document, made of the very schemas that requests are judged by.

import { FS_ERROR_KINDS } from "../errors.js";
import type { JsonSchemaNode } from "../tools/definition/json-schema.js";
import { REQUEST_ERROR_KINDS } from "./http-error.js";
import type { Route, RouteAnswer } from "./route.js";

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const ERROR_NODE: JsonSchemaNode = {
  type: "object",
  properties: {
    errorKind: { type: "string", enum: [...FS_ERROR_KINDS, ...REQUEST_ERROR_KINDS] },
    error: { type: "string", description: "What is wrong" },
    hint: { type: "string", description: "The next step that is likely to succeed" },
    status: { type: "integer", description: "The HTTP status, again" },
  },
  required: ["errorKind", "error", "status"],
  additionalProperties: false,
};

function describeParameters({ queryNode, headers = {} }: Route): readonly object[] {
  const { properties = {}, required = [] } = queryNode;
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
  const inHeaders = Object.entries(headers).map(([name, description]) => {
    return { name, in: "header", required: false, description, schema: { type: "string" } };
  });
  return [...inQuery, ...inHeaders];
}

function describeAnswers(answers: readonly RouteAnswer[]): object {
  const content = answers.flatMap(({ mediaType, node }) => {
    return mediaType === undefined ? [] : [[mediaType, node === undefined ? {} : { schema: node }] as const];
  });
  return {
    description: answers.map(({ description }) => description).join("; "),
    ...(content.length === 0 ? {} : { content: Object.fromEntries(content) }),
  };
}

function describeBody({ bodyType: { mediaType, node } }: Route): object {
  if (mediaType === undefined) return {};
  return { requestBody: { required: true, content: { [mediaType]: node === undefined ? {} : { schema: node } } } };
}

function describeOperation(route: Route): object {
  const { path, method, summary, capability, answers } = route;
  const successes = Object.entries(answers).map(([status, found]) => [status, describeAnswers(found)] as const);
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/.](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(capability === undefined ? {} : { tags: [capability], "x-capability": capability }),
    parameters: describeParameters(route),
    ...describeBody(route),
    responses: { ...Object.fromEntries(successes), default: { $ref: "#/components/responses/Error" } },
  };
}

/** Makes the document of some routes. */
export function createOpenApiDocument(
  routes: readonly Route[],
  server: { readonly hasToken: boolean },
): OpenApiDocument {
  const errorSchema = { $ref: "#/components/schemas/Error" };
  return {
    openapi: "3.1.0",
    info: { title: "ai-file-tools", version: "1", description: "The files of one workspace." },
    paths: Object.fromEntries(
      routes.map((route) => [route.path, { [route.method.toLowerCase()]: describeOperation(route) }]),
    ),
    components: {
      schemas: { Error: ERROR_NODE },
      responses: {
        Error: { description: "A failure", content: { "application/json": { schema: errorSchema } } },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    ...(server.hasToken ? { security: [{ token: [] }] } : {}),
  };
}
