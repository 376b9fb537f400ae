// What has to be written so that transactions are as if they had not happened. Files are read, nothing is changed.

import { FsError } from "../../errors.js";
import { foldName } from "../../text/fold-name.js";
import { sha256Of } from "../../text/sha256.js";
import type { Gate } from "../gate/gate.js";
import type { FileChange } from "../interfaces/file-changes.js";
import { splitPath } from "../paths/paths.js";
import { readFile } from "../reading/read-operations.js";
import type { DirectoryChange } from "./change-request.js";
import { type LaterChanges, mergeBack } from "./merge-back.js";
import { toGivenPath } from "./rooted-path.js";
import { judgeUndone, type TransactionSource, turnAround } from "./select-transactions.js";
import { isRestorable, type RootedPath, type TrackedChange, type Transaction, type Version } from "./transaction.js";

/** What an undo comes to; nothing was written. */
export interface UndoPlan {
  readonly changes: readonly FileChange[];
  readonly directories: readonly DirectoryChange[];
}

/** One file as it is, and as it is going to be. */
interface Slot {
  readonly path: string;
  readonly original: Uint8Array | null;
  /** Permission bits that the newest of the changes has left. */
  readonly originalMode: number | undefined;
  current: Uint8Array | null;
  mode: number | undefined;
}

function createLostError({ path }: TrackedChange): FsError {
  return new FsError("patch_conflict", `${path}: what was there before was not kept, so this cannot be undone`, {
    path,
    hint: "Nothing was changed. The file was too large for the history, or is of a kind that it does not keep.",
  });
}

function isVersion(bytes: Uint8Array | null, version: Version | null): boolean {
  if (bytes === null || version === null) return bytes === null && version === null;
  const { sha256, size } = version.content;
  return version.type === "file" && bytes.length === size && sha256 === sha256Of(bytes);
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one === other || Buffer.compare(one, other) === 0;
}

function isChanged({ current, mode, original, originalMode }: Slot): boolean {
  return !isSame(original, current) || (current !== null && mode !== undefined && mode !== originalMode);
}

async function readIfThere(gate: Gate, path: string, signal: AbortSignal | undefined): Promise<Uint8Array | null> {
  try {
    return await readFile(gate, path, { signal });
  } catch (error) {
    if (error instanceof FsError && error.kind === "path_not_found") return null;
    throw error;
  }
}

/** Answers the permission bits to bring back; `undefined` leaves those that the file has by now, of whomever they are. */
function modeBefore({ after, before }: TrackedChange): number | undefined {
  return before?.mode === after?.mode ? undefined : before?.mode;
}

function createElsewhereError({ path }: TrackedChange): FsError {
  return new FsError("patch_conflict", `${path}: a link leads somewhere else now, so this cannot be undone`, {
    path,
    hint: "Nothing was changed. Undo it once the directory is back in the place of the link.",
  });
}

/** Answers one text for all spellings that lead to the same place. */
function foldPath({ components, root }: RootedPath): string {
  return [...splitPath(root), ...components].map(foldName).join("/");
}

/** Sees to it that the path still leads where the change was made, and not through a link that came since. */
function assertSamePlace(gate: Gate, change: TrackedChange): void {
  const place = gate.enterSecond({ path: toGivenPath(change), intent: "stat", keepLastLink: true });
  try {
    const now = foldPath({ root: place.root.path, components: place.components });
    if (now !== foldPath(change)) throw createElsewhereError(change);
  } finally {
    place.release();
  }
}

class UndoPlanner {
  readonly #gate: Gate;
  readonly #signal: AbortSignal | undefined;
  readonly #findSince: () => Promise<readonly Transaction[]>;
  readonly #slots = new Map<string, Slot>();
  readonly #directories = new Map<string, boolean>();

  constructor(gate: Gate, signal: AbortSignal | undefined, findSince: () => Promise<readonly Transaction[]>) {
    this.#gate = gate;
    this.#signal = signal;
    this.#findSince = findSince;
  }

  async takeBack(change: TrackedChange): Promise<void> {
    if (!isRestorable(change.before)) throw createLostError(change);
    assertSamePlace(this.#gate, change);
    const isFile = change.before?.type === "file" || change.after?.type === "file";
    if (isFile) await this.#takeBackFile(change);
    else this.#directories.set(toGivenPath(change), change.before !== null);
  }

  finish(): UndoPlan {
    const changed = Array.from(this.#slots.values()).filter(isChanged);
    const changes = changed.map(({ current, mode, original, path }) => ({
      path,
      expectedSha256: original === null ? null : sha256Of(original),
      content: current,
      fileMode: mode,
    }));
    const directories = Array.from(this.#directories, ([path, isWanted]) => ({ path, isWanted }));
    return { changes, directories };
  }

  async #takeBackFile(change: TrackedChange): Promise<void> {
    const slot = await this.#slotOf(change);
    if (isVersion(slot.current, change.after)) {
      slot.current = await this.#load(change);
      slot.mode = modeBefore(change) ?? slot.mode;
      return;
    }
    if (isVersion(slot.current, change.before)) return;
    slot.current = await mergeBack(change, slot.current, () => this.#findLater(change, slot));
    slot.mode = undefined;
  }

  async #findLater(change: TrackedChange, { original }: Slot): Promise<LaterChanges> {
    const path = foldPath(change);
    const later = (await this.#findSince()).flatMap(({ id, tool, changes }) => {
      const last = changes.findLast((other) => foldPath(other) === path);
      return last === undefined ? [] : [{ id, tool, after: last.after }];
    });
    const newest = later.at(-1);
    return { known: later.reverse(), areMore: newest === undefined || !isVersion(original, newest.after) };
  }

  async #load(change: TrackedChange): Promise<Uint8Array | null> {
    if (change.before === null) return null;
    const bytes = await change.before.content.load();
    if (bytes === null) throw createLostError(change);
    return bytes;
  }

  async #slotOf(change: TrackedChange): Promise<Slot> {
    const path = toGivenPath(change);
    const known = this.#slots.get(path);
    if (known !== undefined) return known;
    const original = await readIfThere(this.#gate, path, this.#signal);
    const originalMode = change.after?.mode;
    const slot: Slot = { path, original, originalMode, current: original, mode: undefined };
    this.#slots.set(path, slot);
    return slot;
  }
}

/** What an undo is planned with. */
export interface UndoContext {
  readonly signal: AbortSignal | undefined;
  /** The history, newest first, which is read only to say what stands in the way. */
  readonly newestFirst: TransactionSource;
}

/** Answers what was done after the oldest of the transactions and stands, without themselves, oldest first. */
async function listSince(
  newestFirst: TransactionSource,
  transactions: readonly Transaction[],
): Promise<readonly Transaction[]> {
  const ids = new Set(transactions.map(({ id }) => id));
  const undone = new Set<string>();
  const standing: Transaction[] = [];
  for await (const { isUndone, transaction } of judgeUndone(newestFirst())) {
    const { id, reverts = [], state } = transaction;
    const isTakenBack = ids.delete(id);
    if (ids.size === 0) break;
    if (isTakenBack || isUndone || state !== "committed") continue;
    turnAround(reverts, undone);
    standing.push(transaction);
  }
  return standing.reverse().filter(({ reverts }) => reverts?.every((reverted) => undone.has(reverted)) !== true);
}

/**
 * Plans to take transactions back, newest first. The cost follows the files that they changed.
 * @throws {FsError} patch_conflict – when a file was changed since in the same lines, or a content was not kept
 */
export async function planUndo(
  gate: Gate,
  transactions: readonly Transaction[],
  { newestFirst, signal }: UndoContext,
): Promise<UndoPlan> {
  const planner = new UndoPlanner(gate, signal, () => listSince(newestFirst, transactions));
  for (const { changes } of transactions) {
    for (const change of changes.toReversed()) await planner.takeBack(change);
  }
  return planner.finish();
}
