// What the tools of another package are to the benchmark. An ability is left out where the package has no tool for it.

/** The abilities of a package, each one call of one of its tools. All paths are relative to the opened directory. */
export interface Abilities {
  /** Answers what a model would be shown of some lines; `firstLine` is 1-based. */
  readLines?(path: string, firstLine: number, lines: number): Promise<string>;
  /** Answers what a model would be shown of the first lines, where there is no way to read others. */
  readFirst?(path: string, lines: number): Promise<string>;
  readLast?(path: string, lines: number): Promise<string>;
  readWhole?(path: string): Promise<string>;
  /** Answers the lines that hold a text, as printed, and at most about `maxHits` where the tool takes a limit. */
  grep?(literal: string, maxHits: number): Promise<readonly string[]>;
  /** Answers relative paths in any order. */
  glob?(pattern: string): Promise<readonly string[]>;
  /** Changes the one place that has the text; rejects where the tool refuses. */
  edit?(path: string, oldText: string, newText: string): Promise<void>;
  /** Replaces a file. */
  write?(path: string, content: string): Promise<void>;
}

/** The tools over one directory. Must be closed. */
export interface OpenPeer {
  readonly abilities: Abilities;
  /** The process that does the work, where it is not this one. */
  readonly serverPid?: number;
  close(): Promise<void>;
}

/** Opens the tools of a package over a directory. */
export type OpenTools = (directory: string) => Promise<OpenPeer>;
