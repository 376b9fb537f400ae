// The public shapes of operations on single files and directories. Types only.

import type { PiecedBytes } from "../../text/byte-pieces.js";
import type { LineWindow, LineWindowOptions } from "../../text/line-window-options.js";
import type { TextEncodingName } from "../../text/text-format.js";

/** Says what a caller is about to do with a path. */
export type Intent = "read" | "write" | "edit" | "list" | "glob" | "stat";

declare const RESOLVED: unique symbol;

/** An absolute canonical path that resolution found inside a root; other methods take it like any path. */
export type ResolvedPath = string & { readonly [RESOLVED]: true };

/** Carries what every call takes. */
export interface CallOptions {
  /** Ends the call with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** Describes what is at a path. */
export interface WorkspaceStat {
  /** Path relative to the root, with `/`; absolute for further roots and grants. */
  readonly path: string;
  /** Path from the whole root, by which rules judge it; absent where the request sees all of that root. */
  readonly pathFromRoot?: string;
  /** `symlink` stands for a link whose target does not exist; other links are followed. */
  readonly type: "file" | "dir" | "symlink" | "other";
  /** What something of the type `other` is, such as `a named pipe`, where the platform says so. */
  readonly special?: string;
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

/** What is known of a whole text file. */
export interface FileFacts {
  /** Lower-case hex sha256 of all bytes. */
  readonly sha256: string;
  readonly encoding: TextEncodingName;
}

/** What became of a version of a file: it is still there, it was only appended to, or it was changed or replaced. */
export type VersionComparison = "same" | "grown" | "replaced";

/** The start of a file. */
export interface FileHead {
  /** At most the bytes that decide whether content is binary; not to be changed. */
  readonly bytes: Uint8Array;
  /** The file is not text. */
  readonly isBinary: boolean;
}

/**
 * One version of a file that is held open: everything that is read from it belongs together. It holds good only until
 * the function that it was given to is done.
 */
export interface HeldFile {
  /** The name that results give the file. */
  readonly path: string;
  /** Bytes when it was opened; what is appended later is not read. */
  readonly sizeBytes: number;
  /** Answers the start of the file; later calls for the same version cost nothing. */
  readHead(): Promise<FileHead>;
  /** Reads a range into memory: 0-based, `endByte` exclusive. The bytes must not be changed. */
  readBytes(startByte: number, endByte: number): Promise<Uint8Array>;
  /** Reads a window of lines; what was counted for one window is remembered for the next. */
  readLines(options: LineWindowOptions): Promise<LineWindow>;
  /** Answers facts about the whole text, for which all of it is held once; later calls for the same version cost nothing. */
  describe(): Promise<FileFacts>;
  /** Answers the lower-case hex sha256 of all bytes, in constant memory. */
  sha256(): Promise<string>;
  /** Answers a short text that names this version and a 0-based position in it, for `compare`. */
  mark(byteOffset: number): string;
  /** Compares this version with the one that a mark names. */
  compare(mark: string): VersionComparison;
}

/** Works with a file that is held open; may be called again when the file was changed in place meanwhile. */
export type UseFile<Result> = (file: HeldFile) => Promise<Result>;

/** Says how a file comes to be. */
export interface WriteOptions extends CallOptions {
  /** Lower-case hex sha256 that the file must have now; `null`: it must not exist yet. */
  readonly expectedSha256?: string | null | undefined;
  /** Permission bits afterwards; absent keeps those of an existing file. */
  readonly fileMode?: number | undefined;
  /** Creates missing parent directories. */
  readonly createParents?: boolean | undefined;
}

/** Says how a file is changed by what it holds. */
export interface UpdateOptions extends WriteOptions {
  /** What the history calls the change; default `write`. */
  readonly tool?: string | undefined;
  /** Called once the file has its new content, while nobody else may write it yet; must not throw. */
  readonly onWritten?: ((result: WriteResult) => void) | undefined;
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
export interface WorkspaceEdit extends CallOptions {
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

/**
 * Computes the next content of a file from the current one; `null` means that nothing is there. Bytes that it changes in
 * place are no longer known as what was read: a file that is touched meanwhile then counts as changed. Content may be
 * answered in pieces, in their order; parts of the current content may be among them, and then none of it may be changed.
 */
export type UpdateBytes = (current: Uint8Array | null) => PiecedBytes | Promise<PiecedBytes>;
