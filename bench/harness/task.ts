// What an item asks for, as data, so that the tools of other packages can be asked the same.

/** One exact change of a file. */
export interface Change {
  readonly oldText: string;
  readonly newText: string;
}

interface InDirectory {
  /** Absolute path of the directory that the tools are opened in; all other paths are relative to it. */
  readonly directory: string;
}

/** Reads a window of a file of numbered lines; `isTail` asks for its last lines. */
export interface ReadTask extends InDirectory {
  readonly kind: "read";
  readonly file: string;
  /** 1-based. */
  readonly firstLine: number;
  readonly lines: number;
  readonly isTail: boolean;
}

/** Reads a whole file of numbered lines, page after page. */
export interface PageTask extends InDirectory {
  readonly kind: "page";
  readonly file: string;
  readonly lines: number;
}

/** Finds lines that hold a text: all of them, or the first `maxHits`. */
export interface GrepTask extends InDirectory {
  readonly kind: "grep";
  readonly literal: string;
  readonly maxHits: number;
}

/** Finds the paths of all files by a pattern. */
export interface GlobTask extends InDirectory {
  readonly kind: "glob";
  readonly pattern: string;
}

/** Changes a file there and back; `isMiss` says that the changes are to be refused. */
export interface EditTask extends InDirectory {
  readonly kind: "edit";
  readonly file: string;
  readonly changes: readonly [Change, Change];
  /** The same changes by texts that stand in the file exactly. */
  readonly exactChanges: readonly [Change, Change];
  readonly isMiss: boolean;
}

/** Reads small files that all have the same content. */
export interface ReadFilesTask extends InDirectory {
  readonly kind: "read files";
  readonly files: readonly string[];
  readonly content: string;
  readonly atOnce: boolean;
}

/** Overwrites small files one after another; each round asks for another content. */
export interface WriteFilesTask extends InDirectory {
  readonly kind: "write files";
  readonly files: readonly string[];
  contentOf(version: number): string;
}

/** Whatever tools of other packages can be asked for. */
export type Task = ReadTask | PageTask | GrepTask | GlobTask | EditTask | ReadFilesTask | WriteFilesTask;

/** Tells whether a task leaves its files other than they were, so that each package needs files of its own. */
export function isChanging(task: Task): boolean {
  return task.kind === "edit" || task.kind === "write files";
}
