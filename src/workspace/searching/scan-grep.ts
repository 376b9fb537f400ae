// Search by reading: each file of a walk is opened by the boundary and scanned by the linear matcher.

import { HitPage } from "../../search/hit-page.js";
import { createLineMatcher } from "../../search/line-matcher.js";
import type { FileSearch } from "../../search/scan-file.js";
import type { Directory, OpenFile } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { describePartlyApplied, type PartlyApplied } from "../ignoring/partly-applied.js";
import type { GrepResult } from "../interfaces/workspace.js";
import { chainAt, holdPlaceDirectory } from "../listing/list-operations.js";
import { type WalkedRun, walkTree } from "../listing/walk-tree.js";
import { showPath } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";
import { openPlaceFile } from "../reading/read-operations.js";
import { createHardPartSearch } from "../threads/hard-part-search.js";
import { type GrepRequest, resolvePageOptions } from "./grep-request.js";
import { createSearchClock } from "./search-clock.js";
import { describeSkip, searchOpenFile } from "./search-file.js";

interface OpenableFile {
  readonly path: string;
  readonly isNamed: boolean;
  open(): OpenFile;
}

/** Adds the hits of one file, or the reason why it could not be read. */
async function collectFile(file: OpenableFile, search: FileSearch, request: GrepRequest): Promise<void> {
  const { path, isNamed } = file;
  let opened: OpenFile | undefined;
  try {
    opened = file.open();
    await searchOpenFile({ file: opened, path, isNamed }, search, request.signal);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    if (!hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "ESTALE")) search.page.skip(path, describeSkip(error));
  } finally {
    opened?.close();
  }
}

async function createFileSearch(request: GrepRequest): Promise<FileSearch> {
  const { mode, context, maxBytesPerLine } = request;
  return {
    matcher: await createLineMatcher(request.pattern, request),
    page: new HitPage(resolvePageOptions(request)),
    clock: createSearchClock(request),
    hardParts: createHardPartSearch(request),
    mode,
    context,
    maxBytesPerLine,
  };
}

/** Searches the files of a run, each by the directory that the walk holds; answers whether the walk is to go on. */
async function searchRun(run: WalkedRun, place: Place, { request, search }: ScanOfTree): Promise<boolean> {
  for (const { directory, entry, path } of run) {
    const below = path.split("/");
    if (entry.type !== "file" || !request.isWanted(below)) continue;
    if (!(await search.clock.tick())) {
      search.page.endInTime();
      return false;
    }
    const shown = showPath(place.root, [...place.components, ...below]);
    await collectFile({ path: shown, isNamed: false, open: () => directory.openFile(entry.name) }, search, request);
    if (search.page.isFull) return false;
  }
  return true;
}

/** Walks below a place and searches what is wanted, in the order of paths, until the page is full or time is over. */
async function searchBelow(gate: Gate, place: Place, scan: ScanOfTree): Promise<PartlyApplied> {
  const { request } = scan;
  const directory = holdPlaceDirectory(place);
  try {
    const chain = chainAt(gate, place, directory);
    await searchWalk(gate, place, { ...scan, directory, chain });
    return request.includeIgnored ? {} : describePartlyApplied(place, chain.partlyApplied());
  } finally {
    directory.close();
  }
}

interface WalkedScan extends ScanOfTree {
  readonly directory: Directory;
  readonly chain: IgnoreChain;
}

async function searchWalk(gate: Gate, place: Place, scan: WalkedScan): Promise<void> {
  const { request, search, directory, chain } = scan;
  const runs = walkTree(directory, place.components, {
    chain,
    includeIgnored: request.includeIgnored,
    maxDepth: gate.parts.limits.maxWalkDepth,
    onSkipped: (components, reason) => search.page.skip(showPath(place.root, components), reason),
    signal: request.signal,
  });
  for (const run of runs) {
    if (!(await search.clock.tick())) {
      search.page.endInTime();
      return;
    }
    if (!(await searchRun(run, place, scan))) return;
  }
}

interface ScanOfTree {
  readonly request: GrepRequest;
  readonly search: FileSearch;
}

/** Searches a file, or every file below a directory, in the order of paths. */
export async function grepByScan(gate: Gate, place: Place, request: GrepRequest): Promise<GrepResult> {
  const search = await createFileSearch(request);
  if (place.node?.type === "dir") {
    const partlyApplied = await searchBelow(gate, place, { request, search });
    return { ...search.page.finish(), ...partlyApplied };
  }
  await collectFile({ path: place.path, isNamed: true, open: () => openPlaceFile(place) }, search, request);
  return search.page.finish();
}
