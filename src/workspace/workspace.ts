// The public shapes of the boundary: a workspace, its options, and what its parts answer. Types only.

import type { FsErrorKind } from "../errors.js";
import type { CommandResult, CommandRunner, CommandSnapshot } from "../shell/command-runner.js";

/** Says what a caller is about to do with a path. */
export type Intent = "read" | "write" | "edit" | "list" | "glob" | "stat";

declare const RESOLVED: unique symbol;

/** An absolute canonical path that resolution found inside a root; other methods take it like any path. */
export type ResolvedPath = string & { readonly [RESOLVED]: true };

/** `strong`: each component is opened relative to the one before it. `checked`: paths are compared before and after use. */
export type WorkspaceGuarantees = "strong" | "checked";

/** A further directory that a workspace may touch. */
export interface WorkspaceRoot {
  /** Existing directory; canonicalised once. */
  readonly path: string;
  readonly name?: string | undefined;
  readonly access: "read" | "write";
}

/** A single file outside every root that a workspace may touch. */
export interface WorkspaceGrant {
  readonly path: string;
  readonly access: "read" | "write";
}

/** Every limit of a workspace, in the unit that its name gives. */
export interface WorkspaceLimits {
  readonly maxReadBytes: number;
  readonly maxWriteBytes: number;
  readonly readFileSizeCap: number;
  readonly maxGrepHits: number;
  readonly maxGrepLineBytes: number;
  readonly maxGlobPaths: number;
  readonly maxListEntries: number;
  readonly maxWalkDepth: number;
  readonly execTimeoutMs: number;
  readonly maxExecOutputBytes: number;
  readonly lockTimeoutMs: number;
}

/** Says who asks, for the audit log; none of it changes what is allowed. */
export interface AuditContext {
  readonly requestId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly route?: string | undefined;
}

/** Shows one operation to the operator. */
export interface AuditEvent {
  readonly type: "fs.access" | "fs.denied" | "exec.run" | "exec.denied";
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly context: AuditContext;
  readonly intent: Intent | "exec" | "grep";
  /** Path relative to its root; only with `rawPaths`. */
  readonly path?: string;
  /** Lower-case hex sha256 of the path. */
  readonly pathHash: string;
  readonly outcome: "ok" | "denied" | "failed";
  readonly errorKind?: FsErrorKind;
  readonly bytesRead?: number;
  readonly bytesWritten?: number;
  readonly sha256?: string;
  readonly durationMs: number;
  readonly matchedIgnore?: boolean;
  /** Files that a walk visited, for one event that stands for many. */
  readonly count?: number;
}

/** Keeps the latest events in memory. */
export interface AuditLog {
  /** Answers up to 512 events, oldest first. */
  recent(): readonly AuditEvent[];
}

/** Opens a workspace. */
export interface OpenWorkspaceOptions {
  /** Existing directory; canonicalised once. */
  readonly root: string;
  /** `false` (the default) lets reads through and answers every mutation and command with `untrusted_workspace`. */
  readonly trusted?: boolean | undefined;
  /** What a model is shown instead of a host path; default the last component of the root. */
  readonly name?: string | undefined;
  /** Further roots; none may contain another. */
  readonly roots?: readonly WorkspaceRoot[] | undefined;
  readonly grants?: readonly WorkspaceGrant[] | undefined;
  /** Directory inside a root that relative paths start from; default the root. */
  readonly focus?: string | undefined;
  /** Names of ignore files; default `.gitignore`, `.ignore`, `.agentignore`, later names override earlier ones. */
  readonly ignoreFiles?: readonly string[] | undefined;
  /** Patterns in the manner of gitignore that no mutation may touch, at any depth; `[]` protects nothing. */
  readonly protectedPaths?: readonly string[] | undefined;
  /** `follow-inside` (the default) follows links that stay inside for reading; `reject` refuses every link. */
  readonly symlinks?: "follow-inside" | "reject" | undefined;
  /** Permission bits of new files, or `"umask"` for `0o666` less the process's umask; default `0o600`. */
  readonly newFileMode?: number | "umask" | undefined;
  readonly limits?: Partial<WorkspaceLimits> | undefined;
  readonly audit?: ((event: AuditEvent) => void) | undefined;
  /** Puts relative paths, not only their hashes, into audit events. */
  readonly rawPaths?: boolean | undefined;
  /** Refuses to open where the platform gives only the weaker tier. */
  readonly require?: "strong" | undefined;
  /** Runs commands; default the host's shell. */
  readonly runner?: CommandRunner | undefined;
}

/** Narrows or widens a workspace for one request. */
export interface RequestOptions extends AuditContext {
  readonly focus?: string | undefined;
  readonly roots?: readonly WorkspaceRoot[] | undefined;
  readonly grants?: readonly WorkspaceGrant[] | undefined;
}

/** Carries what every call takes. */
export interface CallOptions {
  /** Ends the call with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** Describes what is at a path. */
export interface WorkspaceStat {
  /** Path relative to the root, with `/`; absolute for further roots and grants. */
  readonly path: string;
  /** `symlink` stands for a link whose target does not exist; other links are followed. */
  readonly type: "file" | "dir" | "symlink" | "other";
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

/** Selects a window of a text file. */
export interface ReadTextOptions extends CallOptions {
  /** 1-based first line; default 1. */
  readonly line?: number | undefined;
  /** Lines at most; default all that fit into `maxBytes`. */
  readonly limit?: number | undefined;
  /** Bytes at most; default and upper bound `limits.maxReadBytes`. */
  readonly maxBytes?: number | undefined;
  /** Continues where an earlier window ended; excludes `line`. */
  readonly cursor?: string | undefined;
}

/** Describes a text that was read. */
export interface ReadTextMeta {
  readonly sizeBytes: number;
  /** Of the whole file's bytes; only when the whole file was read. */
  readonly sha256?: string;
  readonly encoding: string;
  readonly bom: boolean;
  readonly lineEnding: "lf" | "crlf" | "mixed" | "none";
  /** The window does not reach the end of the file. */
  readonly truncated: boolean;
  /** Lines of the whole file; only when it was cheap to know. */
  readonly lineCount?: number;
  readonly nextCursor?: string;
  /** An ignore rule hides the file from list, glob and grep. */
  readonly matchedIgnore?: true;
}

/** Holds a window of a text file, without its byte order mark. */
export interface ReadTextResult {
  readonly content: string;
  readonly meta: ReadTextMeta;
}

/** Selects bytes of a file: 0-based. */
export interface ReadBytesOptions extends CallOptions {
  readonly offset?: number | undefined;
  /** Bytes at most; default and upper bound `limits.maxReadBytes`. */
  readonly length?: number | undefined;
}

/** Holds bytes of a file. */
export interface ReadBytesResult {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Of the whole file; only when the window is the whole file. */
  readonly sha256?: string;
}

/** Selects bytes of a file: 0-based, `end` exclusive. */
export interface ReadChunksOptions extends CallOptions {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Says how a file comes to be. */
export interface WriteOptions extends CallOptions {
  /** Lower-case hex sha256 that the file must have now; `null`: it must not exist yet. */
  readonly expectedSha256?: string | null | undefined;
  /** Permission bits afterwards; absent keeps those of an existing file. */
  readonly fileMode?: number | undefined;
  /** Creates missing parent directories. */
  readonly createParents?: boolean | undefined;
}

/** Says how a text file comes to be. */
export interface WriteTextOptions extends WriteOptions {
  /** `create` refuses an existing file, `replace` demands `expectedSha256`, `overwrite` takes either. */
  readonly mode: "create" | "overwrite" | "replace";
}

/** Describes a file that was written. */
export interface WriteResult {
  readonly created: boolean;
  /** Lower-case hex sha256 of the new content. */
  readonly sha256: string;
  /** Permission bits. */
  readonly mode: number;
  readonly bytesWritten: number;
}

/** Asks for one replacement; `oldText` must match exactly once. */
export interface WorkspaceEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly expectedSha256?: string | undefined;
}

/** Describes an edit that was made. */
export interface WorkspaceEditResult extends WriteResult {
  /** 1-based line of the first change. */
  readonly firstChangedLine: number;
  /** The rung of the match ladder that found the text. */
  readonly matchedBy: string;
}

/** Selects entries of a directory. */
export interface ListOptions extends CallOptions {
  readonly includeIgnored?: boolean | undefined;
  /** Entries to skip. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Describes one entry of a directory. */
export interface ListEntry {
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  readonly size: number;
  readonly mtime: number;
  readonly ignored?: true;
}

/** Holds one page of a directory: directories first, then by name. */
export interface ListResult {
  readonly entries: readonly ListEntry[];
  /** Entries of the directory that the rules let through. */
  readonly total: number;
  readonly truncated: boolean;
}

/** Selects files by pattern. */
export interface GlobOptions extends CallOptions {
  /** Directory that the pattern starts from; default the focus. */
  readonly cwd?: string | undefined;
  readonly includeIgnored?: boolean | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** `mtime` (the default) answers newest first. */
  readonly sort?: "mtime" | "path" | undefined;
}

/** Holds the paths that a pattern matched. */
export interface GlobResult {
  readonly paths: readonly string[];
  readonly truncated: boolean;
}

/** Says what to search for; the pattern is literal text unless `regex` is set. */
export interface GrepOptions extends CallOptions {
  /** File or directory; default the focus. */
  readonly path?: string | undefined;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly glob?: string | undefined;
  readonly context?: number | undefined;
  readonly multiline?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly includeIgnored?: boolean | undefined;
  readonly maxBytesPerLine?: number | undefined;
}

/** Describes one line that matched. */
export interface GrepHit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points, of the first match in the line. */
  readonly column: number;
  /** The line without its ending, cut around the match to the byte limit. */
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Holds the hits of a search in the order of paths and lines. */
export interface GrepResult {
  readonly hits: readonly GrepHit[];
  readonly truncated: boolean;
  /** Files among the returned hits. */
  readonly filesWithHits: number;
  /** Files that could not be searched, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** Says how a tree of files changes. */
export interface CopyOptions extends CallOptions {
  /** Replaces an existing file at the target. */
  readonly overwrite?: boolean | undefined;
  readonly createParents?: boolean | undefined;
}

/** Says what may be removed. */
export interface RemoveOptions extends CallOptions {
  /** Removes a directory with everything below it. */
  readonly recursive?: boolean | undefined;
}

/** Says how a directory comes to be. */
export interface MkdirOptions extends CallOptions {
  /** Creates missing parents and accepts a directory that exists already. */
  readonly recursive?: boolean | undefined;
}

/** Computes the next content of a file from the current one; `null` means that nothing is there. */
export type UpdateBytes = (current: Uint8Array | null) => Uint8Array | Promise<Uint8Array>;

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
