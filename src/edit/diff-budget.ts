// Keeps a diff within a budget of lines and bytes, and says how much is gone. Pure.

import { MAX_DIFF_BYTES, MAX_DIFF_LINES } from "../limits.js";
import { cutUtf8, utf8Length } from "../text/cut-text.js";
import { LINES_PER_STEP, type Steps } from "../text/steps.js";

/** Limits a diff; bytes are UTF-8. */
export interface DiffBudget {
  readonly maxLines: number;
  readonly maxBytes: number;
}

/** Holds the text of a diff. */
export interface UnifiedDiff {
  readonly diff: string;
  /** Lines are missing; the last line then says how many. */
  readonly truncated: boolean;
}

/** Answers the budget of a diff: the usual one, or none for a diff that a person decides on. */
export function diffBudgetFor(wholeDiff: boolean | undefined): DiffBudget {
  if (wholeDiff === true) return { maxLines: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
  return { maxLines: MAX_DIFF_LINES, maxBytes: MAX_DIFF_BYTES };
}

// Bytes of a line that does not fit that are still worth showing.
const MIN_CUT_BYTES = 80;

const CUT_END = "…\n";

/** Holds the lines of a diff, each ended by LF, and how many they are. */
export interface CountedLines {
  readonly lines: Iterable<string>;
  readonly count: number;
}

/** Joins diff lines until the budget is used up; the last line then says how many are missing. */
export function* joinWithinBudget({ lines, count }: CountedLines, budget: DiffBudget): Steps<UnifiedDiff> {
  const { maxLines, maxBytes } = budget;
  const measure = createMeasure(maxBytes);
  const parts: string[] = [];
  const part: string[] = [];
  let bytes = 0;
  let kept = 0;
  let unfit: string | undefined;
  for (const line of lines) {
    const lineBytes = measure(line);
    if (kept === maxLines || bytes + lineBytes > maxBytes) {
      unfit = line;
      break;
    }
    bytes += lineBytes;
    kept += 1;
    if (part.push(line) < LINES_PER_STEP) continue;
    parts.push(part.splice(0).join(""));
    yield;
  }
  if (unfit !== undefined) kept -= endPart(part, kept === maxLines ? "" : cutLine(unfit, maxBytes - bytes));
  const missing = count - kept;
  if (missing > 0) part.push(`… ${missing} more diff ${missing === 1 ? "line" : "lines"}\n`);
  return { diff: [...parts, ...part].join(""), truncated: missing > 0 };
}

/** Nothing is too long for no limit, so nothing need be measured. */
function createMeasure(maxBytes: number): (line: string) => number {
  return maxBytes === Number.POSITIVE_INFINITY ? () => 0 : utf8Length;
}

/** Ends with a line that is cut, or drops those that read like one, so that nobody has to guess; answers how many. */
function endPart(lines: string[], cut: string): number {
  if (cut === "") return lines.splice(lines.findLastIndex((line) => !line.endsWith(CUT_END)) + 1).length;
  lines.push(cut);
  return 0;
}

function cutLine(line: string, maxBytes: number): string {
  return maxBytes < MIN_CUT_BYTES ? "" : cutUtf8(line, maxBytes) + CUT_END;
}
