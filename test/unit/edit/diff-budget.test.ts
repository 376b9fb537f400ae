// A budget is used up to its last line and byte, and what is missing is counted.

import { describe, expect, it } from "vitest";
import { joinWithinBudget } from "../../../src/edit/diff-budget.js";

const LINES = ["1234\n", "äöü\n", "1234\n"];

describe("joinWithinBudget", () => {
  it("keeps what fits exactly", () => {
    expect(joinWithinBudget(LINES, { maxLines: 3, maxBytes: 17 })).toEqual({ diff: LINES.join(""), truncated: false });
  });

  it("counts bytes, not characters", () => {
    expect(joinWithinBudget(LINES, { maxLines: 3, maxBytes: 16 })).toEqual({
      diff: "1234\näöü\n… 1 more diff line\n",
      truncated: true,
    });
  });

  it("does not go on with a shorter line behind one that did not fit", () => {
    const { diff } = joinWithinBudget(["12345678\n", "1\n", "2\n"], { maxLines: 9, maxBytes: 5 });
    expect(diff).toBe("… 3 more diff lines\n");
  });

  it("shows the beginning of a line for as many bytes as are left, from 80 on", () => {
    const long = `${"x".repeat(200)}\n`;
    const cut = (maxBytes: number): string => joinWithinBudget(["12345\n", long], { maxLines: 9, maxBytes }).diff;
    expect(cut(86)).toBe(`12345\n${"x".repeat(80)}…\n… 1 more diff line\n`);
    expect(cut(85)).toBe("12345\n… 1 more diff line\n");
  });

  it("shows nothing of a line that is one too many", () => {
    const long = `${"x".repeat(200)}\n`;
    expect(joinWithinBudget([long, long], { maxLines: 1, maxBytes: 300 }).diff).toBe(`${long}… 1 more diff line\n`);
  });
});
