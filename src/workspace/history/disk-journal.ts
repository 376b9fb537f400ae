// Transactions in a directory: the contents that they replace first, then their record, then what came of them.

import { join } from "node:path";
import { BlobStore } from "./blob-store.js";
import { type RecordName, RecordStore } from "./record-store.js";
import type { ContentHandle, PendingTransaction, Transaction, TransactionDraft } from "./transaction.js";

/** Answers each content that a transaction replaces, or makes. */
function contentsOf({ changes }: TransactionDraft, side: "before" | "after"): readonly ContentHandle[] {
  return changes.flatMap((change) => {
    const version = change[side];
    return version?.type === "file" && version.content.isKept ? [version.content] : [];
  });
}

/** The two stores of one directory. */
export class DiskJournal {
  readonly blobs: BlobStore;
  readonly records: RecordStore;

  /** `isDurable` survives the loss of power; without it only the death of the process. */
  constructor(directory: string, isDurable: boolean) {
    this.blobs = new BlobStore(join(directory, "blobs"), isDurable);
    this.records = new RecordStore(join(directory, "transactions"), isDurable);
  }

  /** Resolves once whatever is replaced, and the record that says so, would survive. */
  async prepare(draft: TransactionDraft): Promise<PendingTransaction> {
    const outcomes = await Promise.allSettled([
      this.records.stage(draft),
      ...contentsOf(draft, "before").map((content) => this.blobs.put(content)),
    ]);
    const [staged, ...kept] = outcomes;
    for (const outcome of kept) if (outcome.status === "rejected") throw outcome.reason;
    if (staged.status === "rejected") throw staged.reason;
    const { id, publish, stem } = staged.value;
    await publish();
    return {
      id,
      commit: async () => {
        for (const content of contentsOf(draft, "after")) await this.blobs.putLoosely(content);
        await this.records.finish(stem, "committed");
      },
      abort: (state) => this.records.finish(stem, state),
    };
  }

  /** Answers the transactions that have ended, oldest first. */
  ended(): readonly Transaction[] {
    return this.records.names().flatMap((name) => {
      const { state } = name;
      const written = state === "prepared" ? undefined : this.records.read(name, this.blobs);
      return written === undefined || state === "prepared" ? [] : [{ ...written, state }];
    });
  }

  /** Names the transactions that have begun and not ended. */
  begun(): readonly RecordName[] {
    return this.records.names().filter(({ state }) => state === "prepared");
  }
}
