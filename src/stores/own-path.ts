// The name by which answers speak of a file: the store's own, whatever the path that was given.

import type { FsError } from "../errors.js";
import { assertNewName } from "../text/meant-path.js";
import { parseShownName, showPathText } from "../text/shown-name.js";
import type { FileStat, FileStore, StoreCallOptions } from "./file-store.js";
import { showStorePath } from "./store-path.js";

/** Names one file of a store for one call. */
export interface FileRequest extends StoreCallOptions {
  readonly store: FileStore;
  readonly path: string;
}

/** Answers the error for a file that is not there. */
export type ExplainMissing = (file: FileRequest) => Promise<FsError>;

/** What is there on the way to a path, and the names behind it. */
export interface NearestEntry {
  /** `null`: not even the root. */
  readonly stat: FileStat | null;
  /** The names that lead on from there, without `.`; empty when the path itself leads somewhere. */
  readonly missing: readonly string[];
}

/** Finds the nearest thing on the way to a path that is there. */
export async function findNearest({ store, path, signal }: FileRequest): Promise<NearestEntry> {
  const names = path.split("/");
  const top = path.startsWith("/") ? "/" : ".";
  for (let count = names.length; count >= 0; count--) {
    const stat = await store.stat(names.slice(0, count).join("/") || top, { signal });
    const missing = names.slice(count).filter((name) => name !== "" && name !== ".");
    if (stat !== null) return { stat, missing };
  }
  return { stat: null, missing: names };
}

/** Joins the name of what is there and the names behind it. */
export function joinNames(start: string, missing: readonly string[]): string {
  if (missing.length === 0) return start;
  return [...(start === "" || start === "." ? [] : [start]), ...missing.map(showPathText)].join("/");
}

/**
 * Answers the store's own name for a file that is there, or is to be there.
 * @throws {FsError} invalid_path – when the file is not there, and its name is only a notation, such as a URL
 */
export async function resolveOwnPath(file: FileRequest): Promise<string> {
  const { stat, missing } = await findNearest(file);
  assertNewName({ given: file.path, missing: missing.map((name) => parseShownName(name) ?? name) });
  return stat?.path === undefined ? showStorePath(file.path) : joinNames(stat.path, missing);
}
