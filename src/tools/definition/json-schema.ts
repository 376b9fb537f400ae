// The part of JSON Schema that tools use, and its words for a model.

/** One node of a JSON Schema (draft-07). */
export interface JsonSchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchemaNode;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly enum?: readonly string[];
  readonly const?: string | boolean;
  readonly anyOf?: readonly JsonSchemaNode[];
  readonly not?: JsonSchemaNode;
  readonly additionalProperties?: JsonSchemaNode | false;
  /** Taken where it is given, but not shown to a model. */
  readonly hidden?: true;
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
      return describeInteger(node);
    case "boolean":
      return "true or false";
    case "string":
      return node.enum === undefined ? "a string" : `one of ${node.enum.join(", ")}`;
    case "array":
      return `an array of ${describeItems(node.items)}${node.minItems === undefined ? "" : ", not empty"}`;
    default:
      return `an object with ${Object.keys(node?.properties ?? {}).join(", ")}`;
  }
}

function describeInteger({ minimum, maximum }: JsonSchemaNode): string {
  if (minimum === undefined) return "an integer";
  return maximum === undefined ? `an integer of at least ${minimum}` : `an integer from ${minimum} to ${maximum}`;
}

function describeItems(node: JsonSchemaNode | undefined): string {
  if (node?.type === "object") return `objects with ${Object.keys(node.properties ?? {}).join(", ")}`;
  return `${node?.type ?? "value"}s`;
}
