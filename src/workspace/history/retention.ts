// Which transactions of a directory are forgotten, so that what is kept stays within its budget.

import type { DiskJournal } from "./disk-journal.js";
import type { HistoryBudget } from "./history-budget.js";
import { contentsOf, isInline } from "./inline-contents.js";
import type { RecordName } from "./record-store.js";
import type { TransactionDraft } from "./transaction.js";

/** Part of the budget that may be exceeded before the oldest transactions are looked for, so that few writes do it. */
const SLACK = 0.2;

/** What a transaction takes of the budget. */
interface Weight {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Bytes of the contents in the record itself. */
  readonly inlineBytes: number;
  /** Bytes of the contents in files of their own, by hash. */
  readonly blobs: ReadonlyMap<string, number>;
}

interface WeighedRecord extends Weight {
  readonly name: RecordName;
}

function weigh(draft: TransactionDraft, time: number): Weight {
  const contents = [...contentsOf(draft, "before"), ...contentsOf(draft, "after")];
  const blobs = new Map<string, number>();
  let inlineBytes = 0;
  for (const content of contents) {
    if (isInline(content)) inlineBytes += content.size;
    else if (content.sha256 !== null) blobs.set(content.sha256, content.size);
  }
  return { time, inlineBytes, blobs };
}

/** Adds weights up; a content that several transactions share counts once. */
class Sum {
  readonly blobs = new Map<string, number>();
  bytes = 0;
  count = 0;

  add({ blobs, inlineBytes }: Weight): void {
    this.count += 1;
    this.bytes += inlineBytes;
    for (const [sha256, size] of blobs) {
      if (!this.blobs.has(sha256)) this.bytes += size;
      this.blobs.set(sha256, size);
    }
  }
}

/** Forgets the oldest transactions over a budget. Whoever calls it keeps other processes out. */
export class Retention {
  readonly #journal: DiskJournal;
  readonly #budget: HistoryBudget;
  /** Records that were weighed once, by their stems: what they name never changes. */
  readonly #known = new Map<string, Weight>();
  /** What was there at the last look, and what this process has added since. */
  #sum = new Sum();

  constructor(journal: DiskJournal, budget: HistoryBudget) {
    this.#journal = journal;
    this.#budget = budget;
  }

  /** Counts a transaction that is about to begin, and forgets others where that is too much. */
  makeRoom(draft: TransactionDraft): void {
    const { maxBytes, maxTransactions } = this.#budget;
    const weight = weigh(draft, Date.now());
    this.#sum.add(weight);
    const isOver = this.#sum.bytes > maxBytes * (1 + SLACK) || this.#sum.count > maxTransactions * (1 + SLACK);
    if (!isOver) return;
    this.forget();
    this.#sum.add(weight);
  }

  /** Forgets what is over the budget, and removes every content that no transaction has. */
  sweep(): void {
    this.forget();
    this.#journal.blobs.sweep(new Set(this.#sum.blobs.keys()));
  }

  /** Forgets what is over the budget, with the contents that nothing else has. */
  forget(): void {
    const newestFirst = this.#journal.records.names().toReversed();
    const weighed = newestFirst.flatMap((name) => this.#weighRecord(name));
    const isKept = this.#selector();
    const [kept, forgotten] = [new Sum(), [] as WeighedRecord[]];
    for (const record of weighed) {
      if (isKept(record)) kept.add(record);
      else forgotten.push(record);
    }
    for (const record of forgotten) this.#remove(record, kept.blobs);
    this.#sum = kept;
  }

  /** Makes what tells, from the newest record to the oldest, whether it stays; what has not ended always does. */
  #selector(): (record: WeighedRecord) => boolean {
    const { maxAgeMs, maxBytes, maxTransactions } = this.#budget;
    const oldest = Date.now() - maxAgeMs;
    const seen = new Sum();
    return (record) => {
      seen.add(record);
      const isWithin = seen.count <= maxTransactions && seen.bytes <= maxBytes && record.time >= oldest;
      return record.name.state === "prepared" || isWithin;
    };
  }

  #remove({ blobs, name }: WeighedRecord, staying: ReadonlyMap<string, number>): void {
    this.#journal.records.remove(name);
    this.#known.delete(name.stem);
    for (const sha256 of blobs.keys()) if (!staying.has(sha256)) this.#journal.blobs.remove(sha256);
  }

  #weighRecord(name: RecordName): readonly WeighedRecord[] {
    const weight = this.#known.get(name.stem) ?? this.#readWeight(name);
    if (weight === undefined) return [];
    this.#known.set(name.stem, weight);
    return [{ name, ...weight }];
  }

  #readWeight(name: RecordName): Weight | undefined {
    const written = this.#journal.records.read(name, this.#journal.blobs);
    if (written === undefined) this.#journal.records.remove(name);
    return written === undefined ? undefined : weigh(written, written.time);
  }
}
