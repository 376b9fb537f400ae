// The public shapes of a change of many files at once. Types only.

import type { CallOptions } from "./workspace-files.js";

/** Changes one file as a part of several. */
export interface FileChange {
  readonly path: string;
  /** Lower-case hex sha256 that the file must have now; `null`: nothing may be there; absent: anything may. */
  readonly expectedSha256?: string | null | undefined;
  /** What the file holds afterwards, not to be changed any more; `null` removes the file. */
  readonly content: Uint8Array | null;
  /** Permission bits afterwards; absent keeps those of an existing file, or of the file that it was moved from. */
  readonly fileMode?: number | undefined;
  /** Path of another change of the same call, which removes the file that this content came from. */
  readonly movedFrom?: string | undefined;
}

/** Describes one version of a file. */
export interface FileVersion {
  /** Lower-case hex; `null` for a file that was too large to be looked at. */
  readonly sha256: string | null;
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
}

/** Tells what became of one file. */
export interface ChangedFile {
  /** Path relative to the root, with `/`; absolute for further roots and grants. */
  readonly path: string;
  readonly operation: "create" | "update" | "remove";
  /** `null`: nothing was there. */
  readonly before: FileVersion | null;
  /** `null`: nothing is there any more. */
  readonly after: FileVersion | null;
  readonly movedFrom?: string;
}

/** Says who changes many files. */
export interface ChangesOptions extends CallOptions {
  /** What the history calls the change, such as the name of a tool; default `changes`. */
  readonly tool?: string | undefined;
  /** Creates missing parent directories. */
  readonly createParents?: boolean | undefined;
}

/** Tells what became of many files. */
export interface ChangesResult {
  /** Names the change in the history; absent where there is none. */
  readonly transactionId?: string;
  /** One for each change, in the order of the call. */
  readonly files: readonly ChangedFile[];
}
