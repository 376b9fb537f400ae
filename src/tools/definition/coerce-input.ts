// Corrects the slips that models make in arguments, led by the JSON Schema of the input. Never throws, never guesses
// at content: what is still wrong afterwards is judged by the schema.

import type { JsonSchemaNode } from "./json-schema.js";
import { parseLenientJson } from "./lenient-json.js";

/** Other names under which models give a field, taken from the tools that they were trained on. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  path: ["file_path", "filePath", "filepath", "filename", "file", "source_path", "sourcePath", "source", "from"],
  targetPath: ["target_path", "destination", "dest", "new_path", "newPath", "target", "to"],
  createParents: ["create_parents", "create_parent_dirs"],
  query: ["pattern"],
  oldText: ["old_string", "oldString", "old_str", "oldStr", "old_text", "search"],
  newText: ["new_string", "newString", "new_str", "newStr", "new_text", "replace"],
  replaceAll: ["replace_all"],
  content: ["file_text", "content_text", "contents", "text"],
  command: ["cmd"],
  cwd: ["workdir", "working_directory", "workingDirectory"],
  pattern: ["query"],
  ignoreCase: ["ignore_case"],
  patch: ["input", "patchText", "patch_text", "diff"],
  dryRun: ["dry_run"],
  expectedSha256: ["expected_sha256"],
  byteOffset: ["byte_offset"],
};

/** A value with named fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells whether a value has named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Answers the field under its own name or, failing that, an alias; `null` counts as absent. */
export function findField(fields: Fields, name: string): unknown {
  const key = [name, ...(ALIASES[name] ?? [])].find((key) => Object.hasOwn(fields, key) && fields[key] != null);
  return key === undefined ? undefined : fields[key];
}

/** Brings a value as near to its schema as the intent is plain; anything else is handed back unchanged. */
export function coerceInput(value: unknown, schema: JsonSchemaNode): unknown {
  switch (schema.type) {
    case "integer":
      return coerceInteger(value);
    case "boolean":
      return coerceBoolean(value);
    case "string":
      return typeof value === "number" ? String(value) : value;
    case "array":
      return coerceArray(value).map((item) => coerceInput(item, schema.items ?? {}));
    case "object":
      return coerceObject(value, schema);
    default:
      return value;
  }
}

/** Answers a list: as given, parsed from JSON text, or with the one value in it. */
export function coerceArray(value: unknown): readonly unknown[] {
  const parsed = typeof value === "string" ? (parseLenientJson(value) ?? value) : value;
  return Array.isArray(parsed) ? parsed : [parsed];
}

function coerceObject(value: unknown, schema: JsonSchemaNode): unknown {
  const fields = typeof value === "string" ? parseLenientJson(value) : value;
  if (!isFields(fields)) return value;
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const given = findField(fields, name);
    const mayBeEmpty = schema.required?.includes(name) === true || node.minLength === 0;
    if (isAbsent(given, mayBeEmpty)) return [];
    return [[name, coerceInput(given, node)] as const];
  });
  return Object.fromEntries(entries);
}

// Providers with strict schemas make the model fill in every field, and an empty string is how it says "none".
function isAbsent(value: unknown, mayBeEmpty: boolean): boolean {
  return value === undefined || (value === "" && !mayBeEmpty);
}

function coerceInteger(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?\d{1,15}(\.0+)?\s*$/.test(value) ? Number(value) : value;
}

function coerceBoolean(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === "true") return true;
  return word === "false" ? false : value;
}
