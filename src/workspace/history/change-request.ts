// The shapes of a change of many files on its way: what was asked for, and the places that were reached. Types only.

import type { ChangesOptions, FileChange } from "../interfaces/file-changes.js";
import type { Place } from "../paths/walk-path.js";
import type { ChangeTarget } from "./change-target.js";

/** Asks for a directory to be there, or to be gone unless something is in it. */
export interface DirectoryChange {
  readonly path: string;
  readonly isWanted: boolean;
}

/** A directory to be there or gone, with the place that leads to it. */
export interface DirectoryTarget {
  readonly place: Place;
  readonly isWanted: boolean;
}

/** Says what changes, and who asks. */
export interface ChangesRequest {
  readonly changes: readonly FileChange[];
  readonly options: ChangesOptions;
  /** Directories that come with the files. */
  readonly directories?: readonly DirectoryChange[] | undefined;
  /** Bytes of one new content at most; default the limit of the workspace. */
  readonly maxBytes?: number | undefined;
  /** The transactions that this one undoes or redoes. */
  readonly reverts?: readonly string[] | undefined;
}

/** What a change set concerns. */
export interface ChangeSetParts {
  readonly targets: readonly ChangeTarget[];
  readonly directories: readonly DirectoryTarget[];
}
