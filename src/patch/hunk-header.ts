// The line that a hunk begins with, `@@`: an anchor, or the line numbers of a unified diff. Pure strings.

/** Holds the numbers of a unified hunk header; lines are 1-based, 0 for an empty side. */
export interface HunkNumbers {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newCount: number;
}

/** Tells what a hunk header says. */
export interface HunkHeader {
  /** `null` when there are none. */
  readonly numbers: HunkNumbers | null;
  /** The line that the hunk lies below; `null` when none is named. What follows line numbers is no anchor. */
  readonly anchor: string | null;
}

const NUMBERS = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))?(?: @@|\s*$)/;

/** Tells whether a line is a hunk header. */
export function isHunkHeader(line: string): boolean {
  return line.startsWith("@@");
}

/** Reads a line that {@link isHunkHeader}. */
export function readHunkHeader(line: string): HunkHeader {
  const numbers = NUMBERS.exec(line);
  if (numbers !== null) {
    const [, oldStart, oldCount = "1", newCount = "1"] = numbers;
    const counts = { oldCount: Number(oldCount), newCount: Number(newCount) };
    return { numbers: { oldStart: Number(oldStart), ...counts }, anchor: null };
  }
  const text = line
    .slice(2)
    .trimEnd()
    .replace(/(?:^|\s)@@$/, "");
  const anchor = text.startsWith(" ") ? text.slice(1) : text;
  const isEmpty = /^[\s.…]*$/.test(anchor);
  return { numbers: null, anchor: isEmpty ? null : anchor };
}
