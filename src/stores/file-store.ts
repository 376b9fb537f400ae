// The port that tools work over: four methods every store has, and optional powers found by a guard. Types and guards only.

import type { GrepFile, GrepHit, GrepResult, SearchMode } from "../search/grep-result.js";
import type { UseFile } from "../workspace/interfaces/workspace.js";

/** Describes one file or directory of a store. */
export interface FileStat {
  /** Bytes of the content; 0 for a directory. */
  readonly size: number;
  /** Permission bits, such as `0o644`. */
  readonly mode: number;
  /** Milliseconds since the epoch at which the content last changed. */
  readonly mtime: number;
  readonly type: "file" | "dir";
  /** The name that results give the file, where it may differ from the one that was asked for. */
  readonly path?: string | undefined;
  /** The name by which rules judge the file, where it is longer than the one that results give. */
  readonly pathFromRoot?: string | undefined;
}

/** Selects bytes of a file: 0-based, `start` inclusive, `end` exclusive; both clamp to the size of the file. */
export interface ByteRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Carries what every call of a store may be given. */
export interface StoreCallOptions {
  /** Ends the call with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** Says how bytes replace a file. */
export interface StoreWriteOptions extends StoreCallOptions {
  /** Permission bits of the file afterwards; absent keeps those of an existing file. */
  readonly mode?: number | undefined;
  /** Lower-case hex sha256 that the file must have now; `null` means that it must not exist yet. */
  readonly expectedSha256?: string | null | undefined;
}

/** Says how a file is changed by what it holds. */
export interface StoreUpdateOptions extends StoreWriteOptions {
  /** What made the change, for a store that keeps a history. */
  readonly tool?: string | undefined;
  /**
   * Called with the lower-case hex sha256 of the new content once it is written, before another update of the file
   * begins; must not throw. A store that ignores it leaves its callers to hash what they gave.
   */
  readonly onWritten?: ((sha256: string) => void) | undefined;
}

/**
 * Holds files by path. Paths use `/` and are relative to whatever the store calls its root.
 * Every failure is an `FsError`; a missing file is `null`, not an error.
 */
export interface FileStore {
  /**
   * `false` says that `readChunks` may ignore its range and always starts at byte 0; absent, one that takes no second
   * parameter counts as such (one with a default, or rest parameters, too: say `true` for those).
   */
  readonly supportsRanges?: boolean;
  /** Describes what is at the path, following links; `null` means that nothing is there. */
  stat(path: string, options?: StoreCallOptions): Promise<FileStat | null>;
  /** Reads a whole file into a buffer of the caller's own; `null` means that nothing is there. */
  read(path: string, options?: StoreCallOptions): Promise<Uint8Array | null>;
  /**
   * Streams a file, or a range of it.
   * @throws {FsError} path_not_found – when nothing is there
   */
  readChunks(path: string, range?: ByteRange, options?: StoreCallOptions): AsyncIterable<Uint8Array>;
  /** Replaces or creates a file, its missing parent directories included. */
  write(path: string, bytes: Uint8Array, options?: StoreWriteOptions): Promise<void>;
}

/** Describes one entry of a directory of a store. */
export interface StoreEntry {
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

/** Lists the direct entries of a directory, sorted by name in the order of code points; `null` means that no directory is there. */
export interface ListableStore extends FileStore {
  /** Lists the direct entries of a directory, sorted by name in the order of code points; `null` means that no directory is there. */
  list(path: string, options?: StoreCallOptions): Promise<readonly StoreEntry[] | null>;
}

/** Removes and renames files. */
export interface MutableStore extends FileStore {
  /** Removes one file; answers `false` when nothing was there. */
  remove(path: string, options?: StoreCallOptions): Promise<boolean>;
  /** Renames one file; the target must not exist. */
  move(path: string, targetPath: string, options?: StoreCallOptions): Promise<void>;
}

/** Says that `write` honours `expectedSha256` atomically. */
export interface ConditionalWriteStore extends FileStore {
  readonly supportsConditionalWrite: true;
}

/** Computes the next content of a file from the current one; `null` means that nothing is there. */
export type UpdateContent = (current: Uint8Array | null) => Uint8Array | Promise<Uint8Array>;

/** Reads, changes and writes one file while nobody else of the same store may write it. */
export interface UpdatableStore extends FileStore {
  /**
   * Replaces a file by what the callback makes of it; parents are created. Not re-entrant for one file.
   * @throws {FsError} hash_mismatch – when somebody who does not wait his turn wrote the file meanwhile
   */
  update(path: string, change: UpdateContent, options?: StoreUpdateOptions): Promise<void>;
}

/**
 * Lets a function read from one version of a file. Without this power a large file is read call by call, which may show
 * parts of two versions, and what is in front of a window is counted again for each window.
 */
export interface HoldableStore extends FileStore {
  /**
   * Holds a file open while the function reads from it; the function may be called again when the file was changed in
   * place meanwhile. What it throws reaches the caller as it is.
   * @throws {FsError} path_not_found, not_a_file
   */
  holdFile<Result>(path: string, use: UseFile<Result>, options?: StoreCallOptions): Promise<Result>;
}

/** Answers the same files as one request sees them, so that an audit log can name the tool call. */
export interface RequestScopedStore extends FileStore {
  /** Answers the same files, seen by one request. */
  forRequest(context: { readonly toolCallId?: string | undefined }): FileStore;
}

/** One line that a search found. */
export type StoreSearchHit = GrepHit;

/** Says what a store searches for. */
export interface StoreSearchRequest extends StoreCallOptions {
  readonly pattern: string;
  /** File or directory to search below; absent means everything. */
  readonly path?: string | undefined;
  /** Reads the pattern as a Rust-style regular expression instead of literal text. */
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Searches files that ignore rules hide, too. */
  readonly includeIgnored?: boolean | undefined;
  readonly multiline?: boolean | undefined;
  /** Glob that the path below the searched directory must match; a leading `!` excludes. */
  readonly glob?: string | undefined;
  /** Lines shown before and after a hit. */
  readonly context?: number | undefined;
  /** `content` (the default) answers hits, `files` the files that have some, `count` how many each of these has. */
  readonly mode?: SearchMode | undefined;
  /** Hits, or files in the modes `files` and `count`, to skip. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** Bytes of each shown line at most. */
  readonly maxBytesPerLine?: number | undefined;
}

/** One file that a search found. */
export type StoreSearchFile = GrepFile;

/** What a search found, in the order of paths and lines. */
export type StoreSearchResult = GrepResult;

/** Searches the content of its files by itself. */
export interface SearchableStore extends FileStore {
  /**
   * Searches the files of the store.
   * @throws {FsError} invalid_pattern – when the pattern or the glob is none
   */
  search(request: StoreSearchRequest): Promise<StoreSearchResult>;
}

function hasMethod(store: FileStore, name: string): boolean {
  return typeof (store as unknown as Record<string, unknown>)[name] === "function";
}

/** Tells whether a store lists directories. */
export function isListable(store: FileStore): store is ListableStore {
  return hasMethod(store, "list");
}

/** Tells whether a store removes and renames files. */
export function isMutable(store: FileStore): store is MutableStore {
  return hasMethod(store, "remove") && hasMethod(store, "move");
}

/** Tells whether a store searches by itself. */
export function isSearchable(store: FileStore): store is SearchableStore {
  return hasMethod(store, "search");
}

/** Tells whether a store serialises read-modify-write itself. */
export function isUpdatable(store: FileStore): store is UpdatableStore {
  return hasMethod(store, "update");
}

/** Tells whether a store holds one version of a file open. */
export function isHoldable(store: FileStore): store is HoldableStore {
  return hasMethod(store, "holdFile");
}

/** Tells whether a store can be seen by one request. */
export function isRequestScoped(store: FileStore): store is RequestScopedStore {
  return hasMethod(store, "forRequest");
}

/** Tells whether a store honours `expectedSha256` atomically. */
export function hasConditionalWrite(store: FileStore): store is ConditionalWriteStore {
  return (store as Partial<ConditionalWriteStore>).supportsConditionalWrite === true;
}

/** Tells whether a store is asked for ranges: as it says, otherwise by the parameters of its `readChunks`. */
export function takesRanges({ supportsRanges, readChunks }: FileStore): boolean {
  return supportsRanges ?? readChunks.length >= 2;
}
