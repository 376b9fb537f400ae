// Shows what a directory holds, page by page, or a small tree of it.

import type { Directory } from "../directories/directory.js";
import { createErrno } from "../directories/errno.js";
import { resolveWholeNumber } from "../gate/call-arguments.js";
import type { Gate } from "../gate/gate.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { describePartlyApplied, type PartlyApplied } from "../ignoring/partly-applied.js";
import type { CallOptions, ListEntry, ListOptions, ListResult } from "../interfaces/workspace.js";
import { createNotFoundError } from "../paths/not-found.js";
import { assertNothingClosedBelow, holdDirectory, type Place } from "../paths/place.js";
import { listPage } from "./list-page.js";
import { listTree } from "./list-tree.js";
import type { Listing, ListingRequest } from "./listing.js";
import { SkippedDirectories } from "./skipped-directories.js";

/** Collects the rules that hold in the directory at a place. */
export function chainAt(gate: Gate, place: Place, directory: Directory): IgnoreChain {
  const [root, ...below] = place.ancestors;
  let chain = gate.parts.ignore.start(root ?? directory);
  for (const [index, ancestor] of below.entries()) {
    chain = chain.enter(ancestor, place.components.slice(0, index + 1).join("/"));
  }
  return place.name === "" ? chain : chain.enter(directory, place.components.join("/"));
}

/** Holds the directory at a place; throws `EISFILE` for anything else. */
export function holdPlaceDirectory(place: Place): Directory {
  if (place.root.onlyName !== undefined) throw createErrno("EISFILE");
  if (place.node === null) throw createNotFoundError(place);
  if (place.node.type !== "dir") throw createErrno("EISFILE");
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

/** Collects from the directory at a place, which is held meanwhile. */
async function collectListing(
  gate: Gate,
  place: Place,
  collect: (from: Pick<ListingRequest, "directory" | "components" | "chain" | "skipped">) => Promise<Listing>,
): Promise<Listing & PartlyApplied & Pick<ListResult, "skipped">> {
  const directory = holdPlaceDirectory(place);
  try {
    const chain = chainAt(gate, place, directory);
    const skipped = new SkippedDirectories(place);
    const listing = await collect({ directory, components: place.components, chain, skipped });
    return { ...listing, ...describePartlyApplied(place, chain.partlyApplied()), ...skipped.describe() };
  } finally {
    directory.close();
  }
}

/** Lists one page of a directory. */
export async function listDirectory(gate: Gate, path: string, options: ListOptions): Promise<ListResult> {
  return gate.access({ path, intent: "list", signal: options.signal }, async ({ place, facts }) => {
    const { maxListEntries, maxWalkDepth } = gate.parts.limits;
    const depth = resolveWholeNumber({ name: "depth", value: options.depth, least: 1 }, 1);
    const { offset, limit } = resolvePage(options, maxListEntries);
    if (depth > 1) assertNothingClosedBelow(place);
    const page = { options, offset, limit: Math.min(limit, maxListEntries) };
    const { entries, total, ...partly } = await collectListing(gate, place, (from) => {
      const request = { ...from, ...page };
      return depth === 1 ? listPage(request) : listTree(request, Math.min(depth - 1, maxWalkDepth));
    });
    facts.count = entries.length;
    return { entries, total, truncated: offset + entries.length < total, ...partly };
  });
}

/** Lists a whole directory, ignored entries included. */
export async function listWholeDirectory(
  gate: Gate,
  path: string,
  { signal }: CallOptions,
): Promise<readonly ListEntry[]> {
  return gate.access({ path, intent: "list", signal }, async ({ place, facts }) => {
    const options = { includeIgnored: true, signal };
    const { entries } = await collectListing(gate, place, (from) =>
      listPage({ ...from, options, offset: 0, limit: Number.POSITIVE_INFINITY }),
    );
    facts.count = entries.length;
    return entries;
  });
}
