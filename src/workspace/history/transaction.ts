// What a history holds, whether in memory or on disk. Shapes, and the smallest questions about them; no I/O.

import type { AuditContext } from "../interfaces/audit-event.js";
import type { HistoryState } from "../interfaces/workspace-history.js";

/** The content of a version, loaded when it is needed. */
export interface ContentHandle {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex; `null` for a file that was too large to be looked at. */
  readonly sha256: string | null;
  /** The bytes can be loaded. */
  readonly isKept: boolean;
  /** Answers the bytes, never to be changed; `null` when they are not kept (any more) or are damaged. */
  load(): Promise<Uint8Array | null>;
}

/** One version of what is at a path. */
export interface Version {
  readonly type: "file" | "dir" | "other";
  /** Permission bits. */
  readonly mode: number;
  /** Empty for anything but a file. */
  readonly content: ContentHandle;
}

/** Names a path below a root. */
export interface RootedPath {
  /** Canonical path of the root. */
  readonly root: string;
  readonly components: readonly string[];
}

/** What a transaction does to one path. */
export interface TrackedChange extends RootedPath {
  /** How results name the path. */
  readonly path: string;
  /** `null`: nothing was there. */
  readonly before: Version | null;
  /** `null`: nothing is there any more. */
  readonly after: Version | null;
  /** Name of the temporary file beside it, which goes away with the transaction. */
  readonly temporaryName?: string | undefined;
  /** How results name the path that the content came from. */
  readonly movedFrom?: string | undefined;
  /** The whole directory was renamed from there; its content is the same. */
  readonly renamedFrom?: RootedPath | undefined;
}

/** A transaction that is about to happen. */
export interface TransactionDraft {
  readonly tool: string;
  readonly context: AuditContext;
  readonly changes: readonly TrackedChange[];
  readonly label?: string | undefined;
  readonly reverts?: readonly string[] | undefined;
  /** Several steps on disk: a process that is killed in between must leave a way back, also where nothing lasts. */
  readonly isOfSeveral?: boolean | undefined;
}

/** A transaction that is remembered. */
export interface Transaction extends TransactionDraft {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly state: HistoryState;
}

/** A transaction that is happening. */
export interface PendingTransaction {
  readonly id: string | undefined;
  /** Called once every file has its new content. */
  commit(): Promise<void>;
  /** Called once everything is as it was before, or as near to it as somebody else's changes allow. */
  abort(state: "aborted" | "conflicted"): Promise<void>;
}

/** What is looked for in the history. */
export interface TransactionSearch {
  readonly id?: string | undefined;
  readonly toolCallId?: string | undefined;
}

/** Where transactions are remembered. */
export interface TransactionLog {
  /** Nothing is remembered, and nothing needs to be read for it. */
  readonly isOff: boolean;
  /** Bytes of one content that is kept at most. */
  readonly maxContentBytes: number;
  /** Resolves once the transaction is known, before anything of it happens. */
  begin(draft: TransactionDraft): Promise<PendingTransaction>;
  /**
   * Goes through what is remembered, newest first, and reads each when it is asked for. With a search, what neither fits
   * it nor reverts others may be left out.
   */
  newestFirst(search?: TransactionSearch): AsyncIterable<Transaction>;
  /** Marks this moment: what it answers tells, oldest first, which transactions have ended since. */
  mark(): Promise<() => Promise<readonly Transaction[]>>;
  close(): void;
}

/** Stands for a transaction that nobody remembers. */
export const NO_TRANSACTION: PendingTransaction = { id: undefined, commit: async () => {}, abort: async () => {} };

/** Remembers nothing. */
export const NO_LOG: TransactionLog = {
  isOff: true,
  maxContentBytes: 0,
  begin: async () => NO_TRANSACTION,
  newestFirst: async function* () {},
  mark: async () => async () => [],
  close: () => {},
};

/** A content of which only its size, and at best its hash, is known. */
export function createLostContent(size: number, sha256: string | null): ContentHandle {
  return { size, sha256, isKept: false, load: async () => null };
}

const NO_CONTENT = createLostContent(0, null);

/** Makes the version of something that is no file. */
export function createPlainVersion(type: "dir" | "other", mode: number): Version {
  return { type, mode: mode & 0o777, content: NO_CONTENT };
}

/** Tells whether a version can be brought back. */
export function isRestorable(version: Version | null): boolean {
  if (version === null || version.type === "dir") return true;
  return version.type === "file" && version.content.isKept;
}
