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
import type { ContentHandle, TransactionDraft, TransactionSearch } from "./transaction.js";

/** How a record stands: `prepared` means that its transaction has begun and not ended. */
export type RecordState = "prepared" | HistoryState;

/** Names one record. */
export interface RecordName {
  /** Sequence number and id. */
  readonly stem: string;
  readonly state: RecordState;
  /** Where it was seen; it may have been moved since. */
  readonly directory: string;
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

/** Tells whether a record may be what is looked for; one that reverts others always is. */
function isSoughtRecord({ isReverting, stem, toolCallId }: SealedRecord, search: TransactionSearch): boolean {
  const isOfCall = search.toolCallId !== undefined && toolCallId === search.toolCallId;
  return isReverting || isOfCall || (search.id !== undefined && stem.endsWith(`-${search.id}`));
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

  /**
   * Names all records, the newest first; what has been sealed is looked for when it is asked for. With a search, sealed
   * ones that neither fit it nor revert others are passed over: a number says how many.
   */
  *namesNewestFirst(search?: TransactionSearch): Generator<RecordName | number> {
    const { archive } = this;
    const loose = [...this.names(), ...parseNames(archive.unsealed, listNames(archive.unsealed))];
    const seen = new Set(loose.map(({ stem }) => stem));
    yield* loose.toSorted(byAge).toReversed();
    for (const segment of archive.segments()) {
      const isBeside = search !== undefined && archive.isBeside(search, segment);
      const names = isBeside ? [segment.count] : this.#namesSought(segment, search);
      for (const name of names) if (typeof name === "number" || !seen.has(name.stem)) yield name;
    }
  }

  /** Names the records of a segment, the newest first, without its index. */
  namesIn({ path }: Segment): readonly RecordName[] {
    return parseNames(path, listNames(path)).toSorted(byAge).toReversed();
  }

  #namesSought(segment: Segment, search: TransactionSearch | undefined): readonly (RecordName | number)[] {
    const index = this.archive.readIndex(segment);
    if (index === undefined) return this.namesIn(segment);
    const named = index.records.flatMap((record): readonly (RecordName | number)[] => {
      const isSought = search === undefined || isSoughtRecord(record, search);
      return isSought ? parseNames(segment.path, [`${record.stem}.${record.state}.json`]) : [1];
    });
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
