// Which transactions an undo, a redo or a return to a checkpoint is about. Pure.

import { FsError } from "../../errors.js";
import type { UndoTarget } from "../interfaces/workspace-history.js";
import type { Transaction, TransactionSearch } from "./transaction.js";

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

/** Goes through the transactions that are looked for, newest first. */
export type TransactionSource = (search?: TransactionSearch) => AsyncIterable<Transaction>;

/** A transaction, and whether it has been undone since. */
export interface JudgedTransaction {
  readonly transaction: Transaction;
  readonly isUndone: boolean;
}

/**
 * Says of each transaction, newest first, whether it is undone: it is where an odd number of those that revert it is not
 * undone itself. Only what came before is ever reverted, so no damage makes a circle of it.
 */
export async function* judgeUndone(transactions: AsyncIterable<Transaction>): AsyncGenerator<JudgedTransaction> {
  const turnedAround = new Set<string>();
  for await (const transaction of transactions) {
    const { id, reverts = [], state } = transaction;
    const isUndone = turnedAround.has(id);
    const isInForce = (state === "committed") !== isUndone;
    if (isInForce) turnAround(reverts, turnedAround);
    yield { transaction, isUndone };
  }
}

/** Takes ids that are among the undone out of them, and puts the others in. */
export function turnAround(ids: readonly string[], undone: Set<string>): void {
  for (const id of ids) if (!undone.delete(id)) undone.add(id);
}

function isChange({ label, reverts, state }: Transaction): boolean {
  return state === "committed" && label === undefined && reverts === undefined;
}

/**
 * Finds a transaction by its id.
 * @throws {FsError} path_not_found – when it is not remembered
 */
export async function findTransaction(source: TransactionSource, id: string): Promise<JudgedTransaction> {
  for await (const judged of judgeUndone(source({ id }))) if (judged.transaction.id === id) return judged;
  throw createUnknownError(id);
}

async function selectById(source: TransactionSource, id: string): Promise<readonly Transaction[]> {
  const { isUndone, transaction } = await findTransaction(source, id);
  const isDone = transaction.state === "committed" && transaction.label === undefined;
  if (!isDone || isUndone) throw createNothingError("undo");
  return [transaction];
}

/** Collects the changes that are not undone, newest first, until there are enough. */
async function collectOpen(transactions: AsyncIterable<Transaction>, count: number): Promise<readonly Transaction[]> {
  const open: Transaction[] = [];
  for await (const { isUndone, transaction } of judgeUndone(transactions)) {
    if (isChange(transaction) && !isUndone) open.push(transaction);
    if (open.length >= count) break;
  }
  return open;
}

async function selectNewest(source: TransactionSource, count: number): Promise<readonly Transaction[]> {
  if (!(Number.isSafeInteger(count) && count > 0)) {
    throw new FsError("parse_error", "the number of changes to undo must be a whole number of at least 1");
  }
  const open = await collectOpen(source(), count);
  if (open.length === count) return open;
  if (open.length === 0) throw createNothingError("undo");
  throw new FsError("no_change", `only ${open.length} of ${count} changes can be undone`, {
    hint: `Undo ${open.length} at most, or list the history to see what is remembered.`,
  });
}

/**
 * Selects what an undo is about, newest first.
 * @throws {FsError} no_change, path_not_found, parse_error
 */
export async function selectForUndo(source: TransactionSource, target: UndoTarget): Promise<readonly Transaction[]> {
  if (typeof target === "string") return selectById(source, target);
  if (typeof target === "number") return selectNewest(source, target);
  const { toolCallId } = target;
  const open = await collectOpen(source({ toolCallId }), Number.POSITIVE_INFINITY);
  const ofCall = open.filter(({ context }) => context.toolCallId === toolCallId);
  if (ofCall.length === 0) throw createNothingError("undo");
  return ofCall;
}

/**
 * Selects the newest undo that was not redone.
 * @throws {FsError} no_change
 */
export async function selectForRedo(source: TransactionSource): Promise<readonly Transaction[]> {
  for await (const { isUndone, transaction } of judgeUndone(source({}))) {
    const { reverts, state, tool } = transaction;
    if (state === "committed" && reverts !== undefined && tool !== "redo" && !isUndone) return [transaction];
  }
  throw createNothingError("redo");
}

/**
 * Selects everything that happened since a checkpoint, newest first, undos and redos included.
 * @throws {FsError} no_change, path_not_found
 */
export async function selectSince(source: TransactionSource, checkpoint: string): Promise<readonly Transaction[]> {
  const since: Transaction[] = [];
  for await (const transaction of source()) {
    const { id, label, state } = transaction;
    if (label !== undefined && (label === checkpoint || id === checkpoint)) {
      if (since.length === 0) throw createNothingError("restore");
      return since;
    }
    if (label === undefined && state === "committed") since.push(transaction);
  }
  throw createUnknownError(checkpoint);
}
