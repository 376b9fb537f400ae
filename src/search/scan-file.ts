// Searches the content of one file and puts what it finds on the page. Reads nothing and waits only for its clock.

import { isAscii } from "node:buffer";
import { decodePieces } from "../text/decode-pieces.js";
import type { SearchMode } from "./grep-result.js";
import { type HardPart, type HardPartSearch, isHardPart } from "./hard-part.js";
import type { HitPage } from "./hit-page.js";
import type { LineMatcher } from "./line-matcher-options.js";
import { type ScanOptions, scanBytes } from "./scan-bytes.js";
import {
  findFirstCandidate,
  planSearchableContent,
  type SearchableContent,
  takeBinaryRest,
  takePlainHead,
} from "./searchable-content.js";

/** Keeps a search from holding up others, and from going on for ever. */
export interface SearchClock {
  /** Tells whether others are to have their turn; cheap enough to be asked for each hit. */
  isDue(): boolean;
  /** Gives others their turn if it is due; answers `false` once the time is over, and rejects when the search is aborted. */
  tick(): Promise<boolean>;
}

/** What the files of one search are searched with. */
export interface FileSearch extends Omit<ScanOptions, "from"> {
  readonly matcher: LineMatcher;
  readonly page: HitPage;
  readonly mode: SearchMode;
  readonly clock: SearchClock;
  readonly hardParts: HardPartSearch;
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

/** Says of a file that it was searched up to its first NUL byte only. */
export const BINARY_REST_REASON = "binary behind its first part";

/** Bytes of UTF-8 that a byte of another encoding becomes at most. */
const MOST_BYTES_PER_BYTE = 3;

/** Lines to be searched. */
interface Lines {
  readonly text: Buffer;
  /** Start of a line in front of which nothing is to be found. */
  readonly from: number;
}

/** Waits for a turn; the end of the time ends the page. */
async function mayGoOn({ clock, page }: FileSearch): Promise<boolean> {
  if (!clock.isDue() || (await clock.tick())) return true;
  page.endInTime();
  return false;
}

/** What was found in some lines. */
interface Found {
  readonly hits: number;
  /** Why not all of them were searched; `null` when they were. */
  readonly unfinished: string | null;
}

/** Has a hard part searched for as many matches as the page takes. */
async function addHardPart(part: HardPart, { hardParts, page }: FileSearch): Promise<string | null> {
  part.answer = await hardParts.find(part, { maxMatches: page.roomLeft, wantsPlaces: true });
  return part.answer.unfinished;
}

async function addHits({ text, from }: Lines, path: string, search: FileSearch): Promise<Found> {
  const { context, maxBytesPerLine } = search;
  let hits = 0;
  let unfinished: string | null = null;
  for (const hit of scanBytes(text, search.matcher, { context, maxBytesPerLine, from })) {
    if (hit !== null && isHardPart(hit)) unfinished = await addHardPart(hit, search);
    else if (hit !== null) {
      hits += 1;
      search.page.add({ path, ...hit });
    }
    if (search.page.isFull || !(await mayGoOn(search))) break;
  }
  return { hits, unfinished: search.page.isFull ? null : unfinished };
}

async function countHits({ text, from }: Lines, search: FileSearch, maxHits: number): Promise<Found> {
  let hits = 0;
  let unfinished: string | null = null;
  for (const match of search.matcher.scan(text, from)) {
    if (match !== null && isHardPart(match)) {
      match.answer = await search.hardParts.find(match, { maxMatches: maxHits - hits, wantsPlaces: false });
      hits += match.answer.count;
      unfinished = match.answer.unfinished;
    } else if (match !== null) hits += 1;
    if (hits >= maxHits) break;
    // A matcher lets others have their turn often enough, so that not each of many hits asks for the time.
    if (match === null && !(await mayGoOn(search))) break;
  }
  return { hits, unfinished: hits >= maxHits ? null : unfinished };
}

async function addFile(lines: Lines, path: string, search: FileSearch): Promise<Found> {
  if (search.mode === "content") return addHits(lines, path, search);
  const isCounted = search.mode === "count";
  const found = await countHits(lines, search, isCounted ? Number.POSITIVE_INFINITY : 1);
  if (found.hits > 0) search.page.addFile(isCounted ? { path, hits: found.hits } : { path });
  return found;
}

async function reportBinary(lines: Lines, { path, isNamed }: ScannedFile, search: FileSearch): Promise<void> {
  const { hits, unfinished } = await countHits(lines, search, 1);
  const hasPattern = hits > 0;
  if (unfinished !== null) search.page.skip(path, unfinished);
  else if (isNamed) search.page.skip(path, hasPattern ? HOLDS_PATTERN_REASON : BINARY_REASON);
  else if (hasPattern) search.page.skipIfEmpty(path, HOLDS_PATTERN_REASON);
}

/** Names a file that is text only up to a NUL byte, if it was asked for, or if there is or may be something behind it. */
async function reportRest(file: ScannedFile, hits: number, search: FileSearch): Promise<void> {
  const { path, isNamed, bytes } = file;
  if (hits > 0) return search.page.skip(path, BINARY_REST_REASON);
  const rest = await countHits({ text: takeBinaryRest(bytes), from: 0 }, search, 1);
  if (isNamed) search.page.skip(path, BINARY_REST_REASON);
  else if (rest.hits > 0) search.page.skipIfEmpty(path, HOLDS_PATTERN_REASON);
}

/** Tells a file that has a match by its first lines, so that no more of it need be looked at. */
async function hasPlainHit({ bytes }: ScannedFile, search: FileSearch, first: number): Promise<boolean> {
  const head = first < 0 ? null : takePlainHead(bytes, first);
  return head !== null && (await countHits({ text: head, from: first }, search, 1)).hits > 0;
}

/** Answers a text in UTF-8; `null` where time was over before all of it was decoded. */
async function toUtf8({ text, format }: SearchableContent, search: FileSearch): Promise<Buffer | null> {
  if (format === null) return text;
  // Its memory is taken when it is written, so that this takes no long moment either.
  const decoded = Buffer.allocUnsafeSlow(MOST_BYTES_PER_BYTE * text.length);
  let length = 0;
  for (const piece of decodePieces(text, format)) {
    length += piece.copy(decoded, length);
    if (!(await mayGoOn(search))) return null;
  }
  return decoded.subarray(0, length);
}

function noteCaveat(text: Buffer, { matcher, page }: FileSearch): void {
  if (matcher.caveat !== undefined && !isAscii(text)) page.note(matcher.caveat);
}

/** Searches one file. A binary one has no hits, and is named if it was asked for, or if nothing but it has the pattern. */
export async function scanFile(file: ScannedFile, search: FileSearch): Promise<void> {
  const first = findFirstCandidate(file.bytes, search.matcher);
  if (first < 0 && !file.isNamed) return;
  if (search.mode === "files" && (await hasPlainHit(file, search, first)))
    return search.page.addFile({ path: file.path });
  const content = planSearchableContent(file.bytes);
  const text = await toUtf8(content, search);
  if (text === null) return;
  noteCaveat(text, search);
  const { binary, firstByte } = content;
  const lines = {
    text,
    from: firstByte === null ? 0 : Math.max(0, (first < 0 ? file.bytes.length : first) - firstByte),
  };
  if (binary === "all") return reportBinary(lines, file, search);
  const { hits, unfinished } = await addFile(lines, file.path, search);
  if (unfinished !== null) search.page.skip(file.path, unfinished);
  else if (binary === "rest") await reportRest(file, hits, search);
}
