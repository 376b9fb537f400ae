// Read-modify-write of one file of a store, serialised for every tool that shares the store object.

import { FsError } from "../errors.js";
import { joinPieces, type PiecedBytes, toPieces } from "../text/byte-pieces.js";
import { createPathLock, type PathLock } from "../workspace/gate/path-lock.js";
import { isTurnDue, takeTurn } from "../workspace/gate/take-turns.js";
import { contentSha256 } from "./content-sha256.js";
import {
  type FileStore,
  hasConditionalWrite,
  isRequestScoped,
  isUpdatable,
  type StoreUpdateOptions,
  type UpdatableStore,
  type UpdateContent,
} from "./file-store.js";
import { WorkspaceFileStore } from "./workspace-file-store.js";

/** Says which file changes, and how. */
export interface StoreUpdate extends StoreUpdateOptions {
  readonly path: string;
  /**
   * Called once with the current content; must not update the same store.
   * An `FsError` that it throws is handed on, and nothing is written.
   */
  readonly change: (current: Uint8Array | null) => PiecedBytes | Promise<PiecedBytes>;
}

// Tools know only the store they were given, so the store is the one thing their turns can hang on. The map
// is weak and keyed by that object: it holds nothing that outlives the store, and two stores never meet in it.
const LOCKS = new WeakMap<FileStore, PathLock>();

function lockOf(store: FileStore): PathLock {
  const known = LOCKS.get(store);
  if (known !== undefined) return known;
  const lock = createPathLock();
  LOCKS.set(store, lock);
  return lock;
}

/** Folds spellings that some store may take for one file; two files that share a turn merely wait for each other. */
function lockKey(path: string): string {
  const names: string[] = [];
  for (const name of path.normalize("NFC").toLowerCase().split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
}

/**
 * Answers the store as one request sees it; its updates take turns with those of the store itself. A request that says
 * nothing of itself sees the store as it is.
 */
export function storeForRequest(store: FileStore, context: { readonly toolCallId?: string | undefined }): FileStore {
  if (context.toolCallId === undefined || !isRequestScoped(store)) return store;
  const scoped = store.forRequest(context);
  LOCKS.set(scoped, lockOf(store));
  return scoped;
}

/** Runs an operation on several files in the turns of all of them; a store with turns of its own keeps those besides. */
export function runInTurn<Result>(
  store: FileStore,
  { paths, signal }: { readonly paths: readonly string[]; readonly signal: AbortSignal | undefined },
  operation: () => Promise<Result>,
): Promise<Result> {
  const keys = Array.from(new Set(paths.map(lockKey))).toSorted();
  return keys.reduceRight<() => Promise<Result>>(
    (inner, key) => () => lockOf(store).run(key, signal, inner),
    operation,
  )();
}

/** `null` stands for a missing file, as in `expectedSha256`. */
async function currentSha256(content: Uint8Array | null): Promise<string | null> {
  return content === null ? null : contentSha256(content);
}

function assertExpected(path: string, actual: string | null, expected: string | null): void {
  if (actual === expected) return;
  if (expected === null) {
    throw new FsError("file_already_exists", `${path} exists already.`, {
      path,
      hint: "Read the file and change it, or choose another path.",
    });
  }
  throw new FsError("hash_mismatch", `${path} is not the content that was expected.`, {
    path,
    hint: "Read the file again and repeat the change on its current content.",
  });
}

async function updateInTurn(store: FileStore, update: StoreUpdate): Promise<void> {
  const { path, change, signal, onWritten } = update;
  if (isTurnDue()) await takeTurn(signal);
  const before = await store.read(path, { signal });
  const beforeSha256 = await currentSha256(before);
  if (update.expectedSha256 !== undefined) assertExpected(path, beforeSha256, update.expectedSha256);
  const after = joinPieces(toPieces(await change(before)));
  signal?.throwIfAborted();
  await writeUnlessChanged(store, update, { after, beforeSha256 });
  onWritten?.(await contentSha256(after));
}

async function writeUnlessChanged(
  store: FileStore,
  { path, mode, signal }: StoreUpdate,
  { after, beforeSha256 }: { readonly after: Uint8Array; readonly beforeSha256: string | null },
): Promise<void> {
  if (hasConditionalWrite(store)) return store.write(path, after, { mode, signal, expectedSha256: beforeSha256 });
  assertExpected(path, await currentSha256(await store.read(path, { signal })), beforeSha256);
  await store.write(path, after, { mode, signal });
}

// A class of somebody else's that changes what `update` does expects from its callback what the port says: one array.
function takesPieces(store: UpdatableStore): store is WorkspaceFileStore {
  return store instanceof WorkspaceFileStore && store.update === WorkspaceFileStore.prototype.update;
}

/** Leaves the turns to the store, and hashes the new content where the store does not tell its hash. */
async function updateByItself(store: UpdatableStore, update: StoreUpdate): Promise<void> {
  const { path, onWritten, change, ...options } = update;
  if (takesPieces(store)) return store.update(path, change, { ...options, onWritten });
  const changeWhole: UpdateContent = async (current) => joinPieces(toPieces(await change(current)));
  if (onWritten === undefined) return store.update(path, changeWhole, options);
  const written: Uint8Array[] = [];
  const hashes: string[] = [];
  const remember: UpdateContent = async (current) => {
    const after = await changeWhole(current);
    written.push(after);
    return after;
  };
  await store.update(path, remember, { ...options, onWritten: note });
  const after = written.at(-1);
  if (hashes.length === 0 && after !== undefined) note(await contentSha256(after));

  function note(sha256: string): void {
    hashes.push(sha256);
    onWritten?.(sha256);
  }
}

/**
 * Reads, changes and writes one file while no other update through the same store object touches it.
 * A change made by somebody else in between fails with `hash_mismatch` (`file_already_exists` for a new file).
 * For a store with neither `update` nor conditional writes that check leaves a gap between the last read and the write.
 * `onWritten` is called in any case; before the turn ends, unless a store with an `update` of its own leaves it out.
 * An abort while waiting for earlier updates rejects with `signal.reason` and gives up the place in the queue.
 * @throws {FsError} hash_mismatch, file_already_exists – when the content is not what `expectedSha256` or the read said
 */
export async function updateThroughStore(store: FileStore, update: StoreUpdate): Promise<void> {
  if (isUpdatable(store)) return updateByItself(store, update);
  return lockOf(store).run(lockKey(update.path), update.signal, () => updateInTurn(store, update));
}

/** Does the same for an operation that holds the turn already. */
export async function updateWithinTurn(store: FileStore, update: StoreUpdate): Promise<void> {
  return isUpdatable(store) ? updateByItself(store, update) : updateInTurn(store, update);
}
