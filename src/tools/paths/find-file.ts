// Finds the file that a tool is asked for, or says what is there instead. Through a store only.

import { FsError } from "../../errors.js";
import { type FileStat, type FileStore, isListable, type StoreCallOptions } from "../../stores/file-store.js";
import { findSimilarNames } from "../../text/similar-names.js";

const MAX_CANDIDATES = 1000;

/** Names one file of a store for one call. */
export interface FileRequest extends StoreCallOptions {
  readonly store: FileStore;
  readonly path: string;
}

/**
 * Describes an existing file.
 * @throws {FsError} path_not_found – when nothing is there; the hint names files of similar names
 * @throws {FsError} not_a_file – when a directory is there
 */
export async function resolveFile(request: FileRequest): Promise<FileStat> {
  const { store, path, signal } = request;
  const stat = await store.stat(path, { signal });
  if (stat === null) throw await fileNotFoundError(request);
  if (stat.type === "dir") {
    throw new FsError("not_a_file", `${path} is a directory.`, { path, hint: "Name a file inside it." });
  }
  return stat;
}

/** Answers the `path_not_found` of a file, with names that may have been meant. */
export async function fileNotFoundError(request: FileRequest): Promise<FsError> {
  const { path } = request;
  const names = await findSiblings(request);
  if (names?.includes(baseName(path))) {
    return new FsError("path_not_found", `${path} is a symbolic link whose target does not exist.`, {
      path,
      hint: "Name another file; nothing can be read or changed through this link.",
    });
  }
  const similar = names === null ? [] : findSimilarNames(baseName(path), names);
  return new FsError("path_not_found", `${path} does not exist.`, {
    path,
    hint: describeSimilar(path, names !== null, similar),
    ...(similar.length === 0 ? {} : { details: { similar: similar.map((name) => directoryName(path) + name) } }),
  });
}

/** Answers the names beside a path; `null` when they cannot be listed. Never fails: it only serves a hint. */
async function findSiblings({ store, path, signal }: FileRequest): Promise<readonly string[] | null> {
  if (!isListable(store)) return null;
  try {
    const entries = await store.list(directoryName(path) || ".", { signal });
    return entries?.slice(0, MAX_CANDIDATES).map((entry) => entry.name) ?? null;
  } catch {
    return null;
  }
}

function describeSimilar(path: string, isListed: boolean, similar: readonly string[]): string {
  const directory = directoryName(path);
  if (similar.length > 0) return `Did you mean ${similar.map((name) => directory + name).join(" or ")}?`;
  if (!isListed) return "Check the path, its directory included.";
  return `${directory || "The root"} holds nothing of a similar name; search for **/${baseName(path)} where it may be elsewhere.`;
}

/** Answers the directory with its final `/`, or nothing for a bare name. */
function directoryName(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
