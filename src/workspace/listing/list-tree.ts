// Lists one page of a small tree of directories, each followed by what is in it.

import { MAX_TREE_ENTRIES } from "../../limits.js";
import { compilePathRules } from "../../search/ignore-rules.js";
import type { NodeEntry } from "../directories/directory.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { ListEntry } from "../interfaces/workspace.js";
import { describeEntry, directoriesFirst, type Listing, type ListingRequest, prefixOf } from "./listing.js";
import { TOO_DEEP, type WalkedEntry, type WalkTreeOptions, walkTree } from "./walk-tree.js";

/** Counts what a walk comes across, and describes what lies on the page. */
class TreePage {
  readonly entries: ListEntry[] = [];
  readonly #offset: number;
  readonly #end: number;
  readonly #isIgnored: (found: WalkedEntry) => boolean;
  total = 0;

  constructor(request: ListingRequest) {
    const prefix = prefixOf(request);
    this.#offset = request.offset;
    this.#end = request.offset + request.limit;
    this.#isIgnored = ({ chain, entry, path }) => {
      return request.options.includeIgnored === true && chain.isIgnored(prefix + path, entry.type === "dir");
    };
  }

  /** Tells that the page is complete, that more follows, and that much has been counted. */
  get isEnough(): boolean {
    return this.total > Math.max(this.#end, MAX_TREE_ENTRIES);
  }

  add(found: WalkedEntry): void {
    if (this.total >= this.#offset && this.total < this.#end) {
      const described = describeEntry(found.directory, found.entry, found.path);
      this.entries.push(this.#isIgnored(found) ? { ...described, ignored: true } : described);
    }
    this.total += 1;
  }
}

function createWalkOptions(request: ListingRequest, maxDepth: number): WalkTreeOptions {
  const { chain, options } = request;
  const { ignore = [], includeIgnored, signal } = options;
  const patterns = compilePathRules(ignore);
  const unwanted = (path: string, { type }: NodeEntry): boolean => patterns.decide(path, type === "dir") === "ignored";
  const prefix = prefixOf(request);
  return {
    chain,
    includeIgnored: includeIgnored === true ? "marked" : false,
    maxDepth,
    order: directoriesFirst,
    isUnwanted: ignore.length === 0 ? undefined : unwanted,
    isWorthEntering: (path, rules) => !rules.isIgnored(prefix + path, true),
    onSkipped: (components, reason) => {
      if (reason !== TOO_DEEP) request.skipped.add(components, reason);
    },
    signal,
  };
}

/** Lists one page of a tree; `maxDepth` tells how many directories below one another are entered at most. */
export async function listTree(request: ListingRequest, maxDepth: number): Promise<Listing> {
  const { directory, components, options } = request;
  const page = new TreePage(request);
  for (const run of walkTree(directory, components, createWalkOptions(request, maxDepth))) {
    if (isTurnDue()) await takeTurn(options.signal);
    for (const found of run) page.add(found);
    if (page.isEnough) break;
  }
  return { entries: page.entries, total: page.total };
}
