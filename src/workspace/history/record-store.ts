// The journal of transactions: one file each, whose name says how it stands, and changes by one rename. Behind its first
// line a record holds the small contents of its transaction.

import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "../directories/errno.js";
import { identifyThisProcess, type ProcessIdentity, unlinkIfThere } from "../directories/state-directory.js";
import type { HistoryState } from "../interfaces/workspace-history.js";
import type { BlobStore } from "./blob-store.js";
import { type FlushList, flushDirectory, readFirstLine, readPart, writePrivateFile } from "./durable-files.js";
import type { InlineContents } from "./inline-contents.js";
import { type ContentPlace, formatRecord, parseRecord, type WrittenTransaction } from "./record-form.js";
import type { ContentHandle, TransactionDraft } from "./transaction.js";

/** How a record stands: `prepared` means that its transaction has begun and not ended. */
export type RecordState = "prepared" | HistoryState;

/** Names one record. */
export interface RecordName {
  /** Sequence number and id. */
  readonly stem: string;
  readonly state: RecordState;
}

const RECORD_NAME = /^(?<stem>\d{12}-[0-9a-f-]{36})\.(?<state>prepared|committed|aborted|conflicted)\.json$/;

const STATES: readonly RecordState[] = ["committed", "prepared", "aborted", "conflicted"];

const NUMBER_LENGTH = 12;

const NEWLINE_LENGTH = 1;

function parseName(name: string): readonly RecordName[] {
  const { stem, state } = RECORD_NAME.exec(name)?.groups ?? {};
  return stem === undefined || state === undefined ? [] : [{ stem, state: state as RecordState }];
}

/** Keeps the records in a directory. */
export class RecordStore {
  readonly #path: string;
  readonly #owner: ProcessIdentity = identifyThisProcess();

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Lists the records in the order in which their transactions began. */
  names(): readonly RecordName[] {
    return readdirSync(this.#path)
      .flatMap(parseName)
      .toSorted((a, b) => (a.stem < b.stem ? -1 : 1));
  }

  /** Writes down that a transaction begins, and names what has to be flushed for that to stay. */
  begin(draft: TransactionDraft, inline: InlineContents, flushes: FlushList): RecordName & { readonly id: string } {
    const id = randomUUID();
    const name = { stem: `${this.#nextNumber()}-${id}`, state: "prepared" } as const;
    const path = this.#pathOf(name);
    writePrivateFile(path, formatRecord(draft, inline, { id, owner: this.#owner }));
    flushes.add(path, this.#path);
    return { ...name, id };
  }

  /** Says how a transaction has ended. */
  finish(stem: string, state: HistoryState): void {
    renameSync(this.#pathOf({ stem, state: "prepared" }), this.#pathOf({ stem, state }));
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
    try {
      const line = readFirstLine(this.#pathOf(name));
      const record = parseRecord(line.toString("utf8"), (place) =>
        place.inlineAt === undefined
          ? blobs.handleOf(place.sha256, place.size)
          : this.#inlineHandle(name.stem, place, line.length + NEWLINE_LENGTH + place.inlineAt),
      );
      return name.stem.endsWith(`-${record?.id}`) ? record : undefined;
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  remove(name: RecordName): void {
    unlinkIfThere(this.#pathOf(name));
  }

  /** Finds the number behind the highest that a record has. */
  #nextNumber(): string {
    let last = "";
    for (const name of readdirSync(this.#path)) if (name > last && RECORD_NAME.test(name)) last = name;
    return String(Number(last.slice(0, NUMBER_LENGTH)) + 1).padStart(NUMBER_LENGTH, "0");
  }

  #inlineHandle(stem: string, { sha256, size }: ContentPlace, position: number): ContentHandle {
    const load = async (): Promise<Uint8Array | null> => {
      const bytes = this.#readInline(stem, position, size);
      return bytes !== null && sha256Of(bytes) === sha256 ? bytes : null;
    };
    return { sha256, size, isKept: true, load };
  }

  /** The name of the record may have changed since it was read. */
  #readInline(stem: string, position: number, size: number): Uint8Array | null {
    for (const state of STATES) {
      try {
        return readPart(this.#pathOf({ stem, state }), position, size);
      } catch (error) {
        if (!hasErrno(error, "ENOENT")) throw error;
      }
    }
    return null;
  }

  #pathOf({ state, stem }: RecordName): string {
    return join(this.#path, `${stem}.${state}.json`);
  }
}
