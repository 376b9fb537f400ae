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
  readFile(path: string): Promise<Uint8Array>;
  writeBytes(path: string, bytes: Uint8Array, options: { readonly createParents: boolean }): Promise<unknown>;
  list(path: string, options: { readonly includeIgnored: boolean; readonly offset: number }): Promise<CommandFileList>;
  mkdir(path: string, options: { readonly recursive: boolean }): Promise<void>;
  copy(path: string, targetPath: string, options: { readonly overwrite: boolean }): Promise<void>;
  move(path: string, targetPath: string, options: { readonly overwrite: boolean }): Promise<void>;
  remove(path: string, options: { readonly recursive: boolean }): Promise<void>;
}
