// Keeps a diff within a budget of lines and bytes, and says how much is gone. Pure.

import { cutUtf8, utf8Length } from "../text/cut-text.js";

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

// Bytes of a line that does not fit that are still worth showing.
const MIN_CUT_BYTES = 80;

/** Joins diff lines, which end in LF, until the budget is used up; the last line then says how many are missing. */
export function joinWithinBudget(diffLines: Iterable<string>, budget: DiffBudget): UnifiedDiff {
  let diff = "";
  let bytes = 0;
  let kept = 0;
  let missing = 0;
  for (const line of diffLines) {
    const lineBytes = missing === 0 ? utf8Length(line) : 0;
    if (missing > 0 || kept >= budget.maxLines || bytes + lineBytes > budget.maxBytes) {
      if (missing === 0 && kept < budget.maxLines) diff += cutLine(line, budget.maxBytes - bytes);
      missing += 1;
      continue;
    }
    diff += line;
    bytes += lineBytes;
    kept += 1;
  }
  if (missing === 0) return { diff, truncated: false };
  return { diff: `${diff}… ${missing} more diff ${missing === 1 ? "line" : "lines"}\n`, truncated: true };
}

function cutLine(line: string, maxBytes: number): string {
  return maxBytes < MIN_CUT_BYTES ? "" : `${cutUtf8(line, maxBytes)}…\n`;
}
