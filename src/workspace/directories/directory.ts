// The port to a tree of files: one held directory, and operations on single names in it. Types only.
// Whoever implements it answers for the fact that a name never leads anywhere else than into the held directory.

/** Tells what a directory entry is, without following it. */
export type NodeType = "file" | "dir" | "symlink" | "other";

/** Describes one node of a tree of files. */
export interface NodeStat {
  readonly type: NodeType;
  /** Says what a node of the type `other` is, such as `a named pipe`. */
  readonly special?: string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Permission bits, set-user-ID, set-group-ID and sticky bits included. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
  /** The time of the last change of any kind, by the clock of the file system; 0 where `version` tells every change. */
  readonly changedMs: number;
  /** Equal for two names of the same node. */
  readonly identity: string;
  /** Differs after every change of the node's content that the platform records. */
  readonly version: string;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** What `identity` and `version` are made of, as plain numbers, where a platform tells it: quick to compare. */
  readonly stamp?: readonly number[] | undefined;
}

/** An entry as it was seen. */
export interface SeenNode {
  readonly name: string;
  readonly node: NodeStat;
}

/** One entry of a directory, as its listing gives it. */
export interface NodeEntry {
  /** The name as `decodeName` reads it, so that it also stands for bytes that are no UTF-8. */
  readonly name: string;
  readonly type: NodeType;
}

/** A regular file that is held open for reading. */
export interface OpenFile {
  /** The whole content, where it is in memory already; never to be changed. */
  readonly content?: Uint8Array;
  /** What was there when it was opened, where that had to be looked at. */
  readonly found?: NodeStat;
  /** Describes it as it is now. */
  stat(): NodeStat;
  /** Fills `target` from `position` (0-based) on and answers the bytes read; 0 at the end. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Does the same without leaving the current turn of the event loop; meant for small files. */
  readSync(target: Uint8Array, position: number): number;
  close(): void;
}

/** One node that is held by itself where the platform can do that, and named again where it cannot. */
export interface HeldNode {
  /** What was there when it was held. */
  readonly stat: NodeStat;
  /** Opens a regular file as {@link Directory.openFile} does, and lets go of the node. */
  openFile(): OpenFile;
  /** Lets go of the node, unless that was done before. */
  close(): void;
}

/** A regular file that is being made under a temporary name. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Sets permission bits, and the owner where the platform lets it. */
  finish(mode: number, owner: NodeStat["owner"] | undefined): void;
  /** Sets the time of the last change of the content, in milliseconds since the epoch; after `finish`. */
  setModified(mtimeMs: number): void;
  /** Resolves once the content is on the disk. */
  flush(): Promise<void>;
  close(): void;
}

/**
 * One directory that is held open. Each `name` is a single component, never a path, `.` or `..`.
 * Methods throw the platform's errors (`code` such as `ENOENT`); the gate turns them into `FsError`.
 */
export interface Directory {
  readonly identity: string;
  /** Describes the held directory itself. */
  stat(): NodeStat;
  /** Describes an entry without following it; `null` means that there is none. */
  lookup(name: string): NodeStat | null;
  /**
   * Tells whether entries are the very nodes that were seen, and unchanged: so many at once take half of the time. Says
   * no more than that, and may deny it where a look would not.
   */
  areAsSeen(seen: readonly SeenNode[]): boolean;
  /** Answers only the time of its last change, in milliseconds since the epoch, which takes three quarters of the time. */
  modifiedMs(name: string): number | null;
  /** Answers the target of a link; `null` means that the entry is not a link (any more). */
  readLink(name: string): string | null;
  /** Holds a directory below this one; throws `ENOTDIR` for anything else, a link included. */
  openDirectory(name: string): Directory;
  /** Holds the same directory once more, independent of this handle. */
  reopen(): Directory;
  /** Opens a regular file; throws `ELOOP` for a link and `ENOTFILE` for anything else, without opening it. */
  openFile(name: string): OpenFile;
  /** Holds an entry without following it; `null` means that there is none. Costs a look and half of an opening. */
  hold(name: string): HeldNode | null;
  /** Creates a file with mode `0o600`; throws `EEXIST` when the name is taken. */
  createFile(name: string): NewFile;
  /** Throws `EACCES`, `EPERM` or `EROFS` when the process may not write the file. */
  assertWritable(name: string): void;
  makeDirectory(name: string): void;
  /** Renames within the tree, replacing a file at the target. */
  rename(name: string, target: Directory, targetName: string): void;
  /** Gives a file a second name within the tree; throws `EEXIST` when the name is taken. */
  link(name: string, target: Directory, newName: string): void;
  unlink(name: string): void;
  /** Removes an empty directory. */
  removeDirectory(name: string): void;
  /** Lists the entries in no particular order, without following any. */
  entries(): readonly NodeEntry[];
  /** Lists the same in pieces, so that something else can run between two of a very large directory. */
  entryBatches(): Iterable<readonly NodeEntry[]>;
  /** Resolves once the entries are on the disk. */
  flush(): Promise<void>;
  /** Fails with `ESTALE` when the directory is no longer where it was below its root. */
  assertInPlace(): void;
  /** Answers a path that a child process may enter while this directory is held; `null` where there is no disk. */
  pathForChild(): string | null;
  close(): void;
}

/** Lists some entries: all of them, or at least `most`. The rest of a large directory is not read. */
export function listSome(directory: Directory, most: number): readonly NodeEntry[] {
  const found: NodeEntry[] = [];
  for (const batch of directory.entryBatches()) {
    for (const entry of batch) found.push(entry);
    if (found.length >= most) break;
  }
  return found;
}
