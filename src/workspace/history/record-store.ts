// The journal of transactions: one file each, whose name says how it stands, and changes by one rename.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasErrno } from "../errno.js";
import { unlinkIfThere } from "../state-directory.js";
import type { BlobStore } from "./blob-store.js";
import { renamePrivateFile, UNFINISHED, writePrivateFile } from "./durable-files.js";
import { formatRecord, parseRecord, type WrittenTransaction } from "./record-form.js";
import type { TransactionDraft } from "./transaction.js";
import type { HistoryState } from "./workspace-history.js";

/** How a record stands: `prepared` means that its transaction has begun and not ended. */
export type RecordState = "prepared" | HistoryState;

/** Names one record. */
export interface RecordName {
  /** Sequence number and id. */
  readonly stem: string;
  readonly state: RecordState;
}

const RECORD_NAME = /^(?<stem>\d{12}-[0-9a-f-]{36})\.(?<state>prepared|committed|aborted|conflicted)\.json$/;

/** A record on its way to the disk. */
export interface StagedRecord {
  readonly id: string;
  /** Gives the record its name; resolves once it has it for good. */
  publish(): Promise<void>;
  readonly stem: string;
}

function parseName(name: string): readonly RecordName[] {
  const { stem, state } = RECORD_NAME.exec(name)?.groups ?? {};
  return stem === undefined || state === undefined ? [] : [{ stem, state: state as RecordState }];
}

/** Keeps the records in a directory. */
export class RecordStore {
  readonly #path: string;
  readonly #isDurable: boolean;

  constructor(path: string, isDurable: boolean) {
    this.#path = path;
    this.#isDurable = isDurable;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Lists the records in the order in which their transactions began. */
  names(): readonly RecordName[] {
    return readdirSync(this.#path)
      .flatMap(parseName)
      .toSorted((a, b) => (a.stem < b.stem ? -1 : 1));
  }

  /** Writes a record down under a name that does not count yet. */
  async stage(draft: TransactionDraft): Promise<StagedRecord> {
    const id = randomUUID();
    const unfinished = join(this.#path, `${randomBytes(12).toString("hex")}${UNFINISHED}`);
    const last = Number(this.names().at(-1)?.stem.slice(0, 12) ?? "0");
    const stem = `${String(last + 1).padStart(12, "0")}-${id}`;
    await writePrivateFile(unfinished, formatRecord(draft, id), this.#isDurable);
    const target = this.#pathOf({ stem, state: "prepared" });
    const flush = { directory: this.#path, isDurable: this.#isDurable };
    return { id, stem, publish: () => renamePrivateFile(unfinished, target, flush) };
  }

  /** Says how a transaction has ended. */
  async finish(stem: string, state: HistoryState): Promise<void> {
    const flush = { directory: this.#path, isDurable: this.#isDurable };
    await renamePrivateFile(this.#pathOf({ stem, state: "prepared" }), this.#pathOf({ stem, state }), flush);
  }

  /**
   * Reads a record; `undefined` for one that is damaged or gone. One that cannot be read just now is neither: it throws as
   * the system does, so that nothing is forgotten for want of a file handle.
   */
  read(name: RecordName, blobs: BlobStore): WrittenTransaction | undefined {
    try {
      const record = parseRecord(readFileSync(this.#pathOf(name), "utf8"), blobs);
      return name.stem.endsWith(`-${record?.id}`) ? record : undefined;
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  remove(name: RecordName): void {
    unlinkIfThere(this.#pathOf(name));
  }

  /** Removes what never got its name. */
  sweepUnfinished(): void {
    for (const name of readdirSync(this.#path)) if (name.endsWith(UNFINISHED)) unlinkIfThere(join(this.#path, name));
  }

  #pathOf({ state, stem }: RecordName): string {
    return join(this.#path, `${stem}.${state}.json`);
  }
}
