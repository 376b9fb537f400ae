// Which transactions an undo, a redo or a return to a checkpoint is about. Pure.

import { FsError } from "../../errors.js";
import type { UndoTarget } from "../interfaces/workspace-history.js";
import type { Transaction } from "./transaction.js";

/** Makes the error for a history that has nothing to take back. */
export function createNothingError(what: "undo" | "redo" | "restore"): FsError {
  return new FsError("no_change", `there is nothing to ${what}`, {
    hint: "Only changes that were made through the workspace are remembered, and only the latest of them.",
  });
}

function createUnknownError(name: string): FsError {
  return new FsError("path_not_found", `the history knows no ${JSON.stringify(name)}`, {
    hint: "List the history to see what is remembered; the oldest entries are forgotten.",
  });
}

/** Finds the transactions that are undone: each undo turns what it reverts around, and so does an undo of the undo. */
export function findUndone(transactions: readonly Transaction[]): ReadonlySet<string> {
  const undone = new Set<string>();
  // Only what came before can be reverted, so that no damage makes a circle of it.
  const revertedBy = new Map<string, readonly string[]>();
  const turnAround = (id: string): void => {
    if (!undone.delete(id)) undone.add(id);
    revertedBy.get(id)?.forEach(turnAround);
  };
  for (const { id, reverts = [], state } of transactions) {
    if (state === "committed") reverts.forEach(turnAround);
    revertedBy.set(
      id,
      reverts.filter((reverted) => revertedBy.has(reverted)),
    );
  }
  return undone;
}

function isChange({ label, reverts, state }: Transaction): boolean {
  return state === "committed" && label === undefined && reverts === undefined;
}

function newestFirst(transactions: readonly Transaction[]): readonly Transaction[] {
  return transactions.toReversed();
}

/**
 * Finds a transaction by its id.
 * @throws {FsError} path_not_found – when it is not remembered
 */
export function findTransaction(transactions: readonly Transaction[], id: string): Transaction {
  const found = transactions.find((transaction) => transaction.id === id);
  if (found === undefined) throw createUnknownError(id);
  return found;
}

function selectById(transactions: readonly Transaction[], id: string): readonly Transaction[] {
  const found = findTransaction(transactions, id);
  const isDone = found.state === "committed" && found.label === undefined;
  if (!isDone || findUndone(transactions).has(id)) throw createNothingError("undo");
  return [found];
}

function selectNewest(open: readonly Transaction[], count: number): readonly Transaction[] {
  if (!(Number.isSafeInteger(count) && count > 0)) {
    throw new FsError("parse_error", "the number of changes to undo must be a whole number of at least 1");
  }
  if (open.length >= count) return open.slice(0, count);
  if (open.length === 0) throw createNothingError("undo");
  throw new FsError("no_change", `only ${open.length} of ${count} changes can be undone`, {
    hint: `Undo ${open.length} at most, or list the history to see what is remembered.`,
  });
}

/**
 * Selects what an undo is about, newest first.
 * @throws {FsError} no_change, path_not_found, parse_error
 */
export function selectForUndo(transactions: readonly Transaction[], target: UndoTarget): readonly Transaction[] {
  if (typeof target === "string") return selectById(transactions, target);
  const undone = findUndone(transactions);
  const open = newestFirst(transactions).filter((one) => isChange(one) && !undone.has(one.id));
  if (typeof target === "number") return selectNewest(open, target);
  const ofCall = open.filter(({ context }) => context.toolCallId === target.toolCallId);
  if (ofCall.length === 0) throw createNothingError("undo");
  return ofCall;
}

/**
 * Selects the newest undo that was not redone.
 * @throws {FsError} no_change
 */
export function selectForRedo(transactions: readonly Transaction[]): readonly Transaction[] {
  const undone = findUndone(transactions);
  const found = newestFirst(transactions).find(
    ({ id, reverts, state, tool }) =>
      state === "committed" && reverts !== undefined && tool !== "redo" && !undone.has(id),
  );
  if (found === undefined) throw createNothingError("redo");
  return [found];
}

/**
 * Selects everything that happened since a checkpoint, newest first, undos and redos included.
 * @throws {FsError} no_change, path_not_found
 */
export function selectSince(transactions: readonly Transaction[], checkpoint: string): readonly Transaction[] {
  const index = transactions.findLastIndex(
    ({ id, label }) => label !== undefined && (label === checkpoint || id === checkpoint),
  );
  if (index === -1) throw createUnknownError(checkpoint);
  const since = transactions
    .slice(index + 1)
    .filter(({ label, state }) => label === undefined && state === "committed");
  if (since.length === 0) throw createNothingError("restore");
  return newestFirst(since);
}
