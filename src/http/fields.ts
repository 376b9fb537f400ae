// Fields that several routes take or answer, and the schema helpers that only HTTP needs.

import { FsError } from "../errors.js";
import * as z from "../tools/definition/schema.js";
import type { WorkspaceFileSystem, WorkspaceStat } from "../workspace/interfaces/workspace.js";

const HASH = /^(?:sha256:)?([0-9a-f]{64})$/;

/** Takes a whole number from `least` to `most`, both inclusive. */
export function wholeNumber(least: number, most?: number): z.Schema<number, false> {
  const upper = most === undefined ? {} : { maximum: most };
  return new z.Schema<number, false>({ type: "integer", minimum: least, ...upper }, false);
}

/** Takes a path. */
export function pathField(description: string): z.Schema<string, false> {
  return z.string().describe(description);
}

/** Names the types of files as the routes answer them. */
export type FileTypeName = "file" | "directory" | "symlink" | "other";

/** Describes a type. */
export function fileTypeField(): z.Schema<FileTypeName, false> {
  return z.oneOf(["file", "directory", "symlink", "other"]);
}

/** Names a type as the routes answer it. */
export function nameFileType(type: WorkspaceStat["type"]): FileTypeName {
  return type === "dir" ? "directory" : type;
}

/** The hash of a file, in both spellings. */
export interface HashFields {
  readonly sha256: string;
  readonly hash: string;
}

/** Writes a lower-case hex sha256 in both spellings. */
export function hashFields(sha256: string): HashFields {
  return { sha256, hash: `sha256:${sha256}` };
}

/**
 * Reads a hash in either spelling.
 * @throws {FsError} parse_error – when it is none, or both are given and differ
 */
export function resolveExpectedSha256(body: {
  readonly expectedSha256?: string | undefined;
  readonly expectedHash?: string | undefined;
}): string | undefined {
  const given = [body.expectedSha256, body.expectedHash].filter((hash) => hash !== undefined);
  const hashes = new Set(given.map((hash) => HASH.exec(hash)?.[1]));
  const [hash] = hashes;
  if (hashes.size < 2 && (hash !== undefined || given.length === 0)) return hash;
  throw new FsError("parse_error", "expectedSha256 must be 64 lower-case hex digits, and expectedHash the same one", {
    hint: "Nothing was done. Give the sha256 that reading the file answered, in one field.",
  });
}

/** Answers the name that the workspace gives a path; links are followed. */
export async function findShownPath(fs: WorkspaceFileSystem, path: string, signal: AbortSignal): Promise<string> {
  const stat = await fs.stat(path, { signal });
  return stat?.path ?? (path.startsWith("/") ? "" : path);
}
