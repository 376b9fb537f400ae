// A history that lasts: in a directory of the operator's, shared by every process that is given the same one.

import { FsError } from "../../errors.js";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "../directories/errno.js";
import { createPathLock, type PathLock } from "../gate/path-lock.js";
import { createProcessLock, type ProcessLock } from "../gate/process-lock.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { type BegunTransaction, DiskJournal } from "./disk-journal.js";
import type { HistoryBudget } from "./history-budget.js";
import type { RecordName } from "./record-store.js";
import { Retention } from "./retention.js";
import type {
  PendingTransaction,
  Transaction,
  TransactionDraft,
  TransactionLog,
  TransactionSearch,
} from "./transaction.js";

/** The lock under which sequence numbers are given out and contents are swept. */
const LOCK_KEY = "history";

/** Names the failure where somebody has taken the directory away; as it is, it would name the file that is changed. */
function explainGone(error: unknown): unknown {
  if (!hasErrno(error, "ENOENT", "ENOTDIR")) return error;
  return new FsError("io_error", "the directory of the history is not there any more", {
    hint: "Make it again, and open the workspace anew.",
    cause: error,
  });
}

async function whileThere<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw explainGone(error);
  }
}

/** Gives the event loop its turns while something is gone through. */
async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
  for (const item of items) {
    if (isTurnDue()) await takeTurn();
    yield item;
  }
}

/** Keeps transactions in a directory. */
export class DirectoryLog implements TransactionLog {
  readonly isOff = false;
  readonly maxContentBytes: number;
  readonly journal: DiskJournal;
  readonly #budget: HistoryBudget;
  readonly retention: Retention;
  readonly #turns: PathLock = createPathLock();
  readonly #lock: ProcessLock;

  constructor(directory: string, budget: HistoryBudget, lockTimeoutMs: number) {
    this.#budget = budget;
    this.maxContentBytes = budget.maxContentBytes;
    this.journal = new DiskJournal(directory, true);
    this.retention = new Retention(this.journal, budget);
    this.#lock = createProcessLock({ path: directory, nameFor: sha256Of }, lockTimeoutMs);
  }

  async begin(draft: TransactionDraft): Promise<PendingTransaction> {
    const { abort, commit, id, settle } = await whileThere(() => this.#begin(draft));
    await whileThere(settle);
    return { id, commit: () => whileThere(commit), abort: (state) => whileThere(() => abort(state)) };
  }

  async *newestFirst(search?: TransactionSearch): AsyncGenerator<Transaction> {
    let left = this.#budget.maxTransactions;
    try {
      for await (const name of inTurns(this.journal.records.namesNewestFirst(search))) {
        if (left <= 0) return;
        const transaction = typeof name === "number" ? undefined : this.#readRemembered(name);
        if (typeof name === "number") left -= name;
        else if (transaction !== undefined) left -= 1;
        if (transaction !== undefined) yield transaction;
      }
    } catch (error) {
      throw explainGone(error);
    }
  }

  async mark(): Promise<() => Promise<readonly Transaction[]>> {
    const names = await whileThere(async () => this.journal.records.names());
    const begun = names.filter(({ state }) => state === "prepared");
    return () => whileThere(async () => this.journal.endedSince(begun, names.at(-1)?.stem ?? ""));
  }

  /** Runs an operation while no other process begins a transaction or sweeps. */
  locked<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(LOCK_KEY, undefined, () => this.#lock.run(LOCK_KEY, undefined, operation));
  }

  close(): void {
    this.#lock.close();
  }

  #readRemembered(name: RecordName): Transaction | undefined {
    const transaction = this.journal.read(name);
    const isTooOld = transaction !== undefined && transaction.time < Date.now() - this.#budget.maxAgeMs;
    return isTooOld ? undefined : transaction;
  }

  #begin(draft: TransactionDraft): Promise<BegunTransaction> {
    return this.locked(async () => {
      await this.retention.makeRoom(draft);
      return this.journal.begin(draft);
    });
  }
}
