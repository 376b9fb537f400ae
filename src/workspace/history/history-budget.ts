// How much a history keeps, from the options of the operator. No I/O.

import { MAX_HISTORY_BYTES, MAX_HISTORY_TRANSACTIONS, MAX_SNAPSHOT_BYTES, MAX_SNAPSHOT_FILES } from "../../limits.js";
import type { HistoryOptions } from "../interfaces/workspace-history.js";

/** Part of all bytes that one content may take at most. */
const CONTENT_SHARE = 8;

/** Part of all bytes that the contents before a command may take at most, and those after it again. */
const SNAPSHOT_SHARE = 4;

/** Limits a history; all are counted, none is a promise that so much is kept. */
export interface HistoryBudget {
  readonly maxTransactions: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  /** Bytes of one content at most; of a larger one only the hash is kept. */
  readonly maxContentBytes: number;
}

function resolveCount(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`history.${name} must be a whole number above 0`);
}

/**
 * Answers the limits of a history, the given ones in place of the defaults.
 * @throws {TypeError} when one is no whole number above 0
 */
export function resolveHistoryBudget(options: HistoryOptions): HistoryBudget {
  const maxBytes = resolveCount("maxBytes", options.maxBytes, MAX_HISTORY_BYTES);
  return {
    maxTransactions: resolveCount("maxTransactions", options.maxTransactions, MAX_HISTORY_TRANSACTIONS),
    maxBytes,
    maxAgeMs: resolveCount("maxAgeMs", options.maxAgeMs, Number.MAX_SAFE_INTEGER),
    maxContentBytes: Math.floor(maxBytes / CONTENT_SHARE),
  };
}

/** Limits what is looked at around a command. */
export interface SnapshotBudget {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

/**
 * Answers the limits of looking around commands; `null` where that is not wanted.
 * @throws {TypeError} when one is no whole number above 0
 */
export function resolveSnapshotBudget(options: HistoryOptions | false | undefined): SnapshotBudget | null {
  const wanted = options === false ? false : (options?.snapshotBeforeExec ?? false);
  if (wanted === false) return null;
  const given = wanted === true ? {} : wanted;
  const { maxBytes } = resolveHistoryBudget(options || {});
  const bytes = resolveCount("snapshotBeforeExec.maxBytes", given.maxBytes, MAX_SNAPSHOT_BYTES);
  return {
    maxFiles: resolveCount("snapshotBeforeExec.maxFiles", given.maxFiles, MAX_SNAPSHOT_FILES),
    maxBytes: Math.min(bytes, Math.floor(maxBytes / SNAPSHOT_SHARE)),
  };
}
