// What a route takes as its body: nothing, JSON of a schema, or bytes as they are.

import { FsError, isFsError } from "../errors.js";
import { MAX_INPUT_VALUES } from "../limits.js";
import { assertNoExcess, findTextExcess } from "../text/bounded-json.js";
import type { JsonSchemaNode } from "../tools/definition/json-schema.js";
import type { Schema } from "../tools/definition/schema.js";
import type { BodyShare } from "./body-budget.js";
import { collectBody } from "./collect-body.js";
import { RequestRefusal } from "./http-error.js";
import { createFieldError } from "./query.js";

/** What a request has at hand for its body. */
export interface BodyContext {
  readonly timeoutMs: number;
  readonly share: BodyShare;
}

/** Reads bodies of one kind. */
export interface BodyReader<Body> {
  /** Absent where there is no body. */
  readonly mediaType?: string;
  readonly node?: JsonSchemaNode;
  read(request: Request, context: BodyContext): Promise<Body>;
}

function mediaTypeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function createMediaTypeRefusal(mediaType: string): RequestRefusal {
  return new RequestRefusal("unsupported_media_type", `only ${mediaType} is taken here`, {
    hint: `Send the header Content-Type: ${mediaType}.`,
  });
}

/** Nothing is parsed that is nested too deep or holds too many values. */
function parseBody(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    assertNoExcess(findTextExcess(text, MAX_INPUT_VALUES));
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (isFsError(error)) throw error;
    throw new FsError("parse_error", "the body is not JSON in UTF-8", {
      hint: "Nothing was done. Send one JSON object.",
      cause: error,
    });
  }
}

/** Fields that nobody knows are refused, since a misspelt condition must not let a write through. */
function assertKnownFields(value: object, node: JsonSchemaNode): void {
  const known = Object.keys(node.properties ?? {});
  if (Object.keys(value).every((name) => known.includes(name))) return;
  throw new FsError("parse_error", "the body has a field that is not known here", {
    hint: `Nothing was done. The fields are ${known.join(", ")}.`,
  });
}

/** Takes no body; one that comes is not read. */
export const NO_BODY: BodyReader<undefined> = { read: async () => undefined };

/** Takes a JSON object with the fields of a schema and no others. */
export function createJsonBody<Body>(schema: Schema<Body>, maxBytes: number): BodyReader<Body> {
  const mediaType = "application/json";
  async function read(request: Request, context: BodyContext): Promise<Body> {
    if (mediaTypeOf(request) !== mediaType) throw createMediaTypeRefusal(mediaType);
    const value = parseBody(await collectBody(request, { ...context, maxBytes }));
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new FsError("parse_error", "the body is not a JSON object", { hint: "Nothing was done. Send one object." });
    }
    assertKnownFields(value, schema.node);
    if (schema.accepts(value)) return value;
    throw createFieldError(value, schema.node);
  }
  return { mediaType, node: schema.node, read };
}

/** Takes bytes as they are; a missing Content-Type means just that. */
export function createBytesBody(maxBytes: number): BodyReader<Uint8Array> {
  const mediaType = "application/octet-stream";
  async function read(request: Request, context: BodyContext): Promise<Uint8Array> {
    if ((mediaTypeOf(request) ?? mediaType) !== mediaType) throw createMediaTypeRefusal(mediaType);
    return collectBody(request, { ...context, maxBytes });
  }
  return { mediaType, read };
}
