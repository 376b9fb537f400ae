// Transactions in a directory: the contents that they replace first, then their record, then what came of them.

import { join } from "node:path";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { HistoryState } from "../interfaces/workspace-history.js";
import { BlobStore } from "./blob-store.js";
import { FlushList } from "./durable-files.js";
import { contentsOf, InlineContents, type Side } from "./inline-contents.js";
import { type RecordName, RecordStore } from "./record-store.js";
import type { ContentHandle, PendingTransaction, Transaction, TransactionDraft } from "./transaction.js";
import { isEndEvident } from "./transaction-end.js";

/** A transaction that is written down, and that the loss of power may still take away. */
export interface BegunTransaction extends PendingTransaction {
  /** Resolves once what is replaced, and the record that says so, would survive; only then may anything happen. */
  settle(): Promise<void>;
}

/** The two stores of one directory. */
export class DiskJournal {
  readonly blobs: BlobStore;
  readonly records: RecordStore;
  readonly #directory: string;
  readonly #isLasting: boolean;
  #hasBegun = false;

  /** `isLasting` survives the loss of power and keeps new contents too; without it only a way back after a kill. */
  constructor(directory: string, isLasting: boolean) {
    this.blobs = new BlobStore(join(directory, "blobs"));
    this.records = new RecordStore(directory);
    this.#directory = directory;
    this.#isLasting = isLasting;
  }

  /** Writes down what a transaction replaces, and then that it begins. */
  async begin(draft: TransactionDraft): Promise<BegunTransaction> {
    const flushes = new FlushList();
    const inline = new InlineContents();
    for (const content of await addInline(draft, "before", inline)) {
      if (isTurnDue()) await takeTurn();
      await this.blobs.put(content, flushes);
    }
    const large = this.#isLasting ? await addInline(draft, "after", inline) : [];
    const { id, ...name } = this.records.begin(draft, inline, flushes);
    if (!this.#hasBegun) flushes.addDirectory(this.#directory);
    this.#hasBegun = true;
    const isEndFlushed = this.#isLasting && !isEndEvident(draft);
    return {
      id,
      settle: () => this.#settle(name, flushes),
      commit: async () => {
        await this.#putLoosely(large);
        await this.#finish(name, "committed", isEndFlushed);
      },
      abort: (state) => this.#finish(name, state, isEndFlushed),
    };
  }

  /** Reads a transaction that has ended; `undefined` for one that has not, or is damaged or gone. */
  read(name: RecordName): Transaction | undefined {
    const { state } = name;
    const written = state === "prepared" ? undefined : this.records.read(name, this.blobs);
    return written === undefined || state === "prepared" ? undefined : { ...written, state };
  }

  /** Answers what has ended, oldest first, of what had begun at some moment, and of what is newer than a stem. */
  endedSince(begun: readonly RecordName[], last: string): readonly Transaction[] {
    const names = begun.flatMap(({ stem }) => this.records.find(stem) ?? []).toReversed();
    for (const name of this.records.namesNewestFirst()) {
      if (typeof name === "number" || name.stem <= last) break;
      names.unshift(name);
    }
    return names.flatMap((name) => this.read(name) ?? []);
  }

  /** Names the transactions that have begun and not ended. */
  begun(): readonly RecordName[] {
    return this.records.names().filter(({ state }) => state === "prepared");
  }

  async #settle(name: RecordName, flushes: FlushList): Promise<void> {
    if (!this.#isLasting) return;
    try {
      await flushes.flush();
    } catch (error) {
      this.records.remove(name);
      throw error;
    }
  }

  /** Keeps contents that a crash may take away, and that are not worth a failure: only redo and merges need them. */
  async #putLoosely(contents: readonly ContentHandle[]): Promise<void> {
    for (const content of contents) await this.blobs.put(content, new FlushList()).catch(() => {});
  }

  async #finish({ stem }: RecordName, state: HistoryState, isFlushed: boolean): Promise<void> {
    this.records.finish(stem, state);
    if (isFlushed) await this.records.flush();
  }
}

/** Takes what is small into the record; answers what is not. */
async function addInline(
  draft: TransactionDraft,
  side: Side,
  inline: InlineContents,
): Promise<readonly ContentHandle[]> {
  const large: ContentHandle[] = [];
  for (const content of contentsOf(draft, side)) if (!(await inline.add(content))) large.push(content);
  return large;
}
