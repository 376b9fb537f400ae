// Under which condition a write happens: said in the body, in the headers of HTTP, or in both alike.

import { FsError } from "../errors.js";
import type { WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";
import { parseTagList, resolveMatchedSha256 } from "./entity-tag.js";
import { resolveExpectedSha256 } from "./fields.js";

/** How a file comes to be. */
export type WriteMode = "create" | "overwrite" | "replace";

/** What a body says of its condition. */
export interface ConditionFields {
  readonly path: string;
  readonly mode?: WriteMode | undefined;
  readonly expectedSha256?: string | undefined;
  readonly expectedHash?: string | undefined;
}

/** What is needed to judge headers. */
export interface ConditionContext {
  readonly fs: WorkspaceFileSystem;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Bytes of a file up to which its tag is its hash. */
  readonly maxHashedBytes: number;
}

/** The condition of a write. */
export interface WriteCondition {
  readonly mode: WriteMode;
  readonly expectedSha256?: string;
}

function createConflictError(what: string): FsError {
  return new FsError("parse_error", what, { hint: "Nothing was written. Say the condition once." });
}

/** Answers whether If-None-Match demands that nothing is there. */
function demandsNothing(headers: Headers): boolean {
  const tags = parseTagList("If-None-Match", headers.get("if-none-match"));
  if (tags === undefined || tags === "*") return tags === "*";
  throw createConflictError("of If-None-Match a write takes * only");
}

/**
 * Answers the hash that the file must have, from the body or from If-Match.
 * @throws {FsError} hash_mismatch – when the file is none of the versions that If-Match names
 * @throws {FsError} parse_error – when the two say different things
 */
export async function resolveExpected(fields: ConditionFields, context: ConditionContext): Promise<string | undefined> {
  const { fs, headers, signal, maxHashedBytes } = context;
  const inBody = resolveExpectedSha256(fields);
  const tags = parseTagList("If-Match", headers.get("if-match"));
  if (tags === undefined) return inBody;
  const matched = await resolveMatchedSha256(fs, fields.path, { tags, maxHashedBytes, signal });
  if (inBody === undefined || inBody === matched) return matched;
  throw createConflictError("If-Match and the hash in the body differ");
}

/**
 * Refuses If-None-Match where it can mean nothing.
 * @throws {FsError} parse_error – when it is there
 */
export function assertNoCreation(headers: Headers): void {
  if (headers.get("if-none-match") !== null) throw createConflictError("an edit is of a file that is there");
}

function resolveMode(given: WriteMode | undefined, implied: WriteMode | undefined): WriteMode {
  if (given !== undefined && implied === "create" && given !== "create") {
    throw createConflictError("If-None-Match and the mode differ");
  }
  const mode = given ?? implied;
  if (mode !== undefined) return mode;
  throw new FsError("parse_error", "mode is missing, wanted one of create, overwrite, replace", {
    hint: "Nothing was written. Give mode, If-Match or If-None-Match.",
  });
}

/**
 * Answers how a write is to happen. `If-None-Match: *` is mode `create`, `If-Match` is mode `replace` with the hash.
 * @throws {FsError} parse_error – when nothing says the mode, what is said differs, or `replace` has no hash
 * @throws {FsError} hash_mismatch – when the file is none of the versions that If-Match names
 */
export async function resolveCondition(fields: ConditionFields, context: ConditionContext): Promise<WriteCondition> {
  const isNew = demandsNothing(context.headers);
  const expectedSha256 = await resolveExpected(fields, context);
  const implied = context.headers.get("if-match") === null ? undefined : "replace";
  const mode = resolveMode(fields.mode, isNew ? "create" : implied);
  if (mode === "create" && expectedSha256 !== undefined) {
    throw createConflictError("a file that is to be created has no hash yet");
  }
  if (mode === "replace" && expectedSha256 === undefined) {
    throw new FsError("parse_error", "mode replace needs expectedSha256", {
      hint: "Nothing was written. Give the sha256 of the content that is replaced, or use mode overwrite.",
    });
  }
  return expectedSha256 === undefined ? { mode } : { mode, expectedSha256 };
}
