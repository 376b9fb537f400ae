// A history that lasts: in a directory of the operator's, shared by every process that is given the same one.

import { sha256Of } from "../../text/sha256.js";
import { createPathLock, type PathLock } from "../path-lock.js";
import { createProcessLock, type ProcessLock } from "../process-lock.js";
import { DiskJournal } from "./disk-journal.js";
import type { HistoryBudget } from "./history-budget.js";
import type { RecordName } from "./record-store.js";
import type { PendingTransaction, Transaction, TransactionDraft, TransactionLog } from "./transaction.js";

/** Part of the budget that may be exceeded before the oldest transactions are looked for, so that few writes do it. */
const SLACK = 0.2;

/** The lock under which sequence numbers are given out and contents are swept. */
const LOCK_KEY = "history";

interface KeptRecord {
  readonly name: RecordName;
  readonly time: number;
  /** Bytes by hash. */
  readonly contents: ReadonlyMap<string, number>;
}

function contentsOf({ changes }: TransactionDraft): ReadonlyMap<string, number> {
  const contents = new Map<string, number>();
  for (const { after, before } of changes) {
    for (const version of [before, after]) {
      if (version?.content.isKept === true && version.content.sha256 !== null) {
        contents.set(version.content.sha256, version.content.size);
      }
    }
  }
  return contents;
}

/** Keeps transactions in a directory. */
export class DirectoryLog implements TransactionLog {
  readonly isOff = false;
  readonly maxContentBytes: number;
  readonly journal: DiskJournal;
  readonly #budget: HistoryBudget;
  readonly #turns: PathLock = createPathLock();
  readonly #lock: ProcessLock;
  /** Records that were read once, by their stems: what they name never changes. */
  readonly #known = new Map<string, Omit<KeptRecord, "name">>();
  /** What this process has added since it last looked at everything. */
  #bytes = 0;
  #count = 0;

  constructor(directory: string, budget: HistoryBudget, lockTimeoutMs: number) {
    this.#budget = budget;
    this.maxContentBytes = budget.maxContentBytes;
    this.journal = new DiskJournal(directory, true);
    this.#lock = createProcessLock({ path: directory, nameFor: sha256Of }, lockTimeoutMs);
  }

  begin(draft: TransactionDraft): Promise<PendingTransaction> {
    return this.locked(async () => {
      const pending = await this.journal.prepare(draft);
      this.#count += 1;
      for (const bytes of contentsOf(draft).values()) this.#bytes += bytes;
      const { maxBytes, maxTransactions } = this.#budget;
      const isOver = this.#bytes > maxBytes * (1 + SLACK) || this.#count > maxTransactions * (1 + SLACK);
      if (isOver) this.forget();
      return pending;
    });
  }

  async transactions(): Promise<readonly Transaction[]> {
    const oldest = Date.now() - this.#budget.maxAgeMs;
    return this.journal
      .ended()
      .filter(({ time }) => time >= oldest)
      .slice(-this.#budget.maxTransactions);
  }

  /** Runs an operation while no other process begins a transaction or sweeps. */
  locked<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(LOCK_KEY, undefined, () => this.#lock.run(LOCK_KEY, undefined, operation));
  }

  /** Forgets what is over the budget, and removes every content that no transaction has. The caller holds the lock. */
  sweep(): void {
    this.journal.records.sweepUnfinished();
    this.journal.blobs.sweep(new Set(this.forget().keys()));
  }

  /**
   * Forgets the oldest transactions over the budget, with the contents that only they have; answers the contents that
   * stay, in bytes by hash. The caller holds the lock.
   */
  forget(): ReadonlyMap<string, number> {
    const oldestFirst = this.journal.records.names().flatMap((name) => this.#readKept(name));
    const kept = new Set(this.#selectKept(oldestFirst));
    const contents = new Map(Array.from(kept).flatMap((record) => Array.from(record.contents)));
    for (const record of oldestFirst) if (!kept.has(record)) this.#remove(record, contents);
    this.#count = kept.size;
    this.#bytes = Array.from(contents.values()).reduce((sum, bytes) => sum + bytes, 0);
    return contents;
  }

  close(): void {
    this.#lock.close();
  }

  #remove({ contents, name }: KeptRecord, staying: ReadonlyMap<string, number>): void {
    this.journal.records.remove(name);
    this.#known.delete(name.stem);
    for (const sha256 of contents.keys()) if (!staying.has(sha256)) this.journal.blobs.remove(sha256);
  }

  #readKept(name: RecordName): readonly KeptRecord[] {
    const known = this.#known.get(name.stem);
    if (known !== undefined) return [{ name, ...known }];
    const written = this.journal.records.read(name, this.journal.blobs);
    if (written === undefined) {
      this.journal.records.remove(name);
      return [];
    }
    const read = { time: written.time, contents: contentsOf(written) };
    this.#known.set(name.stem, read);
    return [{ name, ...read }];
  }

  /** Walks from the newest to the oldest until the budget is used up; what has not ended always stays. */
  #selectKept(oldestFirst: readonly KeptRecord[]): readonly KeptRecord[] {
    const { maxAgeMs, maxBytes, maxTransactions } = this.#budget;
    const oldest = Date.now() - maxAgeMs;
    const counted = new Set<string>();
    let bytes = 0;
    let count = 0;
    return oldestFirst.toReversed().filter(({ contents, name, time }) => {
      for (const [sha256, size] of contents) {
        if (!counted.has(sha256)) bytes += size;
        counted.add(sha256);
      }
      count += 1;
      return name.state === "prepared" || (count <= maxTransactions && bytes <= maxBytes && time >= oldest);
    });
  }
}
