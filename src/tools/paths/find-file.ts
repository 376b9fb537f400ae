// Finds the file that a tool is asked for, or says what is there instead. Through a store only.

import { FsError } from "../../errors.js";
import { type FileStat, isListable } from "../../stores/file-store.js";
import { type FileRequest, findNearest } from "../../stores/own-path.js";
import { showStorePath } from "../../stores/store-path.js";
import { findMeantPath, findNotationError } from "../../text/meant-path.js";
import { parseShownName } from "../../text/shown-name.js";
import { findSimilarNames } from "../../text/similar-names.js";

export type { FileRequest } from "../../stores/own-path.js";

const MAX_CANDIDATES = 1000;

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
    const name = stat.path ?? showStorePath(path);
    throw new FsError("not_a_file", `${name} is a directory.`, { path: name, hint: "Name a file inside it." });
  }
  return stat;
}

/** Answers the `path_not_found` of a file, with names that may have been meant; a path in another notation is no path. */
export async function fileNotFoundError(request: FileRequest): Promise<FsError> {
  const { path } = request;
  const { missing: names } = await findNearest(request);
  const missing = { given: path, missing: names.map((name) => parseShownName(name) ?? name) };
  const notation = findNotationError(missing);
  if (notation !== null) return notation;
  const siblings = await findSiblings(request);
  if (siblings?.includes(baseName(path))) {
    return new FsError("path_not_found", `${path} is a symbolic link whose target does not exist.`, {
      path,
      hint: "Name another file; nothing can be read or changed through this link.",
    });
  }
  const alike = findSimilarNames(baseName(path), siblings ?? []).map((name) => directoryName(path) + name);
  const below = await findBelowPrefix(request);
  const similar = [...new Set([findMeantPath(missing), below, ...alike])].filter((name) => name !== null);
  return new FsError("path_not_found", `${path} does not exist.`, {
    path,
    hint: describeSimilar(path, siblings !== null, similar),
    ...(similar.length === 0 ? {} : { details: { similar } }),
  });
}

/** Answers the path without the `a/` or `b/` that a diff puts in front of its names, where that leads to something. */
async function findBelowPrefix({ store, path, signal }: FileRequest): Promise<string | null> {
  const below = /^[ab]\/+(.+)$/.exec(path)?.[1];
  const stat = below === undefined ? null : await store.stat(below, { signal }).catch(() => null);
  return below === undefined || stat === null ? null : (stat.path ?? showStorePath(below));
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
  if (similar.length > 0) return `Did you mean ${similar.join(" or ")}?`;
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
