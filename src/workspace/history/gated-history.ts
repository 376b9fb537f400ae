// The history of a workspace as one request sees it: what it takes back goes through the one gate, as one transaction.

import { FsError } from "../../errors.js";
import { READ_FILE_SIZE_CAP } from "../../limits.js";
import { resolveWholeNumber } from "../gate/call-arguments.js";
import type { Gate } from "../gate/gate.js";
import { isStartDue, takeTurn } from "../gate/take-turns.js";
import type { CallOptions } from "../interfaces/workspace-files.js";
import type {
  HistoryEntry,
  ListHistoryOptions,
  UndoResult,
  UndoTarget,
  WorkspaceHistory,
} from "../interfaces/workspace-history.js";
import { splitPath } from "../paths/paths.js";
import { findRoot, isClosed, type Scope, showPath, startOf } from "../paths/scope.js";
import { applyChanges } from "./apply-changes.js";
import { describeTransaction, describeUndo, diffTransaction } from "./describe-transaction.js";
import { toGivenPath } from "./rooted-path.js";
import {
  findTransaction,
  judgeUndone,
  selectForRedo,
  selectForUndo,
  selectSince,
  type TransactionSource,
} from "./select-transactions.js";
import { beginTransaction } from "./track.js";
import type { RootedPath, TrackedChange, Transaction, TransactionSearch } from "./transaction.js";

/** Characters of the label of a checkpoint at most. */
const MAX_LABEL_LENGTH = 200;

interface Reversal {
  readonly tool: "undo" | "redo" | "restore";
  readonly verb: string;
  readonly transactions: readonly Transaction[];
}

function isRename(change: TrackedChange): boolean {
  return change.renamedFrom !== undefined;
}

function assertLabel(label: string): void {
  if (typeof label === "string" && label.trim() !== "" && label.length <= MAX_LABEL_LENGTH) return;
  throw new FsError("parse_error", `the label of a checkpoint must have 1 to ${MAX_LABEL_LENGTH} characters`);
}

/** Answers how the request names a path; `undefined` for one that it does not reach. */
function findShownPath(scope: Scope, { components, root }: RootedPath): string | undefined {
  const found = findRoot(scope, [...splitPath(root), ...components]);
  if (found === undefined) return undefined;
  const inRoot = [...startOf(found.root), ...found.components];
  return isClosed(found.root, inRoot) ? undefined : showPath(found.root, inRoot);
}

/** Answers a transaction in the names of the request; `undefined` when it does not reach the whole of it. */
function seeFrom(scope: Scope, transaction: Transaction): Transaction | undefined {
  const names = new Map<string, string>();
  for (const change of transaction.changes) {
    const { movedFrom, renamedFrom } = change;
    const path = findShownPath(scope, change);
    const origin = renamedFrom === undefined ? "" : findShownPath(scope, renamedFrom);
    if (path === undefined || origin === undefined) return undefined;
    names.set(change.path, path);
    if (movedFrom !== undefined && renamedFrom !== undefined) names.set(movedFrom, origin);
  }
  const changes = transaction.changes.map((change) => ({
    ...change,
    path: names.get(change.path) ?? change.path,
    ...(change.movedFrom === undefined ? {} : { movedFrom: names.get(change.movedFrom) ?? change.movedFrom }),
  }));
  return { ...transaction, changes };
}

/** Goes through what lies in the scope of the request, as a whole; of the rest it learns nothing. */
async function* listInScope({ parts, scope }: Gate, search?: TransactionSearch): AsyncGenerator<Transaction> {
  for await (const transaction of parts.log.newestFirst(search)) {
    const seen = seeFrom(scope, transaction);
    if (seen !== undefined) yield seen;
  }
}

class GatedHistory implements WorkspaceHistory {
  readonly #gate: Gate;
  readonly #newestFirst: TransactionSource;

  constructor(gate: Gate) {
    this.#gate = gate;
    this.#newestFirst = (search) => listInScope(gate, search);
  }

  list(options: ListHistoryOptions = {}): Promise<readonly HistoryEntry[]> {
    return this.#whileOpen(async () => {
      const { limit: value } = options;
      const limit = resolveWholeNumber({ name: "limit", value, least: 1 }, Number.MAX_SAFE_INTEGER);
      const entries: HistoryEntry[] = [];
      for await (const { isUndone, transaction } of judgeUndone(this.#newestFirst())) {
        entries.push(describeTransaction(transaction, isUndone));
        if (entries.length === limit) break;
      }
      return entries;
    });
  }

  diff(id: string): Promise<string> {
    return this.#whileOpen(async () => diffTransaction((await findTransaction(this.#newestFirst, id)).transaction));
  }

  undo(target: UndoTarget = 1, options: CallOptions = {}): Promise<UndoResult> {
    return this.#whileOpen(async () => {
      const transactions = await selectForUndo(this.#newestFirst, target);
      const isRedo = transactions.every(({ reverts }) => reverts !== undefined);
      const named = isRedo ? ({ tool: "redo", verb: "Redid" } as const) : ({ tool: "undo", verb: "Undid" } as const);
      return this.#revert({ ...named, transactions }, options);
    });
  }

  redo(options: CallOptions = {}): Promise<UndoResult> {
    return this.#whileOpen(async () => {
      const transactions = await selectForRedo(this.#newestFirst);
      return this.#revert({ tool: "redo", verb: "Redid", transactions }, options);
    });
  }

  checkpoint(label: string): Promise<string> {
    return this.#whileOpen(async () => {
      assertLabel(label);
      const pending = await beginTransaction(this.#gate, { tool: "checkpoint", label, changes: [] });
      if (pending.id === undefined) throw new FsError("no_change", "the workspace keeps no history");
      await pending.commit();
      return pending.id;
    });
  }

  restoreTo(checkpoint: string, options: CallOptions = {}): Promise<UndoResult> {
    return this.#whileOpen(async () => {
      const transactions = await selectSince(this.#newestFirst, checkpoint);
      return this.#revert({ tool: "restore", verb: "Took back", transactions }, options);
    });
  }

  /** Refuses a workspace that is closed, and keeps it from being closed until the step is done. */
  async #whileOpen<Result>(step: () => Promise<Result>): Promise<Result> {
    const { activity } = this.#gate.parts;
    activity.begin();
    try {
      if (isStartDue()) await takeTurn();
      return await step();
    } finally {
      activity.end();
    }
  }

  async #revert(reversal: Reversal, options: CallOptions): Promise<UndoResult> {
    const ids = reversal.transactions.map(({ id }) => id);
    const renames = reversal.transactions.flatMap(({ changes }) => changes.filter(isRename));
    const [rename] = renames;
    const files =
      rename === undefined
        ? await this.#revertFiles(reversal, ids, options)
        : await this.#revertRename(reversal, rename, { ids, options });
    return { ids, files, message: describeUndo(reversal.verb, ids, files) };
  }

  async #revertFiles(
    { tool, transactions }: Reversal,
    reverts: readonly string[],
    { signal }: CallOptions,
  ): Promise<UndoResult["files"]> {
    const { planUndo } = await import("./plan-undo.js");
    const { changes, directories } = await planUndo(this.#gate, transactions, {
      newestFirst: this.#newestFirst,
      signal,
    });
    const request = { changes, directories, reverts, maxBytes: READ_FILE_SIZE_CAP };
    const { files } = await applyChanges(this.#gate, { ...request, options: { createParents: true, tool, signal } });
    return files.map(({ operation, path }) => ({ operation, path }));
  }

  /** Takes a directory back to where it was, with everything that is in it now. */
  async #revertRename(
    { tool, transactions }: Reversal,
    rename: TrackedChange,
    { ids, options }: { readonly ids: readonly string[]; readonly options: CallOptions },
  ): Promise<UndoResult["files"]> {
    if (transactions.length > 1 || rename.renamedFrom === undefined) {
      throw new FsError("patch_conflict", `${rename.path}: a moved directory is taken back only by itself`, {
        path: rename.path,
        hint: "Nothing was changed. Undo one change at a time.",
      });
    }
    const paths = { path: toGivenPath(rename), targetPath: toGivenPath(rename.renamedFrom) };
    const { movePath } = await import("../writing/transfer-operations.js");
    await movePath(this.#gate, paths, { ...options, createParents: true, tracking: { tool, reverts: ids } });
    return [{ operation: "move", path: rename.movedFrom ?? rename.path }];
  }
}

/** Makes the history behind a gate. */
export function createWorkspaceHistory(gate: Gate): WorkspaceHistory {
  return new GatedHistory(gate);
}
