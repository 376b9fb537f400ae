// The journal of transactions: one file each, whose name says how it stands, and changes by one rename. Behind its first
// line a record holds the small contents of its transaction. Older ones are moved into the archive.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "../directories/errno.js";
import { identifyThisProcess, type ProcessIdentity, unlinkIfThere } from "../directories/state-directory.js";
import type { HistoryState } from "../interfaces/workspace-history.js";
import type { BlobStore } from "./blob-store.js";
import { type FlushList, flushDirectory, readFirstLine, readPart, writePrivateFile } from "./durable-files.js";
import type { InlineContents } from "./inline-contents.js";
import { listNames, NUMBER_LENGTH, RecordArchive, type SealedRecord, type Segment } from "./record-archive.js";
import { type ContentPlace, formatRecord, parseRecord, type WrittenTransaction } from "./record-form.js";
import type { ContentHandle, TransactionDraft } from "./transaction.js";

/** How a record stands: `prepared` means that its transaction has begun and not ended. */
export type RecordState = "prepared" | HistoryState;

/** Names one record. */
export interface RecordName {
  /** Sequence number and id. */
  readonly stem: string;
  readonly state: RecordState;
  /** Where it was seen; it may have been moved since. */
  readonly directory: string;
  /** What its segment tells of it. */
  readonly sealed?: SealedRecord | undefined;
}

const RECORD_NAME = /^(?<stem>\d{12}-[0-9a-f-]{36})\.(?<state>prepared|committed|aborted|conflicted)\.json$/;

const STATES: readonly RecordState[] = ["committed", "prepared", "aborted", "conflicted"];

const NEWLINE_LENGTH = 1;

function parseNames(directory: string, names: readonly string[]): readonly RecordName[] {
  return names.flatMap((name) => {
    const { stem, state } = RECORD_NAME.exec(name)?.groups ?? {};
    return stem === undefined || state === undefined ? [] : [{ stem, state: state as RecordState, directory }];
  });
}

function byAge(a: RecordName, b: RecordName): number {
  return a.stem < b.stem ? -1 : 1;
}

/** Keeps the records in a directory. */
export class RecordStore {
  readonly archive: RecordArchive;
  readonly #path: string;
  readonly #owner: ProcessIdentity = identifyThisProcess();

  constructor(directory: string) {
    this.#path = join(directory, "transactions");
    this.archive = new RecordArchive(join(directory, "archive"));
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
  }

  /** The directory of the records that are in no segment. */
  get loose(): string {
    return this.#path;
  }

  /** Lists the loose records in the order in which their transactions began. Those that have not ended are among them. */
  names(): readonly RecordName[] {
    return parseNames(this.#path, readdirSync(this.#path)).toSorted(byAge);
  }

  /** Names all records, the newest first; what has been sealed is looked for when it is asked for. */
  *namesNewestFirst(): Generator<RecordName> {
    const loose = this.names();
    const { unsealed } = this.archive;
    const ahead = [...loose, ...parseNames(unsealed, listNames(unsealed))].toSorted(byAge).toReversed();
    const seen = new Set(ahead.map(({ stem }) => stem));
    yield* ahead;
    for (const segment of this.archive.segments()) {
      for (const name of this.namesIn(segment)) if (!seen.has(name.stem)) yield name;
    }
  }

  /** Names the records of a segment, the newest first. */
  namesIn(segment: Segment): readonly RecordName[] {
    const { path } = segment;
    const index = this.archive.readIndex(segment);
    if (index === undefined) return parseNames(path, listNames(path)).toSorted(byAge).toReversed();
    const named = index.records.flatMap((sealed) =>
      parseNames(path, [`${sealed.stem}.${sealed.state}.json`]).map((name) => ({ ...name, sealed })),
    );
    return named.toReversed();
  }

  /** Writes down that a transaction begins, and names what has to be flushed for that to stay. */
  begin(draft: TransactionDraft, inline: InlineContents, flushes: FlushList): RecordName & { readonly id: string } {
    const id = randomUUID();
    const name = { stem: `${this.#nextNumber()}-${id}`, state: "prepared", directory: this.#path } as const;
    const path = pathOf(name);
    writePrivateFile(path, formatRecord(draft, inline, { id, owner: this.#owner }));
    flushes.add(path, this.#path);
    return { ...name, id };
  }

  /** Says how a transaction has ended. */
  finish(stem: string, state: HistoryState): void {
    const directory = this.#path;
    renameSync(pathOf({ stem, state: "prepared", directory }), pathOf({ stem, state, directory }));
  }

  /** Resolves once all that was said so far would survive the loss of power. */
  async flush(): Promise<void> {
    await flushDirectory(this.#path);
  }

  /**
   * Reads a record; `undefined` for one that is damaged or gone. One that cannot be read just now is neither: it throws as
   * the system does, so that nothing is forgotten for want of a file handle.
   */
  read(name: RecordName, blobs: BlobStore): WrittenTransaction | undefined {
    const line = this.#whereverItIs(name, readFirstLine);
    if (line === undefined) return undefined;
    const record = parseRecord(line.toString("utf8"), (place) =>
      place.inlineAt === undefined
        ? blobs.handleOf(place.sha256, place.size)
        : this.#inlineHandle(name, place, line.length + NEWLINE_LENGTH + place.inlineAt),
    );
    return name.stem.endsWith(`-${record?.id}`) ? record : undefined;
  }

  /** Finds a record wherever it lies now; `undefined` for one that is gone. */
  find(stem: string): RecordName | undefined {
    for (const directory of this.#directoriesOf(stem)) {
      for (const state of STATES) {
        const name = { stem, state, directory };
        if (existsSync(pathOf(name))) return name;
      }
    }
    return undefined;
  }

  remove(name: RecordName): void {
    unlinkIfThere(pathOf(name));
  }

  /** Finds the number behind the highest that a record has. */
  #nextNumber(): string {
    let last = "";
    for (const name of readdirSync(this.#path)) if (name > last && RECORD_NAME.test(name)) last = name;
    const highest = last.slice(0, NUMBER_LENGTH) || this.archive.segments()[0]?.last;
    return String(Number(highest ?? 0) + 1).padStart(NUMBER_LENGTH, "0");
  }

  *#directoriesOf(stem: string): Generator<string> {
    yield this.#path;
    yield* this.archive.directoriesOf(stem);
  }

  #inlineHandle(name: RecordName, { sha256, size }: ContentPlace, position: number): ContentHandle {
    const load = async (): Promise<Uint8Array | null> => {
      const bytes = this.#whereverItIs(name, (path) => readPart(path, position, size));
      return bytes !== undefined && sha256Of(bytes) === sha256 ? bytes : null;
    };
    return { sha256, size, isKept: true, load };
  }

  /** Reads from a record; its name, and the directory that it is in, may have changed since it was seen. */
  #whereverItIs<Result>(name: RecordName, readAt: (path: string) => Result): Result | undefined {
    for (let at: RecordName | undefined = name; at !== undefined; at = this.find(name.stem)) {
      try {
        return readAt(pathOf(at));
      } catch (error) {
        if (!hasErrno(error, "ENOENT")) throw error;
      }
    }
    return undefined;
  }
}

function pathOf({ directory, state, stem }: RecordName): string {
  return join(directory, `${stem}.${state}.json`);
}
