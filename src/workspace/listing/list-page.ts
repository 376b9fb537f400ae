// Lists one page of one directory: reads all of it, but sorts and describes no more than the page.

import { compilePathRules } from "../../search/ignore-rules.js";
import type { NodeEntry } from "../directories/directory.js";
import { isTemporaryName } from "../directories/temporary-files.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { ListEntry } from "../interfaces/workspace.js";
import { FirstEntries } from "./first-entries.js";
import { describeEntry, directoriesFirst, type Listing, type ListingRequest, prefixOf } from "./listing.js";

/** Entries between two looks at the clock, since ignore rules may take milliseconds for each. */
const ENTRIES_PER_LOOK = 8;

/** Gives the event loop its turns while something goes on in steps. */
async function finishSteps<Result>(
  steps: Generator<undefined, Result, void>,
  { options }: ListingRequest,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (isTurnDue()) await takeTurn(options.signal);
  }
}

/** Makes the test that tells which entries are neither shown nor counted. */
function createFilter(request: ListingRequest): (entry: NodeEntry) => boolean {
  const { includeIgnored, ignore = [] } = request.options;
  const isIgnored = includeIgnored === true ? () => false : request.chain.createFilter(prefixOf(request));
  const decide = compilePathRules(ignore).decideIn("");
  const isUnwanted =
    ignore.length === 0 ? () => false : ({ name, type }: NodeEntry) => decide(name, type === "dir") === "ignored";
  return (entry) => isIgnored(entry) || isUnwanted(entry) || isTemporaryName(entry.name);
}

async function collectFirst(request: ListingRequest): Promise<FirstEntries> {
  const { options } = request;
  const isHidden = createFilter(request);
  const first = new FirstEntries(request.offset + request.limit, directoriesFirst);
  for (const batch of request.directory.entryBatches()) {
    for (const [index, entry] of batch.entries()) {
      if (index % ENTRIES_PER_LOOK === 0 && isTurnDue()) await takeTurn(options.signal);
      if (!isHidden(entry)) first.add(entry);
    }
    if (first.isFull) await finishSteps(first.letGo(undefined), request);
  }
  return first;
}

/** Lists one page of a single directory. */
export async function listPage(request: ListingRequest): Promise<Listing> {
  const { directory, offset, options, chain } = request;
  const first = await collectFirst(request);
  const isMarked = options.includeIgnored === true ? chain.createFilter(prefixOf(request)) : () => false;
  const entries: ListEntry[] = [];
  for (const entry of await finishSteps(first.finish(offset, undefined), request)) {
    if (isTurnDue()) await takeTurn(options.signal);
    const described = describeEntry(directory, entry, entry.name);
    entries.push(isMarked(entry) ? { ...described, ignored: true } : described);
  }
  return { entries, total: first.total };
}
