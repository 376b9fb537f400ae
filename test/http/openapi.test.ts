// The document against what the routes answer: what it says of a field holds for the answers, and it names every route.

import { describe, expect, test } from "vitest";
import { FS_ERROR_KINDS } from "../../src/errors.js";
import { REQUEST_ERROR_KINDS } from "../../src/http/http-error.js";
import { findProblems } from "../../src/tools/definition/find-problems.js";
import type { JsonSchemaNode } from "../../src/tools/definition/json-schema.js";
import { readRepositoryFile } from "../support/source-tree.js";
import { type Ask, type AskOptions, askSandbox } from "./ask.js";

interface Content {
  readonly schema?: JsonSchemaNode;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchemaNode }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchemaNode>> };
}

async function readDocument(ask: Ask): Promise<Document> {
  return (await ask("/openapi.json")).json as unknown as Document;
}

const REQUESTS: readonly (readonly [address: string, options: AskOptions])[] = [
  ["/file?path=a.txt", {}],
  ["/file?path=a.txt&line=1&limit=1", {}],
  ["/file/bytes?path=a.txt&length=1", {}],
  ["/file/bytes?path=a.txt", {}],
  ["/stat?path=.", {}],
  ["/list", {}],
  ["/glob?pattern=**", {}],
  ["/file/write", { json: { path: "b.txt", content: "x", mode: "create" } }],
  ["/file/edit", { json: { path: "a.txt", oldText: "one", newText: "1" } }],
  ["/file/upload?path=c", { body: Buffer.from("x") }],
  ["/capabilities", {}],
];

describe("the document", () => {
  test("names every route, with unique names and the tags of the capabilities", async () => {
    const { ask } = await askSandbox({});
    const { openapi, paths } = await readDocument(ask);
    expect(openapi).toBe("3.1.0");
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)).toEqual([
      "GET /file",
      "GET /file/bytes",
      "GET /stat",
      "GET /list",
      "GET /glob",
      "GET /grep",
      "POST /file/write",
      "POST /file/edit",
      "POST /file/upload",
      "GET /capabilities",
      "GET /openapi.json",
    ]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const tags = new Set(operations.flatMap(({ tags = [] }) => tags));
    expect(Array.from(tags)).toEqual((await ask("/capabilities")).json["features"]);
    expect(Array.from(tags)).toEqual(["workspace_file_read", "workspace_file_bytes", "workspace_file_write"]);
  });

  test.for(REQUESTS)("is true of what %s answers", async ([address, options]) => {
    const { ask } = await askSandbox({ "a.txt": "one\ntwo\n" });
    const { paths } = await readDocument(ask);
    const answer = await ask(address, options);
    const operation = paths[address.split("?")[0] ?? ""]?.[options.json || options.body ? "post" : "get"];
    const schema = operation?.responses[String(answer.status)]?.content?.["application/json"]?.schema ?? { not: {} };
    expect(findProblems(answer.json, schema)).toEqual([]);
    const known = Object.keys(schema.properties ?? {});
    expect(Object.keys(answer.json).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("is true of failures, and knows every kind", async () => {
    const { ask } = await askSandbox({});
    const { components } = await readDocument(ask);
    const error = components.schemas["Error"] ?? { not: {} };
    expect(findProblems((await ask("/file?path=gone")).json, error)).toEqual([]);
    expect(error.properties?.["errorKind"]?.enum).toEqual([...FS_ERROR_KINDS, ...REQUEST_ERROR_KINDS]);
  });

  test("says of a parameter what is checked of it", async () => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const { paths } = await readDocument(ask);
    const limit = paths["/file"]?.["get"]?.parameters.find(({ name }) => name === "limit");
    expect(limit).toMatchObject({
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 2000 },
    });
    expect((await ask("/file?path=a.txt&limit=2000")).status).toBe(200);
    expect((await ask("/file?path=a.txt&limit=2001")).status).toBe(400);
  });

  test("and docs/http.md name the same routes and kinds", async () => {
    const { ask } = await askSandbox({});
    const page = readRepositoryFile("docs/http.md");
    const { paths } = await readDocument(ask);
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) expect(page).toContain(`\`${method.toUpperCase()} ${path}\``);
    }
    const untold = REQUEST_ERROR_KINDS.filter((kind) => kind !== "request_aborted" && !page.includes(`\`${kind}\``));
    expect(untold).toEqual([]);
  });
});
