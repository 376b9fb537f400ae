// The query of a request as typed values. What is wrong is a parse_error that names the parameter and never its value.

import { FsError } from "../errors.js";
import { findProblems } from "../tools/definition/find-problems.js";
import { describeWanted, findSchemaNode, type JsonSchemaNode } from "../tools/definition/json-schema.js";
import type { Schema } from "../tools/definition/schema.js";

const NUMBER = /^\d{1,16}$/;
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    throw new FsError("parse_error", "the query is not UTF-8 in percent-encoding", {
      hint: "Encode each value once, as encodeURIComponent does.",
      cause: error,
    });
  }
}

/**
 * Takes the query of a URL apart. Values are decoded once, strictly.
 * @throws {FsError} parse_error – when it is not UTF-8 in percent-encoding, or a parameter comes twice
 */
export function parseQuery(url: string): ReadonlyMap<string, string> {
  const [withoutFragment = ""] = url.split("#", 1);
  const start = withoutFragment.indexOf("?");
  const parts = start === -1 ? [] : withoutFragment.slice(start + 1).split("&");
  const parameters = new Map<string, string>();
  for (const part of parts.filter(Boolean)) {
    const end = part.includes("=") ? part.indexOf("=") : part.length;
    const name = decode(part.slice(0, end));
    if (parameters.has(name)) {
      throw new FsError("parse_error", "a query parameter comes more than once", { hint: "Give each parameter once." });
    }
    parameters.set(name, decode(part.slice(end + 1)));
  }
  return parameters;
}

function readValue(text: string, { type }: JsonSchemaNode): unknown {
  if (type === "integer") return NUMBER.test(text) ? Number(text) : text;
  return type === "boolean" ? (WORDS.get(text) ?? text) : text;
}

/** Says which fields are wrong and what they should be. */
export function createFieldError(value: object, node: JsonSchemaNode): FsError {
  const problems = findProblems(value, node).map((path) => {
    const name = path.join(".") || "the body";
    const isMissing = path.length === 1 && !Object.hasOwn(value, path[0] ?? "");
    const wanted = describeWanted(findSchemaNode(node, path));
    return isMissing ? `${name} is missing, wanted ${wanted}` : `${name} must be ${wanted}`;
  });
  return new FsError("parse_error", problems.join("; "), {
    hint: "Nothing was done. GET /openapi.json has every parameter.",
  });
}

/**
 * Answers the parameters that a schema knows; others are let be.
 * @throws {FsError} parse_error – when one is missing, or not of its type or in its range
 */
export function resolveQuery<Query>(schema: Schema<Query>, parameters: ReadonlyMap<string, string>): Query {
  const entries = Object.entries(schema.node.properties ?? {}).flatMap(([name, node]) => {
    const given = parameters.get(name);
    return given === undefined ? [] : [[name, readValue(given, node)] as const];
  });
  const fields = Object.fromEntries(entries);
  if (schema.accepts(fields)) return fields;
  throw createFieldError(fields, schema.node);
}
