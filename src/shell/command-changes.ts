// What a command changed in the files of a workspace, for whoever reads its result. Types only.

/** Names a path that an undo does not bring back. */
export interface NotUndoablePath {
  /** As results name it. */
  readonly path: string;
  /** Why, in a few words. */
  readonly reason: string;
}

/** Tells what changed while a command ran, and whether the history can take it back. */
export interface CommandChanges {
  /** Files and directories that are not what they were; absent where nobody could look at all of them. */
  readonly paths?: number | undefined;
  /** Every one of them can be undone. */
  readonly undoable: boolean;
  /** Names the change in the history; absent where nothing was recorded. */
  readonly checkpoint?: string | undefined;
  /** Paths that stay as the command left them, the first ten. */
  readonly notUndoable?: readonly NotUndoablePath[] | undefined;
  /** All such paths; absent where there is none. */
  readonly notUndoableCount?: number | undefined;
  /** What else is to be known, as a part of a sentence. */
  readonly note?: string | undefined;
}
