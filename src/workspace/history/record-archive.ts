// Older records, sealed in directories of some dozen each. The name of such a directory tells what it weighs and its
// index what is in it, so that neither a write nor an opening reads what lies here. Nothing in it changes any more.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hasErrno } from "../directories/errno.js";
import type { HistoryState } from "../interfaces/workspace-history.js";
import { flushDirectory, writePrivateFile } from "./durable-files.js";
import type { TransactionSearch } from "./transaction.js";

/** A directory of records that have ended. */
export interface Segment {
  readonly path: string;
  /** Sequence numbers of the oldest and the newest record, inclusive; those of two segments may overlap. */
  readonly first: string;
  readonly last: string;
  readonly count: number;
  /** Bytes of contents; one that several of its transactions share counts once. */
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly newestMs: number;
}

/** What is told of a sealed record without reading it. */
export interface SealedRecord {
  readonly stem: string;
  readonly state: HistoryState;
  readonly toolCallId?: string | undefined;
  readonly isReverting: boolean;
}

/** What is told of a segment without reading its records. */
export interface SegmentIndex {
  /** Oldest first. */
  readonly records: readonly SealedRecord[];
  /** Bytes of the contents in files of their own, by hash. */
  readonly blobs: Readonly<Record<string, number>>;
}

/** What is sealed together. */
export interface SegmentDraft extends SegmentIndex {
  readonly bytes: number;
  readonly newestMs: number;
}

const SEGMENT_NAME = /^(?<first>\d{12})-(?<last>\d{12})\.(?<count>\d{1,6})\.(?<bytes>\d{1,16})\.(?<newestMs>\d{1,16})$/;

/** Characters of a sequence number, with which a stem begins. */
export const NUMBER_LENGTH = 12;

const INDEX = "index.json";

/** Stands in an index that names a record which reverts others. */
const REVERTING = `"isReverting":true`;

/** Names what is in a directory; one that is not there holds nothing. Throws the platform's other errors. */
export function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return [];
    throw error;
  }
}

function isSealedRecord(value: unknown): value is SealedRecord {
  const { isReverting, state, stem, toolCallId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const hasCall = toolCallId === undefined || typeof toolCallId === "string";
  return typeof stem === "string" && typeof state === "string" && typeof isReverting === "boolean" && hasCall;
}

function isIndex(value: unknown): value is SegmentIndex {
  const { blobs, records } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const hasBlobs = typeof blobs === "object" && blobs !== null && Object.values(blobs).every(Number.isSafeInteger);
  return hasBlobs && Array.isArray(records) && records.every(isSealedRecord);
}

function readIndexText({ path }: Segment): string {
  return readFileSync(join(path, INDEX), "utf8");
}

/** Keeps sealed records in a directory, which comes into being with the first of them. */
export class RecordArchive {
  readonly #path: string;
  /** Where a segment comes into being; what a killed process has left there goes back to the loose records. */
  readonly #unsealed: string;

  constructor(path: string) {
    this.#path = path;
    this.#unsealed = join(path, "unsealed");
  }

  /** Lists the segments, newest first. */
  segments(): readonly Segment[] {
    const found = listNames(this.#path).flatMap((name): readonly Segment[] => {
      const { bytes, count, first, last, newestMs } = SEGMENT_NAME.exec(name)?.groups ?? {};
      if (first === undefined || last === undefined) return [];
      const numbers = { count: Number(count), bytes: Number(bytes), newestMs: Number(newestMs) };
      return [{ path: join(this.#path, name), first, last, ...numbers }];
    });
    return found.toSorted((a, b) => (a.last < b.last ? 1 : -1));
  }

  /** Answers what a segment tells of its records; `undefined` where that is damaged or gone. */
  readIndex(segment: Segment): SegmentIndex | undefined {
    try {
      const index: unknown = JSON.parse(readIndexText(segment));
      return isIndex(index) ? index : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || hasErrno(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  /** Tells by the mere text of its index that a segment holds nothing that is looked for, which costs little. */
  isBeside({ id, toolCallId }: TransactionSearch, segment: Segment): boolean {
    const sought = [id, toolCallId].flatMap((text) => (text === undefined ? [] : JSON.stringify(text).slice(1)));
    try {
      const text = readIndexText(segment);
      return text.includes(`"records":`) && ![REVERTING, ...sought].some((part) => text.includes(part));
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return false;
      throw error;
    }
  }

  /** Names the directories in which a record may lie that is not loose, in the order in which it comes into them. */
  *directoriesOf(stem: string): Generator<string> {
    const number = stem.slice(0, NUMBER_LENGTH);
    yield this.#unsealed;
    for (const { first, last, path } of this.segments()) if (first <= number && number <= last) yield path;
  }

  /** The directory of records that are on their way into a segment. */
  get unsealed(): string {
    return this.#unsealed;
  }

  /** Moves records out of the directory of the loose ones, the oldest first, and seals them by one rename. */
  seal(loose: string, draft: SegmentDraft): void {
    const { blobs, bytes, newestMs, records } = draft;
    const [first, last] = [records[0]?.stem, records.at(-1)?.stem];
    if (first === undefined || last === undefined) return;
    mkdirSync(this.#unsealed, { recursive: true, mode: 0o700 });
    for (const { state, stem } of records) {
      const name = `${stem}.${state}.json`;
      renameSync(join(loose, name), join(this.#unsealed, name));
    }
    writePrivateFile(join(this.#unsealed, INDEX), [Buffer.from(JSON.stringify({ records, blobs }))]);
    const numbers = `${first.slice(0, NUMBER_LENGTH)}-${last.slice(0, NUMBER_LENGTH)}`;
    renameSync(this.#unsealed, join(this.#path, `${numbers}.${records.length}.${bytes}.${newestMs}`));
  }

  /** Resolves once all that was sealed so far would survive the loss of power. */
  async flush(): Promise<void> {
    await flushDirectory(this.#path);
  }

  /** Brings back what a killed process had begun to seal. */
  reclaim(loose: string): void {
    const names = listNames(this.#unsealed);
    for (const name of names) if (name !== INDEX) renameSync(join(this.#unsealed, name), join(loose, name));
    if (names.length > 0) this.remove({ path: this.#unsealed });
  }

  remove({ path }: Pick<Segment, "path">): void {
    rmSync(path, { recursive: true, force: true });
  }
}
