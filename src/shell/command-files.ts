// The files of a workspace as a runner in memory needs them. Types only; a workspace's file system has this shape.

/** What is at a path. */
export interface CommandFileStat {
  readonly type: "file" | "dir" | "symlink" | "other";
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
}

/** One page of a directory. */
export interface CommandFileList {
  readonly entries: readonly { readonly name: string; readonly type: CommandFileStat["type"] }[];
  readonly truncated: boolean;
}

/** Reads and changes files through the boundary; every failure is an `FsError`. */
export interface CommandFiles {
  /** Answers `null` when nothing is there. */
  stat(path: string): Promise<CommandFileStat | null>;
  /** Reads a whole file. */
  readFile(path: string): Promise<Uint8Array>;
  /** Creates or replaces a file. */
  writeBytes(path: string, bytes: Uint8Array, options: { readonly createParents: boolean }): Promise<unknown>;
  /** Lists one page of a directory. */
  list(path: string, options: { readonly includeIgnored: boolean; readonly offset: number }): Promise<CommandFileList>;
  /** Makes a directory. */
  mkdir(path: string, options: { readonly recursive: boolean }): Promise<void>;
  /** Copies one file. */
  copy(path: string, targetPath: string, options: { readonly overwrite: boolean }): Promise<void>;
  /** Moves a file or a directory. */
  move(path: string, targetPath: string, options: { readonly overwrite: boolean }): Promise<void>;
  /** Removes a file or a directory. */
  remove(path: string, options: { readonly recursive: boolean }): Promise<void>;
}
