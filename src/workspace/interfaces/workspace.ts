// The public shape of a workspace: what it holds and what its files and its shell answer to. Types only.

import type { ParsedPatch } from "../../patch/parsed-patch.js";
import type { AuditLog } from "./audit-event.js";
import type { ChangesOptions, ChangesResult, FileChange } from "./file-changes.js";
import type { PatchOptions, PatchResult } from "./file-patch.js";
import type { WorkspaceShell } from "./workspace-commands.js";
import type {
  CallOptions,
  CopyOptions,
  Intent,
  MkdirOptions,
  ReadBytesOptions,
  ReadBytesResult,
  ReadChunksOptions,
  ReadTextOptions,
  ReadTextResult,
  RemoveOptions,
  ResolvedPath,
  UpdateBytes,
  UpdateOptions,
  UseFile,
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./workspace-files.js";
import type { WorkspaceHistory } from "./workspace-history.js";
import type { RequestOptions, WorkspaceLimits } from "./workspace-options.js";
import type { GlobOptions, GlobResult, GrepOptions, GrepResult, ListOptions, ListResult } from "./workspace-search.js";

export type { AuditContext, AuditEvent, AuditLog } from "./audit-event.js";
export type { ChangedFile, ChangesOptions, ChangesResult, FileChange, FileVersion } from "./file-changes.js";
export type {
  PatchConfirmation,
  PatchOptions,
  PatchRequest,
  PatchResult,
  PatchReview,
  PatchView,
} from "./file-patch.js";
export type { ShellRunOptions, WorkspaceShell } from "./workspace-commands.js";
export type {
  CallOptions,
  CopyOptions,
  FileFacts,
  FileHead,
  HeldFile,
  Intent,
  MkdirOptions,
  ReadBytesOptions,
  ReadBytesResult,
  ReadChunksOptions,
  ReadTextMeta,
  ReadTextOptions,
  ReadTextResult,
  RemoveOptions,
  ResolvedPath,
  UpdateBytes,
  UpdateOptions,
  UseFile,
  VersionComparison,
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./workspace-files.js";
export type * from "./workspace-history.js";
export type * from "./workspace-options.js";
export type * from "./workspace-search.js";

/** `strong`: each component is opened relative to the one before it. `checked`: paths are compared before and after use. */
export type WorkspaceGuarantees = "strong" | "checked";

/**
 * Answers for the files of a workspace. Every method takes an absolute path inside a root or a path relative to the
 * focus, goes through one gate (resolve, trust, protect, size, lock, I/O, audit) and rejects only with an `FsError` or
 * with `signal.reason`.
 *
 * Besides the kinds named at each method, every method can fail with invalid_path, path_outside_workspace,
 * symlink_escape, not_a_directory, permission_denied, io_error and internal_error, and every mutation with
 * untrusted_workspace and protected_path.
 *
 * NOT guaranteed: that a path still means the same file at the next call.
 */
export interface WorkspaceFileSystem {
  /**
   * Answers the canonical absolute path. Only `write` and `stat` accept what does not exist yet.
   * @throws {FsError} path_not_found – when nothing is there and the intent needs something
   */
  resolve(path: string, intent: Intent, options?: CallOptions): Promise<ResolvedPath>;
  /** Describes what is at a path, following links that stay inside; `null` means that nothing is there. */
  stat(path: string, options?: CallOptions): Promise<WorkspaceStat | null>;
  /**
   * Reads a text file, or a window of one. A window has no limit on the size of the file and costs what it shows, plus
   * once what is in front of it; a cursor continues without that.
   * @throws {FsError} path_not_found, not_a_file, binary_file
   * @throws {FsError} file_too_large – when no window is asked for and the file is larger than one call returns
   * @throws {FsError} hash_mismatch – when the file changes while it is read, or a cursor belongs to an earlier file
   * @throws {FsError} parse_error – when an option is out of its range
   */
  readText(path: string, options?: ReadTextOptions): Promise<ReadTextResult>;
  /**
   * Reads a window of bytes; behind the end of the file it is empty.
   * @throws {FsError} path_not_found, not_a_file, parse_error, hash_mismatch
   */
  readBytes(path: string, options?: ReadBytesOptions): Promise<ReadBytesResult>;
  /**
   * Reads a whole file of at most `limits.readFileSizeCap` bytes, for adapters that must buffer.
   * @throws {FsError} path_not_found, not_a_file, file_too_large, hash_mismatch
   */
  readFile(path: string, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Streams a file, or the bytes from `start` to `end` (exclusive), from the file that was there when it began. A file
   * replaced meanwhile goes on with its old bytes; one changed in place may show both.
   * @throws {FsError} path_not_found, not_a_file, parse_error
   */
  readChunks(path: string, options?: ReadChunksOptions): AsyncIterable<Uint8Array>;
  /**
   * Lets a function read from one version of a file, held open for it: windows, hash and marks belong together. What is
   * counted for a window of lines is remembered for the next, in bounded memory, for as long as the file stays the same
   * or only grows. What the function throws reaches the caller as it is.
   * @throws {FsError} path_not_found, not_a_file
   * @throws {FsError} hash_mismatch – when the file keeps being changed in place
   */
  holdFile<Result>(path: string, use: UseFile<Result>, options?: CallOptions): Promise<Result>;
  /**
   * Creates or replaces a text file in one step. An existing file keeps its encoding and byte order mark; a new one, or
   * one whose encoding is damaged, is UTF-8.
   * @throws {FsError} path_not_found – when the parent is missing and `createParents` is not set
   * @throws {FsError} file_already_exists – when the mode is `create` and something is there
   * @throws {FsError} hash_mismatch – when the file is not what `expectedSha256` says, until right before the rename
   * @throws {FsError} not_a_file, file_too_large, unsupported_encoding, parse_error
   */
  writeTextAtomic(path: string, content: string, options: WriteTextOptions): Promise<WriteResult>;
  /** Does the same with mode `overwrite`, for adapters that have no hash to give. */
  writeTextOverwrite(path: string, content: string, options?: WriteOptions): Promise<WriteResult>;
  /**
   * Creates or replaces a file in one step; readers see the old bytes or the new ones.
   * @throws {FsError} path_not_found, file_already_exists, hash_mismatch, not_a_file, file_too_large
   */
  writeBytes(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<WriteResult>;
  /**
   * Reads, changes and writes one file while nobody else may write it. What the callback throws reaches the caller as
   * it is. Not re-entrant: the callback must not write the same file through the workspace.
   * @throws {FsError} path_not_found, file_already_exists, hash_mismatch, not_a_file, file_too_large
   */
  update(path: string, change: UpdateBytes, options?: UpdateOptions): Promise<WriteResult>;
  /**
   * Replaces one text that occurs exactly once; every other byte stays as it is.
   * @throws {FsError} path_not_found, text_not_found, ambiguous_text_match, no_change, hash_mismatch, binary_file,
   *   unsupported_encoding, file_too_large, parse_error
   */
  edit(path: string, edit: WorkspaceEdit, options?: CallOptions): Promise<WorkspaceEditResult>;
  /**
   * Changes many files, all of them or none: every path is let through, locked and compared with what is expected
   * before the first byte is written, and a failure on the way takes back what was done, directories that were made
   * included. An abort before the first file is replaced leaves nothing; after it the change is completed. Other readers may
   * see some files before and some after it: files are replaced one by one.
   * @throws {FsError} path_not_found, file_already_exists, hash_mismatch, not_a_file, file_too_large
   * @throws {FsError} parse_error – when a file is named twice
   * @throws {FsError} patch_conflict – when somebody else changed a file while a failed change was taken back; that file
   *   is left as it is
   */
  applyChanges(changes: readonly FileChange[], options?: ChangesOptions): Promise<ChangesResult>;
  /**
   * Applies a patch, all of it or nothing: the `*** Begin Patch` envelope, a unified diff, or one that is parsed already.
   * Every path is let through and read, every operation is planned over what the ones before it left, and every part that
   * fails is told in one error before anything is written. Then it is a change of many files, made only to the files as
   * they were read. Missing parents are created. Several operations on one path make one change of it.
   * @throws {FsError} parse_error – when it is no patch, or added lines stand for text that is left out
   * @throws {FsError} path_not_found, file_already_exists, not_a_file – when a file is not there, or something else is
   * @throws {FsError} text_not_found, ambiguous_text_match, no_change – when a hunk has no place, several, or is applied
   *   already
   * @throws {FsError} patch_conflict – when a hunk that only adds says no place, a file is not as expected, or names clash
   * @throws {FsError} hash_mismatch – when a file changed meanwhile
   * @throws {FsError} file_too_large, binary_file, unsupported_encoding
   */
  applyPatch(patch: string | ParsedPatch, options?: PatchOptions): Promise<PatchResult>;
  /**
   * Lists one page of a directory: directories first, then by name.
   * @throws {FsError} path_not_found, parse_error
   */
  list(path: string, options?: ListOptions): Promise<ListResult>;
  /** Lists a whole directory at once in the same order, with what ignore rules hide; fails as `list` does. */
  listAll(path: string, options?: CallOptions): Promise<ListResult["entries"]>;
  /**
   * Finds files by a pattern relative to `cwd`, without following links.
   * @throws {FsError} invalid_pattern – when the pattern is none or climbs out of `cwd`
   * @throws {FsError} path_not_found, parse_error
   */
  glob(pattern: string, options?: GlobOptions): Promise<GlobResult>;
  /**
   * Finds lines, without following links; the same answers on disk and in memory, but for text that is not UTF-8.
   * @throws {FsError} invalid_pattern – when the pattern or the glob is none
   * @throws {FsError} path_not_found, not_a_file, parse_error
   */
  grep(pattern: string, options?: GrepOptions): Promise<GrepResult>;
  /**
   * Makes a directory.
   * @throws {FsError} file_already_exists – when something is there, unless it is a directory and `recursive` is set
   * @throws {FsError} path_not_found – when the parent is missing and `recursive` is not set
   */
  mkdir(path: string, options?: MkdirOptions): Promise<void>;
  /**
   * Copies one file with its permission bits and the time of its last change.
   * @throws {FsError} path_not_found, not_a_file, no_change, file_too_large
   * @throws {FsError} file_already_exists – when the target is taken and `overwrite` is not set
   */
  copy(path: string, targetPath: string, options?: CopyOptions): Promise<void>;
  /**
   * Moves a file or a directory with permission bits and time; only a file is moved to another device: it is copied, the
   * copy is compared, and then the source is removed.
   * @throws {FsError} path_not_found, no_change
   * @throws {FsError} file_already_exists – when the target is taken and `overwrite` is not set, or is a directory
   */
  move(path: string, targetPath: string, options?: CopyOptions): Promise<void>;
  /**
   * Removes a file, an empty directory, or with `recursive` a directory with everything below it.
   * @throws {FsError} path_not_found
   * @throws {FsError} file_already_exists – when a directory is not empty and `recursive` is not set
   */
  remove(path: string, options?: RemoveOptions): Promise<void>;
}

/** A directory that decides what may be touched. */
export interface Workspace {
  /** Absolute canonical path of the first root. */
  readonly root: string;
  readonly name: string;
  readonly trusted: boolean;
  /** A request narrowed or moved what is seen (`focus`, `roots`, `onlyRoots`), this one or one that it was made of. */
  readonly narrowed: boolean;
  readonly guarantees: WorkspaceGuarantees;
  readonly limits: WorkspaceLimits;
  readonly fs: WorkspaceFileSystem;
  readonly shell: WorkspaceShell;
  readonly audit: AuditLog;
  readonly history: WorkspaceHistory;
  /**
   * Answers the same workspace as one request sees it; closing it is left to the workspace itself.
   * @throws {TypeError} when a root is no directory, or nested with another that the request or the workspace has
   * @throws {FsError} path_outside_workspace, symlink_escape, path_not_found or not_a_directory – when the focus is none
   */
  forRequest(request: RequestOptions): Workspace;
  /** Waits for running operations, stops running commands, and gives up every handle. */
  close(): Promise<void>;
}
