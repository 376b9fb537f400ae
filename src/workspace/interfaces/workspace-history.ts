// The public shapes of the history of a workspace. Types only.

import type { FileVersion } from "./file-changes.js";
import type { CallOptions } from "./workspace-files.js";

/** Limits what is looked at around a command. */
export interface SnapshotOptions {
  /** Files and directories at most; in a workspace with more no command can be undone. Default 10,000. */
  readonly maxFiles?: number | undefined;
  /**
   * Bytes of contents that are kept in memory; a change of what is over it cannot be undone. Default 64 MiB, and never
   * more than a quarter of the history's.
   */
  readonly maxBytes?: number | undefined;
}

/** Says how much a workspace remembers of its own changes, and where. */
export interface HistoryOptions {
  /** Existing directory outside every root in which the history lasts; absent keeps it in memory. */
  readonly directory?: string | undefined;
  /** Transactions that are kept; default 100. */
  readonly maxTransactions?: number | undefined;
  /** Bytes of contents that are kept; default 256 MiB. An eighth of it is the most that one file may take. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds after which a transaction is forgotten; default never. */
  readonly maxAgeMs?: number | undefined;
  /**
   * Looks at every file that is not ignored before and after each command, so that what a command changes becomes a
   * transaction too. Costs the reading of the files once, and where nothing changed a look at each before and after.
   * Default off.
   */
  readonly snapshotBeforeExec?: boolean | SnapshotOptions | undefined;
}

/** Tells what a transaction did to one path. */
export interface HistoryFile {
  /** Path relative to the root, with `/`; absolute for further roots and grants. */
  readonly path: string;
  readonly type: "file" | "dir" | "other";
  readonly operation: "create" | "update" | "remove" | "move";
  /** `null`: nothing was there. */
  readonly before: FileVersion | null;
  /** `null`: nothing was there any more. */
  readonly after: FileVersion | null;
  readonly movedFrom?: string;
  /** The content was too large to be kept, or is of a kind that cannot be brought back. */
  readonly undoable: boolean;
}

/** Tells how a transaction ended: done, taken back after a failure, or stopped by a change of somebody else. */
export type HistoryState = "committed" | "aborted" | "conflicted";

/** Describes one transaction. */
export interface HistoryEntry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** What made the change, such as `write`, `move`, `undo` or the name of a tool. */
  readonly tool: string;
  readonly toolCallId?: string;
  /** The name of a checkpoint, which changes nothing itself. */
  readonly label?: string;
  readonly state: HistoryState;
  readonly files: readonly HistoryFile[];
  /** The transactions that this one has undone or redone, in the order in which it did. */
  readonly reverts?: readonly string[];
  /** It has been undone since. */
  readonly undone: boolean;
  /** Everything that is needed to undo it was kept. */
  readonly undoable: boolean;
}

/** Selects the latest entries. */
export interface ListHistoryOptions {
  /** Entries at most; default all that are kept. */
  readonly limit?: number | undefined;
}

/** Names what is undone: a transaction by its id, the newest so many, or everything that one tool call did. */
export type UndoTarget = string | number | { readonly toolCallId: string };

/** Tells what became of an undo, a redo, or a return to a checkpoint. */
export interface UndoResult {
  /** The transactions that were undone or redone, newest first. */
  readonly ids: readonly string[];
  readonly files: readonly { readonly path: string; readonly operation: "create" | "update" | "remove" | "move" }[];
  /** One sentence for a model. */
  readonly message: string;
}

/**
 * Remembers every change that was made through a workspace, and takes changes back. What commands change is in it only
 * with `snapshotBeforeExec`.
 *
 * A file that somebody else has changed since is never overwritten: their change and the undo are merged where they
 * concern different lines, else nothing at all is done and the failure names the file and the lines.
 *
 * Once the workspace is closed every method fails as an `internal_error`; `io_error` means that the directory of the
 * history cannot be used any more.
 */
export interface WorkspaceHistory {
  /**
   * Lists what is remembered, newest first.
   * @throws {FsError} parse_error – when an option is out of its range
   */
  list(options?: ListHistoryOptions): Promise<readonly HistoryEntry[]>;
  /**
   * Shows what a transaction did as a unified diff, file after file.
   * @throws {FsError} path_not_found – when no such transaction is remembered
   */
  diff(id: string): Promise<string>;
  /**
   * Undoes one transaction or several as one new transaction, all of it or nothing; default the newest one that has not
   * been undone. Undoing an undo does the change again.
   * @throws {FsError} no_change – when there is nothing to undo
   * @throws {FsError} path_not_found – when no such transaction is remembered
   * @throws {FsError} patch_conflict – when a file was changed since in the same lines, or its content was not kept
   */
  undo(target?: UndoTarget, options?: CallOptions): Promise<UndoResult>;
  /**
   * Does again what the newest undo has undone.
   * @throws {FsError} no_change, patch_conflict
   */
  redo(options?: CallOptions): Promise<UndoResult>;
  /** Remembers a point to return to; answers its id. */
  checkpoint(label: string): Promise<string>;
  /**
   * Takes back everything that was changed since a checkpoint, named by its id or by its label (the newest of that name).
   * @throws {FsError} no_change, path_not_found, patch_conflict
   */
  restoreTo(checkpoint: string, options?: CallOptions): Promise<UndoResult>;
}
