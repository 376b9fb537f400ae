// Schemas of tools as the SDK takes them: exact for the model, lenient for its answers, short about what is wrong.

import { FsError } from "../../errors.js";
import { MAX_INPUT_VALUES } from "../../limits.js";
import { assertNoExcess, findValueExcess, parseLenientJson } from "../../text/bounded-json.js";
import { coerceInput, explainLeftField, type Fields, isFields, nameFields } from "./coerce-input.js";
import type { ToolInputSchema, ToolSchema, ToolSchemaResult } from "./file-tool.js";
import { findProblems, findUnknownFields, type ValuePath } from "./find-problems.js";
import { describeWanted, findSchemaNode, type JsonSchemaNode } from "./json-schema.js";
import type { Schema } from "./schema.js";
import { endSentence } from "./tool-options.js";

const VENDOR = "ai-file-tools";
/** Dialects in which the few words that tools use mean the same. */
const TARGETS: readonly string[] = ["draft-07", "draft-2020-12"];
const MAX_SHOWN_PROBLEMS = 3;
const MAX_SHOWN_CHARACTERS = 60;
const MAX_NAMED_FIELDS = 20;

/** Rearranges fields that a model puts in the wrong place: after they have their names, before they are coerced. */
export interface FieldsInput {
  /** Fields that are taken besides those of the schema, and made into these. */
  readonly besides?: readonly string[] | undefined;
  readonly normalize?: ((fields: Fields) => Fields) | undefined;
}

/** Creates the schema of a tool's input. */
export function createInputSchema<Input>(
  schema: Schema<Input>,
  { normalize = (fields) => fields, besides }: FieldsInput = {},
): ToolInputSchema<Input> {
  const { node } = schema;
  function resolve(value: unknown): Input {
    assertNoExcess(findValueExcess(value, MAX_INPUT_VALUES));
    const given = typeof value === "string" ? (parseLenientJson(value) ?? value) : value;
    const fields = coerceInput(isFields(given) ? normalize(nameFields(given, node, besides)) : given, node);
    const unknown = findUnknownFields(fields, node);
    if (unknown.length === 0 && schema.accepts(fields)) return fields;
    throw inputError([...findProblems(fields, node), ...unknown], { value, fields, node, besides });
  }
  return { ...createStandardSchema(node, (value) => validateLeniently<Input>(value, resolve)), resolve };
}

/** Creates the schema of a tool's output. */
export function createOutputSchema<Output>(schema: Schema<Output>): ToolSchema<Output> {
  return createStandardSchema(schema.node, (value) =>
    schema.accepts(value) ? { value } : { issues: findProblems(value, schema.node).map(describeOutputProblem) },
  );
}

function createStandardSchema<T>(
  node: JsonSchemaNode,
  validate: (value: unknown) => ToolSchemaResult<T>,
): ToolSchema<T> {
  const jsonSchema = ({ target }: { readonly target: string }): Record<string, unknown> => {
    if (!TARGETS.includes(target))
      throw new TypeError(`No JSON Schema for ${target}: ${TARGETS.join(" and ")} are known.`);
    // A new object for each caller, since callers complete it in place.
    return structuredClone(withoutHidden(node)) as Record<string, unknown>;
  };
  return {
    "~standard": { version: 1, vendor: VENDOR, validate, jsonSchema: { input: jsonSchema, output: jsonSchema } },
  };
}

function withoutHidden(node: JsonSchemaNode): JsonSchemaNode {
  const shown = Object.entries(node.properties ?? {}).filter(([, { hidden }]) => hidden !== true);
  return node.properties === undefined ? node : { ...node, properties: Object.fromEntries(shown) };
}

/** Corrects what can be corrected and lets other objects through to `execute`, which answers with a failure. */
function validateLeniently<Input>(value: unknown, resolve: (value: unknown) => Input): ToolSchemaResult<Input> {
  try {
    return { value: resolve(value) };
  } catch (error) {
    if (isFields(value)) return { value: value as Input };
    return { issues: [{ message: error instanceof FsError ? error.message : "not an object" }] };
  }
}

interface Judged {
  /** As it was given. */
  readonly value: unknown;
  /** As it was judged. */
  readonly fields: unknown;
  readonly node: JsonSchemaNode;
  /** Fields of the whole that are taken besides. */
  readonly besides: readonly string[] | undefined;
}

function inputError(problems: readonly ValuePath[], judged: Judged): FsError {
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map((path) => describeProblem(path, judged));
  const names = problems.slice(0, MAX_NAMED_FIELDS).map((path) => cutShort(formatFieldPath(path)));
  return new FsError("parse_error", shown.map(endSentence).join(" "), {
    hint: "Nothing was done. Call the tool again with this corrected.",
    details: { fields: names },
  });
}

function describeOutputProblem(path: ValuePath): { readonly message: string; readonly path: ValuePath } {
  return { message: `${formatFieldPath(path) || "the output"} is not what the tool answers`, path };
}

function describeProblem(path: ValuePath, { value, fields, node, besides }: Judged): string {
  const wanted = describeWanted(findSchemaNode(node, path));
  const given = findGiven(fields, path);
  if (path.length === 0) return `the arguments are ${showValue(value)}, wanted ${wanted}`;
  const holder = findSchemaNode(node, path.slice(0, -1));
  const name = path.at(-1);
  if (typeof name === "string" && holder?.properties !== undefined && !Object.hasOwn(holder.properties, name)) {
    const shown = [cutShort(formatFieldPath(path)), showValue(given)] as const;
    return explainLeftField(name, shown, path.length === 1 ? withHidden(holder, besides) : holder);
  }
  if (given !== undefined) return `${formatFieldPath(path)} is ${showValue(given)}, wanted ${wanted}`;
  const siblings = path.length === 1 && isFields(value) ? Object.keys(value).slice(0, 8) : [];
  const context = siblings.length === 0 ? "" : ` (given: ${cutShort(siblings.join(", "))})`;
  return `${formatFieldPath(path)} is missing, wanted ${wanted}${context}`;
}

function withHidden(node: JsonSchemaNode, names: readonly string[] = []): JsonSchemaNode {
  const hidden = Object.fromEntries(names.map((name) => [name, { hidden: true } as const]));
  return { ...node, properties: { ...node.properties, ...hidden } };
}

function findGiven(fields: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], fields);
}

function formatFieldPath(path: ValuePath): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? key : `${name}.${key}`;
  }, "");
}

/** Shows a value in a message, cut to a few words. */
export function showValue(value: unknown): string {
  const cut = (_name: string, part: unknown): unknown =>
    typeof part === "string" ? part.slice(0, 2 * MAX_SHOWN_CHARACTERS) : part;
  return cutShort(JSON.stringify(value, cut) ?? String(value));
}

function cutShort(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_SHOWN_CHARACTERS));
  if (characters.length <= MAX_SHOWN_CHARACTERS) return text;
  return `${characters.slice(0, MAX_SHOWN_CHARACTERS).join("")}…`;
}
