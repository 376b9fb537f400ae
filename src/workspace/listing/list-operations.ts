// Shows what a directory holds, page by page, or a small tree of it.

import { MAX_LIST_DEPTH, MAX_TREE_ENTRIES } from "../../limits.js";
import { compilePathRules } from "../../search/ignore-rules.js";
import { showNames } from "../../text/shown-name.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import { createErrno } from "../directories/errno.js";
import { resolveWholeNumber } from "../gate/call-arguments.js";
import type { Gate } from "../gate/gate.js";
import { createTurns } from "../gate/take-turns.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { describePartlyApplied } from "../ignoring/partly-applied.js";
import type { ListEntry, ListOptions, ListResult } from "../interfaces/workspace.js";
import { createNotFoundError } from "../paths/not-found.js";
import { assertNothingClosedBelow, holdDirectory, type Place } from "../paths/place.js";
import { type WalkedEntry, type WalkTreeOptions, walkTree } from "./walk-tree.js";

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

function directoriesFirst(a: NodeEntry, b: NodeEntry): number {
  const rank = Number(b.type === "dir") - Number(a.type === "dir");
  return rank || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** Describes an entry; one that vanished meanwhile has no size. */
function describeEntry({ directory, entry, path }: WalkedEntry, isIgnored: boolean): ListEntry {
  const node = directory.lookup(entry.name);
  return {
    name: showNames(path),
    type: node?.type ?? entry.type,
    size: node?.size ?? 0,
    mtime: node?.mtimeMs ?? 0,
    ...(isIgnored ? { ignored: true } : {}),
  };
}

interface Listing {
  readonly entries: readonly ListEntry[];
  readonly total: number;
  readonly partlyApplied: readonly string[];
}

/** Counts what a walk comes across, and describes what lies on the page. */
class ListingPage {
  readonly entries: ListEntry[] = [];
  readonly #offset: number;
  readonly #end: number;
  readonly #isIgnored: (found: WalkedEntry) => boolean;
  total = 0;

  constructor(page: { readonly offset: number; readonly limit: number }, isIgnored: (found: WalkedEntry) => boolean) {
    this.#offset = page.offset;
    this.#end = page.offset + page.limit;
    this.#isIgnored = isIgnored;
  }

  /** Tells that the page is complete, that more follows, and that much has been counted. */
  get isEnough(): boolean {
    return this.total > Math.max(this.#end, MAX_TREE_ENTRIES);
  }

  add(found: WalkedEntry): void {
    const isOnPage = this.total >= this.#offset && this.total < this.#end;
    if (isOnPage) this.entries.push(describeEntry(found, this.#isIgnored(found)));
    this.total += 1;
  }
}

async function collectListing(gate: Gate, place: Place, options: ListOptions): Promise<Listing> {
  const { maxListEntries } = gate.parts.limits;
  const { offset, limit } = resolvePage(options, maxListEntries);
  const prefix = place.components.map((component) => `${component}/`).join("");
  const directory = holdPlaceDirectory(place);
  try {
    const chain = chainAt(gate, place, directory);
    const page = new ListingPage({ offset, limit: Math.min(limit, maxListEntries) }, (found) => {
      return options.includeIgnored === true && found.chain.isIgnored(prefix + found.path, found.entry.type === "dir");
    });
    const turns = createTurns();
    for (const run of walkTree(directory, place.components, createWalkOptions(options, chain, prefix))) {
      if (turns.isDue()) await turns.take(options.signal);
      for (const found of run) page.add(found);
      if (isTree(options) && page.isEnough) break;
    }
    return { entries: page.entries, total: page.total, partlyApplied: chain.partlyApplied() };
  } finally {
    directory.close();
  }
}

function isTree({ depth }: ListOptions): boolean {
  return depth !== undefined && depth > 1;
}

function createWalkOptions(options: ListOptions, chain: IgnoreChain, prefix: string): WalkTreeOptions {
  const depth = resolveWholeNumber({ name: "depth", value: options.depth, least: 1, most: MAX_LIST_DEPTH }, 1);
  const patterns = compilePathRules(options.ignore ?? []);
  const unwanted = (path: string, { type }: NodeEntry): boolean => patterns.decide(path, type === "dir") === "ignored";
  return {
    chain,
    includeIgnored: options.includeIgnored === true ? "marked" : false,
    maxDepth: depth - 1,
    order: directoriesFirst,
    isUnwanted: (options.ignore ?? []).length === 0 ? undefined : unwanted,
    isWorthEntering: (path, rules) => !rules.isIgnored(prefix + path, true),
    signal: options.signal,
  };
}

/** Lists one page of a directory. */
export async function listDirectory(gate: Gate, path: string, options: ListOptions): Promise<ListResult> {
  return gate.access({ path, intent: "list", signal: options.signal }, async ({ place, facts }) => {
    if (isTree(options)) assertNothingClosedBelow(place);
    const { entries, total, partlyApplied } = await collectListing(gate, place, options);
    facts.count = entries.length;
    return {
      entries,
      total,
      truncated: (options.offset ?? 0) + entries.length < total,
      ...describePartlyApplied(place, partlyApplied),
    };
  });
}
