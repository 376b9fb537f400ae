// The part of JSON Schema that tool inputs use, and how it is made from zod.

import { z } from "zod/v4";

/** One node of the JSON Schema of an input. */
export interface JsonSchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchemaNode;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly additionalProperties?: unknown;
}

/** Answers the smallest exact JSON Schema (draft-07) of what a zod schema takes or gives. */
export function createJsonSchema(schema: z.ZodType, direction: "input" | "output"): JsonSchemaNode {
  const { $schema: _, ...node } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: direction,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Bounds that say no more than "a number" and an open object cost tokens and steer nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (direction === "input" && jsonSchema.type === "object") jsonSchema.additionalProperties = false;
    },
  });
  return node as JsonSchemaNode;
}

/** Follows a path of names and indexes into a schema; `undefined` when it leads nowhere. */
export function findSchemaNode(root: JsonSchemaNode, path: readonly PropertyKey[]): JsonSchemaNode | undefined {
  return path.reduce<JsonSchemaNode | undefined>(
    (node, key) => (typeof key === "number" ? node?.items : node?.properties?.[String(key)]),
    root,
  );
}

/** Says in words what a schema wants, such as `an integer of at least 1`. */
export function describeWanted(node: JsonSchemaNode | undefined): string {
  switch (node?.type) {
    case "integer":
      return node.minimum === undefined ? "an integer" : `an integer of at least ${node.minimum}`;
    case "boolean":
      return "true or false";
    case "string":
      return "a string";
    case "array":
      return `an array of ${describeItems(node.items)}${node.minItems === undefined ? "" : ", not empty"}`;
    default:
      return `an object with ${Object.keys(node?.properties ?? {}).join(", ")}`;
  }
}

function describeItems(node: JsonSchemaNode | undefined): string {
  if (node?.type === "object") return `objects with ${Object.keys(node.properties ?? {}).join(", ")}`;
  return `${node?.type ?? "value"}s`;
}
