// What a patch says, whatever dialect it was written in. Types, and the one question they answer.

/** Holds a patch as it was written: what it asks for, file by file, in its own order. */
export interface ParsedPatch {
  readonly operations: readonly PatchOperation[];
  /** UTF-8 bytes of the text that was parsed. */
  readonly sizeBytes: number;
}

/** Asks for one change of one file. Two operations may name the same file; the later one sees what the earlier one did. */
export type PatchOperation = AddFile | ReplaceFile | UpdateFile | DeleteFile;

interface OperationPlace {
  /** The path as the patch spells it, blanks around it left out; never empty. */
  readonly path: string;
  /** The line of the patch that the operation begins at, 1-based. */
  readonly patchLine: number;
}

/** Asks for a file that does not exist yet. */
export interface AddFile extends OperationPlace {
  readonly type: "add";
  /** The whole content; lines end as the patch wrote them, the last one usually with a line feed. */
  readonly content: string;
  /** The file may be run: mode 755. Absent: the mode of any new file. */
  readonly isExecutable?: boolean | undefined;
}

/** Asks for other content of a file that exists. */
export interface ReplaceFile extends OperationPlace {
  readonly type: "replace";
  readonly content: string;
}

/** Asks for changes inside a file that exists, for another path, or for both. */
export interface UpdateFile extends OperationPlace {
  readonly type: "update";
  /** The path the file gets; `null`: it keeps its own. */
  readonly moveTo: string | null;
  /** In the order of the file; empty only with `moveTo`. */
  readonly hunks: readonly PatchHunk[];
}

/** Asks for a file to go. */
export interface DeleteFile extends OperationPlace {
  readonly type: "delete";
  /** What the patch believes the whole file to be, as hunks that remove it; empty when it does not say. */
  readonly hunks: readonly PatchHunk[];
}

/** Says what happens to the line ending at the end of a file: `keep` leaves a missing one missing. */
export type FinalLineEnding = "keep" | "add" | "remove";

/** Holds lines that stand next to each other, and where to look for them. */
export interface PatchHunk {
  /** The line of the patch that the hunk begins at, 1-based. */
  readonly patchLine: number;
  /** Lines of the file that the hunk lies below, the outermost first. */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** The line of the file that the hunk claims to begin at, 1-based; a hint only, `null` without one. */
  readonly hintLine: number | null;
  /** The hunk must end where the file ends. */
  readonly endsFile: boolean;
  readonly finalLineEnding: FinalLineEnding;
  /** Nothing but the exact lines will do. */
  readonly isExact: boolean;
}

/** Holds one line of a hunk, without the sign in front of it and without its ending. */
export interface HunkLine {
  readonly kind: "keep" | "remove" | "add";
  readonly text: string;
  /** The line was empty, without even a sign: a blank line of the file, or only room between two parts of the patch. */
  readonly isBare: boolean;
}

/** Answers the paths that an operation names, as the patch spells them: one, or two for a move. */
export function pathsOf(operation: PatchOperation): readonly string[] {
  const moveTo = operation.type === "update" ? operation.moveTo : null;
  return moveTo === null ? [operation.path] : [operation.path, moveTo];
}
