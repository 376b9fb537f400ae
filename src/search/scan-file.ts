// Searches the content of one file and puts what it finds on the page. Reads nothing and waits only for its clock.

import type { HitPage, SearchMode } from "./hit-page.js";
import type { LineMatcher } from "./line-matcher-options.js";
import { type ScanOptions, scanBytes } from "./scan-bytes.js";
import { isPlainlyAbsent, planSearchableContent } from "./searchable-content.js";

/** Keeps a search from holding up others, and from going on for ever. */
export interface SearchClock {
  /** Tells whether others are to have their turn; cheap enough to be asked for each hit. */
  isDue(): boolean;
  /** Gives others their turn if it is due; answers `false` once the time is over, and rejects when the search is aborted. */
  tick(): Promise<boolean>;
}

/** What the files of one search are searched with. */
export interface FileSearch extends ScanOptions {
  readonly matcher: LineMatcher;
  readonly page: HitPage;
  readonly mode: SearchMode;
  readonly clock: SearchClock;
}

/** A file that is searched. */
export interface ScannedFile {
  /** As results name it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The file itself was asked for, so that it is named when it is binary. */
  readonly isNamed: boolean;
}

/** Says of a binary file why it is named although it cannot be shown. */
export const HOLDS_PATTERN_REASON = "binary, but contains the pattern";

const BINARY_REASON = "binary";

const BINARY_REST_REASON = "binary behind its first part";

/** Waits for a turn; the end of the time ends the page. */
async function mayGoOn({ clock, page }: FileSearch): Promise<boolean> {
  if (!clock.isDue() || (await clock.tick())) return true;
  page.endInTime();
  return false;
}

async function addHits(text: Buffer, path: string, search: FileSearch): Promise<number> {
  let hits = 0;
  for (const hit of scanBytes(text, search.matcher, search)) {
    if (hit !== null) {
      hits += 1;
      search.page.add({ path, ...hit });
    }
    if (search.page.isFull || !(await mayGoOn(search))) break;
  }
  return hits;
}

async function countHits(text: Buffer, search: FileSearch, maxHits: number): Promise<number> {
  let hits = 0;
  for (const match of search.matcher.scan(text)) {
    if (match !== null) hits += 1;
    if (hits === maxHits || !(await mayGoOn(search))) break;
  }
  return hits;
}

async function addFile(text: Buffer, path: string, search: FileSearch): Promise<number> {
  if (search.mode === "content") return addHits(text, path, search);
  const isCounted = search.mode === "count";
  const hits = await countHits(text, search, isCounted ? Number.POSITIVE_INFINITY : 1);
  if (hits > 0) search.page.addFile(isCounted ? { path, hits } : { path });
  return hits;
}

async function reportBinary(text: Buffer, { path, isNamed }: ScannedFile, search: FileSearch): Promise<void> {
  const hasPattern = (await countHits(text, search, 1)) > 0;
  if (isNamed) search.page.skip(path, hasPattern ? HOLDS_PATTERN_REASON : BINARY_REASON);
  else if (hasPattern) search.page.skipIfEmpty(path, HOLDS_PATTERN_REASON);
}

/** Searches one file. A binary one has no hits, and is named if it was asked for, or if nothing but it has the pattern. */
export async function scanFile(file: ScannedFile, search: FileSearch): Promise<void> {
  if (!file.isNamed && isPlainlyAbsent(file.bytes, search.matcher)) return;
  const { text, binary } = planSearchableContent(file.bytes);
  if (binary === "all") return reportBinary(text, file, search);
  const hits = await addFile(text, file.path, search);
  if (binary === "rest" && hits > 0) search.page.skip(file.path, BINARY_REST_REASON);
}
