// Shows what one directory holds, page by page.

import { showName } from "../text/shown-name.js";
import { resolveWholeNumber } from "./call-arguments.js";
import type { Directory, NodeEntry } from "./directory.js";
import { createErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import type { IgnoreChain } from "./ignore-chain.js";
import { createNotFoundError } from "./not-found.js";
import { isTemporaryName } from "./temporary-files.js";
import { holdDirectory, type Place } from "./walk-path.js";
import type { ListEntry, ListOptions, ListResult } from "./workspace.js";

/** Collects the rules that hold in the directory at a place. */
export function chainAt(gate: Gate, place: Place, directory: Directory): IgnoreChain {
  const [root, ...below] = place.ancestors;
  let chain = gate.parts.ignore.start(root ?? directory);
  for (const [index, ancestor] of below.entries()) {
    chain = chain.enter(ancestor, place.components.slice(0, index + 1).join("/"));
  }
  return place.name === "" ? chain : chain.enter(directory, place.components.join("/"));
}

/** Holds the directory at a place; throws `ENOTDIR` for anything else. */
export function holdPlaceDirectory(place: Place): Directory {
  if (place.root.onlyName !== undefined) throw createErrno("ENOTDIR");
  if (place.node === null) throw createNotFoundError(place);
  if (place.node.type !== "dir") throw createErrno("ENOTDIR");
  return holdDirectory(place);
}

/** Says which part of an answer is wanted. */
interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * Reads offset and limit of a page.
 * @throws {FsError} parse_error – when one is no whole number
 */
export function resolvePage(
  { offset, limit }: Page,
  defaultLimit: number,
): { readonly offset: number; readonly limit: number } {
  return {
    offset: resolveWholeNumber({ name: "offset", value: offset, least: 0 }, 0),
    limit: resolveWholeNumber({ name: "limit", value: limit, least: 0 }, defaultLimit),
  };
}

function directoriesFirst(a: NodeEntry, b: NodeEntry): number {
  const rank = Number(b.type === "dir") - Number(a.type === "dir");
  return rank || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** Describes an entry; one that vanished meanwhile has no size. */
function describeEntry(directory: Directory, entry: NodeEntry, isIgnored: boolean): ListEntry {
  const node = directory.lookup(entry.name);
  return {
    name: showName(entry.name),
    type: node?.type ?? entry.type,
    size: node?.size ?? 0,
    mtime: node?.mtimeMs ?? 0,
    ...(isIgnored ? { ignored: true } : {}),
  };
}

/** Lists one page of a directory. */
export async function listDirectory(gate: Gate, path: string, options: ListOptions): Promise<ListResult> {
  return gate.access({ path, intent: "list", signal: options.signal }, ({ place, facts }) => {
    const directory = holdPlaceDirectory(place);
    try {
      const chain = chainAt(gate, place, directory);
      const isIgnored = (entry: NodeEntry): boolean =>
        chain.isIgnored([...place.components, entry.name].join("/"), entry.type === "dir");
      const visible = directory
        .entries()
        .filter((entry) => !isTemporaryName(entry.name) && (options.includeIgnored === true || !isIgnored(entry)))
        .toSorted(directoriesFirst);
      const { offset, limit } = resolvePage(options, gate.parts.limits.maxListEntries);
      const page = visible.slice(offset, offset + Math.min(limit, gate.parts.limits.maxListEntries));
      facts.count = page.length;
      return {
        entries: page.map((entry) =>
          describeEntry(directory, entry, options.includeIgnored === true && isIgnored(entry)),
        ),
        total: visible.length,
        truncated: offset + page.length < visible.length,
      };
    } finally {
      directory.close();
    }
  });
}
