// A budget is used up to its last line and byte, and what is missing is counted.

import { describe, expect, it } from "vitest";
import { type DiffBudget, joinWithinBudget, type UnifiedDiff } from "../../../src/edit/diff-budget.js";
import { runAtOnce } from "../../../src/text/steps.js";

const LINES = ["1234\n", "äöü\n", "1234\n"];

function joinAll(lines: readonly string[], budget: DiffBudget): UnifiedDiff {
  return runAtOnce(joinWithinBudget({ lines, count: lines.length }, budget));
}

describe("joinWithinBudget", () => {
  it("keeps what fits exactly", () => {
    expect(joinAll(LINES, { maxLines: 3, maxBytes: 17 })).toEqual({ diff: LINES.join(""), truncated: false });
  });

  it("counts bytes, not characters", () => {
    expect(joinAll(LINES, { maxLines: 3, maxBytes: 16 })).toEqual({
      diff: "1234\näöü\n… 1 more diff line\n",
      truncated: true,
    });
  });

  it("does not go on with a shorter line behind one that did not fit", () => {
    const { diff } = joinAll(["12345678\n", "1\n", "2\n"], { maxLines: 9, maxBytes: 5 });
    expect(diff).toBe("… 3 more diff lines\n");
  });

  it("shows the beginning of a line for as many bytes as are left, from 80 on", () => {
    const long = `${"x".repeat(200)}\n`;
    const cut = (maxBytes: number): string => joinAll(["12345\n", long], { maxLines: 9, maxBytes }).diff;
    expect(cut(86)).toBe(`12345\n${"x".repeat(80)}…\n… 1 more diff line\n`);
    expect(cut(85)).toBe("12345\n… 1 more diff line\n");
  });

  it("shows nothing of a line that is one too many", () => {
    const long = `${"x".repeat(200)}\n`;
    expect(joinAll([long, long], { maxLines: 1, maxBytes: 300 }).diff).toBe(`${long}… 1 more diff line\n`);
  });

  it("counts lines that nobody writes any more", () => {
    function* lines(): Generator<string> {
      yield "1\n";
      yield "2\n";
      throw new Error("a third line was asked for");
    }
    const { diff } = runAtOnce(joinWithinBudget({ lines: lines(), count: 1000 }, { maxLines: 1, maxBytes: 100 }));
    expect(diff).toBe("1\n… 999 more diff lines\n");
  });
});
