// Which transactions of a directory are forgotten, so that what is kept stays within its budget, and which are sealed, so
// that no look at the directory costs what is in it.

import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { DiskJournal } from "./disk-journal.js";
import type { HistoryBudget } from "./history-budget.js";
import { contentsOf, isInline } from "./inline-contents.js";
import type { SealedRecord, Segment } from "./record-archive.js";
import type { RecordName } from "./record-store.js";
import type { TransactionDraft } from "./transaction.js";

/** Part of the budget that may be exceeded before the oldest transactions are looked for, so that few writes do it. */
const SLACK = 0.2;

/** Transactions of this process after which the directory is looked at again, so that each look has little to do. */
const LOOK_EVERY = 64;

/** Records of one segment at most, and how many stay loose: a process reads those when it opens the directory. */
const SEGMENT_RECORDS = 64;

/** Part of all bytes from which on a segment takes no further record, since the archive forgets whole segments. */
const SEGMENT_SHARE = 16;

/** What a transaction takes of the budget. */
interface Weight {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Bytes of the contents in the record itself. */
  readonly inlineBytes: number;
  /** Bytes of the contents in files of their own, by hash. */
  readonly blobs: ReadonlyMap<string, number>;
}

interface KnownRecord extends Weight, Pick<SealedRecord, "toolCallId" | "isReverting"> {}

interface WeighedRecord extends KnownRecord {
  readonly name: RecordName;
}

function weigh(draft: TransactionDraft, time: number): KnownRecord {
  const contents = [...contentsOf(draft, "before"), ...contentsOf(draft, "after")];
  const blobs = new Map<string, number>();
  let inlineBytes = 0;
  for (const content of contents) {
    if (isInline(content)) inlineBytes += content.size;
    else if (content.sha256 !== null) blobs.set(content.sha256, content.size);
  }
  const { context, reverts } = draft;
  return { time, inlineBytes, blobs, toolCallId: context.toolCallId, isReverting: reverts !== undefined };
}

/** Adds weights up; a content that several transactions share counts once, and once more for each segment. */
class Sum {
  readonly blobs = new Map<string, number>();
  bytes = 0;
  count = 0;
  newestMs = 0;

  add({ blobs, inlineBytes, time }: Weight): void {
    this.count += 1;
    this.bytes += inlineBytes;
    this.newestMs = Math.max(this.newestMs, time);
    for (const [sha256, size] of blobs) {
      if (!this.blobs.has(sha256)) this.bytes += size;
      this.blobs.set(sha256, size);
    }
  }

  addSegment({ bytes, count }: Segment): void {
    this.count += count;
    this.bytes += bytes;
  }
}

/** What stays and what goes. */
interface Selection {
  /** Newest first. */
  readonly kept: readonly WeighedRecord[];
  readonly keptSegments: readonly Segment[];
  readonly forgotten: readonly WeighedRecord[];
  readonly forgottenSegments: readonly Segment[];
  /** What stays. */
  readonly sum: Sum;
}

/** Forgets the oldest transactions over a budget, and seals older ones. Whoever calls it keeps other processes out. */
export class Retention {
  readonly #journal: DiskJournal;
  readonly #budget: HistoryBudget;
  /** Loose records that were weighed once, by their stems: what they name never changes. */
  #known = new Map<string, KnownRecord>();
  /** What was there at the last look, and what this process has added since. */
  #sum = new Sum();
  #begun = 0;

  constructor(journal: DiskJournal, budget: HistoryBudget) {
    this.#journal = journal;
    this.#budget = budget;
  }

  /** Counts a transaction that is about to begin, and forgets others where that is too much. */
  async makeRoom(draft: TransactionDraft): Promise<void> {
    const { maxBytes, maxTransactions } = this.#budget;
    const weight = weigh(draft, Date.now());
    this.#sum.add(weight);
    this.#begun += 1;
    const isOver = this.#sum.bytes > maxBytes * (1 + SLACK) || this.#sum.count > maxTransactions * (1 + SLACK);
    if (!isOver && this.#begun < LOOK_EVERY) return;
    await this.#look();
    this.#sum.add(weight);
  }

  /** Forgets what is over the budget, and what killed processes have left; contents where all that name them are loose. */
  async sweep(): Promise<void> {
    const { blobs } = this.#journal;
    const { keptSegments, sum } = await this.#look();
    blobs.removeUnfinished();
    if (keptSegments.length > 0) return;
    const named = new Set(sum.blobs.keys());
    for (const part of blobs.parts()) blobs.sweep(part, named);
  }

  async #look(): Promise<Selection> {
    const { records } = this.#journal;
    records.archive.reclaim(records.loose);
    const selection = await this.#select();
    await this.#forget(selection);
    this.#sum = selection.sum;
    this.#begun = 0;
    await this.#seal(selection.kept);
    return selection;
  }

  /** Decides from the newest to the oldest; what has not ended always stays. Of the archive, whole segments go. */
  async #select(): Promise<Selection> {
    const { records } = this.#journal;
    const { maxAgeMs, maxBytes, maxTransactions } = this.#budget;
    const oldest = Date.now() - maxAgeMs;
    const weighed = await this.#weighLoose();
    const [seen, sum] = [new Sum(), new Sum()];
    const isKept = (record: WeighedRecord): boolean => {
      seen.add(record);
      const isWithin = seen.count <= maxTransactions && seen.bytes <= maxBytes && record.time >= oldest;
      return record.name.state === "prepared" || isWithin;
    };
    const isSegmentKept = (segment: Segment): boolean => {
      const hasRoom = seen.count < maxTransactions;
      seen.addSegment(segment);
      return hasRoom && seen.bytes <= maxBytes && segment.newestMs >= oldest;
    };
    const [kept, forgotten] = partition(weighed, isKept);
    const [keptSegments, forgottenSegments] = partition(records.archive.segments(), isSegmentKept);
    for (const record of kept) sum.add(record);
    for (const segment of keptSegments) sum.addSegment(segment);
    return { kept, forgotten, keptSegments, forgottenSegments, sum };
  }

  /** Removes what goes, with the contents that nothing else has. */
  async #forget({ forgotten, forgottenSegments, keptSegments, sum }: Selection): Promise<void> {
    const { blobs, records } = this.#journal;
    const going = [...forgotten.flatMap((record) => [...record.blobs.keys()]), ...this.#blobsOf(forgottenSegments)];
    const named = new Set([...sum.blobs.keys(), ...(going.length > 0 ? this.#blobsOf(keptSegments) : [])]);
    for (const { name } of forgotten) records.remove(name);
    for (const segment of forgottenSegments) {
      if (isTurnDue()) await takeTurn();
      records.archive.remove(segment);
    }
    for (const sha256 of going) if (!named.has(sha256)) blobs.remove(sha256);
  }

  /** Names the contents of segments; where the index of one is damaged, its records tell. */
  #blobsOf(segments: readonly Segment[]): readonly string[] {
    const { blobs, records } = this.#journal;
    return segments.flatMap((segment) => {
      const index = records.archive.readIndex(segment);
      if (index !== undefined) return Object.keys(index.blobs);
      const written = records.namesIn(segment).flatMap((name) => records.read(name, blobs) ?? []);
      return written.flatMap((draft) => [...weigh(draft, draft.time).blobs.keys()]);
    });
  }

  /** Seals the oldest records that have ended, as soon as they fill a segment besides those that stay loose. */
  async #seal(kept: readonly WeighedRecord[]): Promise<void> {
    const { archive, loose } = this.#journal.records;
    const ended = kept.filter(({ name }) => name.state !== "prepared").toReversed();
    let start = 0;
    while (ended.length - start >= 2 * SEGMENT_RECORDS) {
      if (isTurnDue()) await takeTurn();
      const { records, sum } = this.#fillSegment(ended, start);
      archive.seal(loose, { records, blobs: Object.fromEntries(sum.blobs), bytes: sum.bytes, newestMs: sum.newestMs });
      start += records.length;
    }
    if (start > 0) await archive.flush();
  }

  #fillSegment(
    ended: readonly WeighedRecord[],
    start: number,
  ): { readonly records: readonly SealedRecord[]; sum: Sum } {
    const maxBytes = this.#budget.maxBytes / SEGMENT_SHARE;
    const records: SealedRecord[] = [];
    const sum = new Sum();
    for (const record of ended.slice(start, start + SEGMENT_RECORDS)) {
      const { isReverting, name, toolCallId } = record;
      if (name.state === "prepared" || sum.bytes > maxBytes) break;
      records.push({ stem: name.stem, state: name.state, toolCallId, isReverting });
      sum.add(record);
    }
    return { records, sum };
  }

  /** Weighs the loose records, the newest first; what is damaged goes. */
  async #weighLoose(): Promise<readonly WeighedRecord[]> {
    const known = new Map<string, KnownRecord>();
    const weighed: WeighedRecord[] = [];
    for (const name of this.#journal.records.names()) {
      if (isTurnDue()) await takeTurn();
      const weight = this.#known.get(name.stem) ?? this.#readWeight(name);
      if (weight === undefined) continue;
      known.set(name.stem, weight);
      weighed.push({ name, ...weight });
    }
    this.#known = known;
    return weighed.toReversed();
  }

  #readWeight(name: RecordName): KnownRecord | undefined {
    const written = this.#journal.records.read(name, this.#journal.blobs);
    if (written === undefined) this.#journal.records.remove(name);
    return written === undefined ? undefined : weigh(written, written.time);
  }
}

function partition<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const [wanted, others]: [Item[], Item[]] = [[], []];
  for (const item of items) (isWanted(item) ? wanted : others).push(item);
  return [wanted, others];
}
