// A history that ends with the process: the latest transactions, within a budget of contents.

import { randomUUID } from "node:crypto";
import type { HistoryOptions, HistoryState } from "../interfaces/workspace-history.js";
import { type HistoryBudget, resolveHistoryBudget } from "./history-budget.js";
import {
  NO_LOG,
  type PendingTransaction,
  type Transaction,
  type TransactionDraft,
  type TransactionLog,
} from "./transaction.js";

interface Remembered {
  readonly transaction: Transaction;
  readonly bytes: number;
}

/** Adds up the contents that a transaction keeps in memory. */
function bytesOf({ changes }: TransactionDraft): number {
  return changes.reduce((sum, { before, after }) => {
    const kept = [before?.content, after?.content].filter((content) => content?.isKept === true);
    return sum + kept.reduce((bytes, content) => bytes + (content?.size ?? 0), 0);
  }, 0);
}

class MemoryLog implements TransactionLog {
  readonly isOff = false;
  readonly maxContentBytes: number;
  readonly #budget: HistoryBudget;
  readonly #remembered: Remembered[] = [];
  #bytes = 0;

  constructor(budget: HistoryBudget) {
    this.#budget = budget;
    this.maxContentBytes = budget.maxContentBytes;
  }

  async begin(draft: TransactionDraft): Promise<PendingTransaction> {
    const id = randomUUID();
    return {
      id,
      commit: async () => this.#remember(id, draft, "committed"),
      abort: async (state) => this.#remember(id, draft, state),
    };
  }

  async *newestFirst(): AsyncGenerator<Transaction> {
    this.#forget();
    for (const { transaction } of this.#remembered.toReversed()) yield transaction;
  }

  async mark(): Promise<() => Promise<readonly Transaction[]>> {
    const newest = this.#remembered.at(-1);
    return async () => {
      const start = newest === undefined ? 0 : this.#remembered.lastIndexOf(newest) + 1;
      return this.#remembered.slice(start).map(({ transaction }) => transaction);
    };
  }

  close(): void {
    this.#remembered.length = 0;
  }

  #remember(id: string, draft: TransactionDraft, state: HistoryState): void {
    const transaction: Transaction = { ...draft, id, time: Date.now(), state };
    const bytes = bytesOf(draft);
    this.#remembered.push({ transaction, bytes });
    this.#bytes += bytes;
    this.#forget();
  }

  /** Forgets the oldest over the budget. */
  #forget(): void {
    const { maxTransactions, maxBytes, maxAgeMs } = this.#budget;
    const oldest = Date.now() - maxAgeMs;
    for (let [first] = this.#remembered; first !== undefined; [first] = this.#remembered) {
      const isOver = this.#remembered.length > maxTransactions || this.#bytes > maxBytes;
      if (!isOver && first.transaction.time >= oldest) return;
      this.#bytes -= first.bytes;
      this.#remembered.shift();
    }
  }
}

/**
 * Makes a history in memory; `false` makes one that remembers nothing.
 * @throws {TypeError} when an option is out of its range, or names a directory
 */
export function createHistoryInMemory(options: HistoryOptions | false = {}): TransactionLog {
  if (options === false) return NO_LOG;
  if (options.directory !== undefined) throw new TypeError("history.directory needs a workspace on the disk");
  return new MemoryLog(resolveHistoryBudget(options));
}
