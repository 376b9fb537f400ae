// The public shape of a workspace: what it holds and what its files and its shell answer to. Types only.

import type { CommandResult, CommandSnapshot } from "../shell/command-runner.js";
import type { AuditLog } from "./audit-event.js";
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
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./workspace-files.js";
import type { RequestOptions, WorkspaceLimits } from "./workspace-options.js";
import type { GlobOptions, GlobResult, GrepOptions, GrepResult, ListOptions, ListResult } from "./workspace-search.js";

export type { AuditContext, AuditEvent, AuditLog } from "./audit-event.js";
export type {
  CallOptions,
  CopyOptions,
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
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./workspace-files.js";
export type {
  OpenWorkspaceOptions,
  RequestOptions,
  WorkspaceGrant,
  WorkspaceLimits,
  WorkspaceRoot,
} from "./workspace-options.js";
export type {
  GlobOptions,
  GlobResult,
  GrepHit,
  GrepOptions,
  GrepResult,
  ListEntry,
  ListOptions,
  ListResult,
} from "./workspace-search.js";

/** `strong`: each component is opened relative to the one before it. `checked`: paths are compared before and after use. */
export type WorkspaceGuarantees = "strong" | "checked";

/** Files of a workspace; every method goes through one gate and fails only with `FsError` or `signal.reason`. */
export interface WorkspaceFileSystem {
  resolve(path: string, intent: Intent, options?: CallOptions): Promise<ResolvedPath>;
  stat(path: string, options?: CallOptions): Promise<WorkspaceStat | null>;
  readText(path: string, options?: ReadTextOptions): Promise<ReadTextResult>;
  readBytes(path: string, options?: ReadBytesOptions): Promise<ReadBytesResult>;
  /** Reads a whole file of at most `limits.readFileSizeCap` bytes, for adapters that must buffer. */
  readFile(path: string, options?: CallOptions): Promise<Uint8Array>;
  readChunks(path: string, options?: ReadChunksOptions): AsyncIterable<Uint8Array>;
  writeTextAtomic(path: string, content: string, options: WriteTextOptions): Promise<WriteResult>;
  writeTextOverwrite(path: string, content: string, options?: WriteOptions): Promise<WriteResult>;
  writeBytes(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<WriteResult>;
  /** Reads, changes and writes one file under its lock. */
  update(path: string, change: UpdateBytes, options?: WriteOptions): Promise<WriteResult>;
  edit(path: string, edit: WorkspaceEdit, options?: CallOptions): Promise<WorkspaceEditResult>;
  list(path: string, options?: ListOptions): Promise<ListResult>;
  glob(pattern: string, options?: GlobOptions): Promise<GlobResult>;
  grep(pattern: string, options?: GrepOptions): Promise<GrepResult>;
  mkdir(path: string, options?: MkdirOptions): Promise<void>;
  copy(path: string, targetPath: string, options?: CopyOptions): Promise<void>;
  move(path: string, targetPath: string, options?: CopyOptions): Promise<void>;
  remove(path: string, options?: RemoveOptions): Promise<void>;
}

/** Says how a command runs. */
export interface ShellRunOptions extends CallOptions {
  /** Directory inside a root; default the focus. */
  readonly cwd?: string | undefined;
  /** Prefixes of the simple commands that may run; absent allows every command line. */
  readonly allowedCommands?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxOutputBytes?: number | undefined;
  /** Variables besides the allow-listed ones of the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs commands in a trusted workspace. */
export interface WorkspaceShell {
  /**
   * Runs one command line; yields snapshots and returns the result.
   * @throws {FsError} untrusted_workspace, command_not_allowed, path_outside_workspace, symlink_escape, path_not_found, not_a_directory
   */
  run(command: string, options?: ShellRunOptions): AsyncGenerator<CommandSnapshot, CommandResult, void>;
}

/** A directory that decides what may be touched. */
export interface Workspace {
  /** Absolute canonical path of the first root. */
  readonly root: string;
  readonly name: string;
  readonly trusted: boolean;
  readonly guarantees: WorkspaceGuarantees;
  readonly limits: WorkspaceLimits;
  readonly fs: WorkspaceFileSystem;
  readonly shell: WorkspaceShell;
  readonly audit: AuditLog;
  /** Answers the same workspace as one request sees it; closing it is left to the workspace itself. */
  forRequest(request: RequestOptions): Workspace;
  /** Waits for running operations, stops running commands, and gives up every handle. */
  close(): Promise<void>;
}
