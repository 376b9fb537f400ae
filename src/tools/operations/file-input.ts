// What the file tool is asked for: one flat schema for ten operations, and which fields each of them takes. No I/O.

import { FsError } from "../../errors.js";
import type { Fields } from "../definition/coerce-input.js";
import { describeWanted } from "../definition/json-schema.js";
import * as z from "../definition/schema.js";
import { normalizeLines } from "../reading/lines-input.js";

/** An operation of the file tool. */
export type FileOperation =
  | "stat"
  | "read"
  | "write"
  | "copy"
  | "move"
  | "delete_file"
  | "delete_empty_dir"
  | "mkdir"
  | "list_dir"
  | "search";

const LOOKS: readonly unknown[] = ["stat", "read", "list_dir", "search"] satisfies readonly FileOperation[];

/** Tells whether an operation may change something. */
export function isFileChange(operation: unknown): boolean {
  return !LOOKS.includes(operation);
}

/** What the model asks the file tool for; which fields belong to which operation, `docs/file-tool.md` tells. */
export interface FileOperationInput {
  readonly operation: FileOperation;
  readonly path: string;
  /** Where copy and move lead. */
  readonly targetPath?: string | undefined;
  /** The whole new text of write. */
  readonly content?: string | undefined;
  /** Lets write, copy and move replace an existing file. */
  readonly overwrite?: boolean | undefined;
  /** `false` refuses a path whose directory is missing; default `true`. */
  readonly createParents?: boolean | undefined;
  /** What search looks for, literally. */
  readonly query?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Read: 1-based first line, negative from the end. List and search: entries or hits to skip. */
  readonly offset?: number | undefined;
  /** Lines, entries or hits at most. */
  readonly limit?: number | undefined;
  /** Read: continues inside a cut line. */
  readonly byteOffset?: number | undefined;
  /** `false` lists and searches ignored files, too. */
  readonly respectGitIgnore?: boolean | undefined;
  /** Removes a directory with what is in it; only where the operator allows it. */
  readonly recursive?: boolean | undefined;
}

type FieldName = Exclude<keyof FileOperationInput, "operation" | "path">;

interface OperationFields {
  readonly required: readonly FieldName[];
  readonly optional: readonly FieldName[];
}

const FIELDS: Readonly<Record<FileOperation, OperationFields>> = {
  stat: { required: [], optional: [] },
  read: { required: [], optional: ["offset", "limit", "byteOffset"] },
  write: { required: ["content"], optional: ["overwrite", "createParents"] },
  copy: { required: ["targetPath"], optional: ["overwrite", "createParents"] },
  move: { required: ["targetPath"], optional: ["overwrite", "createParents"] },
  delete_file: { required: [], optional: [] },
  delete_empty_dir: { required: [], optional: ["recursive"] },
  mkdir: { required: [], optional: ["createParents"] },
  list_dir: { required: [], optional: ["offset", "limit", "respectGitIgnore"] },
  search: { required: ["query"], optional: ["ignoreCase", "offset", "limit", "respectGitIgnore"] },
};

const FILE_OPERATIONS: readonly FileOperation[] = /* @__PURE__ */ Object.keys(FIELDS) as FileOperation[];

/** Other words that models use for an operation, without their case and their joints. */
const OTHER_WORDS: Readonly<Record<string, FileOperation>> = {
  info: "stat",
  exists: "stat",
  cat: "read",
  view: "read",
  readfile: "read",
  writefile: "write",
  create: "write",
  createfile: "write",
  cp: "copy",
  copyfile: "copy",
  mv: "move",
  rename: "move",
  movefile: "move",
  rm: "delete_file",
  delete: "delete_file",
  remove: "delete_file",
  unlink: "delete_file",
  rmdir: "delete_empty_dir",
  deletedir: "delete_empty_dir",
  deletedirectory: "delete_empty_dir",
  createdir: "mkdir",
  createdirectory: "mkdir",
  makedirectory: "mkdir",
  ls: "list_dir",
  list: "list_dir",
  listdirectory: "list_dir",
  grep: "search",
  find: "search",
};

/** What every operation without a path looks at. */
const HERE: readonly unknown[] = ["list_dir", "search"] satisfies readonly FileOperation[];

function readOperation(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const word = value.replace(/[\s_-]+/g, "").toLowerCase();
  const own = FILE_OPERATIONS.find((operation) => operation.replaceAll("_", "") === word);
  return own ?? (Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : value);
}

/** Brings other words for operations to their own names; a listing or a search without a path is one of the start. */
export function normalizeFileInput(given: Fields): Fields {
  const { recursive, ...fields } = normalizeLines(given);
  const operation = readOperation(fields["operation"]);
  const isHere = HERE.includes(operation) && (fields["path"] ?? "") === "";
  // A directory is made with all above it anyway.
  const rest = recursive === undefined || operation === "mkdir" ? {} : { recursive };
  return { ...fields, ...rest, operation, ...(isHere ? { path: "." } : {}) };
}

/** Operations that stores have no means for. */
const ON_DIRECTORIES: readonly FileOperation[] = ["delete_empty_dir", "mkdir"];

/**
 * Creates the schema of the input; only with `isRecursive` the model is offered to remove whole directories, only with
 * `hasDirectories` to make and remove them.
 */
export const fileInputSchema = (isRecursive: boolean, hasDirectories = true): z.Schema<FileOperationInput> =>
  z.object({
    operation: z.oneOf(FILE_OPERATIONS.filter((name) => hasDirectories || !ON_DIRECTORIES.includes(name))),
    path: z.string(),
    targetPath: z.string().optional().describe("copy, move"),
    content: z.text().optional().describe("write: the whole text"),
    overwrite: z.boolean().optional().describe("write, copy, move: replace an existing file"),
    createParents: z.boolean().optional().describe("Default true"),
    query: z.string().optional().describe("search: literal text"),
    ignoreCase: z.boolean().optional().describe("search"),
    offset: z.int().optional().describe("read: first line, from 1; list_dir, search: items to skip"),
    limit: z.int().min(1).optional().describe("read, list_dir, search"),
    byteOffset: z.int().min(0).optional().describe("read: continues inside a cut line, as told"),
    respectGitIgnore: z.boolean().optional().hidden(),
    ...(hasDirectories
      ? {
          recursive: isRecursive
            ? z.boolean().optional().describe("delete_empty_dir: with all in it")
            : z.boolean().optional().hidden(),
        }
      : {}),
  });

/** Fields that ask for nothing where they do not belong. */
const ANYWHERE: readonly string[] = ["createParents", "respectGitIgnore"] satisfies readonly FieldName[];

/** A value that providers fill in for "none", where a schema makes the model give every field. */
function isNone(value: unknown): boolean {
  return value === undefined || value === false || value === 0 || value === "";
}

/**
 * Refuses an operation with a field that it needs missing, or with one that it does not take.
 * @throws {FsError} parse_error – and says what to give
 */
export function assertOperationFields(input: FileOperationInput): void {
  const { operation, path, ...given } = input;
  const { required, optional } = FIELDS[operation];
  const { properties } = fileInputSchema(true).node;
  const missing = required
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing for ${operation}, wanted ${describeWanted(properties?.[name])}`);
  const taken: readonly string[] = [...required, ...optional];
  const surplus = Object.entries(given)
    .filter(([name, value]) => !(taken.includes(name) || isNone(value) || ANYWHERE.includes(name)))
    .map(([name]) => `${name} does not belong to ${operation}`);
  const problems = [...missing, ...surplus];
  if (problems.length === 0) return;
  throw new FsError("parse_error", problems.join("; "), {
    path,
    hint: `Nothing was done. ${operation} takes ${["path", ...required].join(", ")}${describeOptional(optional)}.`,
  });
}

function describeOptional(optional: readonly string[]): string {
  return optional.length === 0 ? "" : ` and optionally ${optional.join(", ")}`;
}
