// One real change of a file in a form that can be perturbed line by line. Nothing here knows about edit engines.

/** Holds one line of the new text: kept from a line of the file (0-based), or added when `keptFrom` is `null`. */
export interface NewLine {
  readonly text: string;
  readonly keptFrom: number | null;
}

/** Holds a change of one block of lines whose old text occurs once, whatever blanks and look-alikes are ignored. */
export interface RealEdit {
  readonly id: string;
  readonly language: string;
  /** Lines of the file before the change, without endings; every one is ended by LF. */
  readonly fileLines: readonly string[];
  /** First quoted line, 0-based. */
  readonly start: number;
  /** Last quoted line, exclusive. */
  readonly end: number;
  readonly newLines: readonly NewLine[];
  /** The quoted texts end with a line ending. */
  readonly isClosed: boolean;
}

/** Answers the quoted lines of the file. */
export function oldLinesOf({ fileLines, start, end }: RealEdit): readonly string[] {
  return fileLines.slice(start, end);
}

/** Answers the numbers of the quoted lines that the change removes, 0-based in the file. */
export function removedLinesOf({ start, end, newLines }: RealEdit): readonly number[] {
  const kept = new Set(newLines.map((line) => line.keptFrom));
  return Array.from({ length: end - start }, (_, index) => start + index).filter((line) => !kept.has(line));
}
