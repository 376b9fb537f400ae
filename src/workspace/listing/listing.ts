// What the listing of one directory and that of a tree share: what is asked, what is answered, and one entry of it.

import { compareNames } from "../../text/compare-names.js";
import { showNames } from "../../text/shown-name.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import type { ListEntry, ListOptions } from "../interfaces/workspace.js";
import type { SkippedDirectories } from "./skipped-directories.js";

/** What is listed, from where, and how much of it. */
export interface ListingRequest {
  readonly directory: Directory;
  /** Components that lead to it from the root of the workspace. */
  readonly components: readonly string[];
  /** The rules that hold in it. */
  readonly chain: IgnoreChain;
  readonly options: ListOptions;
  /** Entries to skip. */
  readonly offset: number;
  /** Entries that are answered at most. */
  readonly limit: number;
  /** Is told of directories that could not be looked into. */
  readonly skipped: SkippedDirectories;
}

/** A page of entries. */
export interface Listing {
  readonly entries: readonly ListEntry[];
  /** Entries that the rules let through. */
  readonly total: number;
}

/** Puts directories first, and each kind in the order of names. */
export function directoriesFirst(a: NodeEntry, b: NodeEntry): number {
  const rank = Number(b.type === "dir") - Number(a.type === "dir");
  return rank || compareNames(a.name, b.name);
}

/** Describes an entry of a directory that is shown as `path`; one that vanished meanwhile has no size. */
export function describeEntry(directory: Directory, entry: NodeEntry, path: string): ListEntry {
  const node = directory.lookup(entry.name);
  return {
    name: showNames(path),
    type: node?.type ?? entry.type,
    ...(node?.special === undefined ? {} : { special: node.special }),
    size: node?.size ?? 0,
    mtime: node?.mtimeMs ?? 0,
  };
}

/** Answers the path of the listed directory from the root with a `/` behind it; empty for a root. */
export function prefixOf({ components }: ListingRequest): string {
  return components.map((component) => `${component}/`).join("");
}
