// The form of a diff: header, hunks, and what a cut says.

import { describe, expect, it } from "vitest";
import { createUnifiedDiff } from "../../../src/edit/unified-diff.js";

describe("createUnifiedDiff", () => {
  it("shows three lines of context and the line numbers of both sides", () => {
    const { diff } = createUnifiedDiff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\ne\nf\n", { path: "src/a.ts" });
    expect(diff).toBe("--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,5 +2,6 @@\n b\n c\n d\n+E\n e\n f\n");
  });

  it("writes one line of a side without its count", () => {
    expect(createUnifiedDiff("a\n", "b\nc\n", { path: "p" }).diff).toContain("@@ -1 +1,2 @@\n");
    expect(createUnifiedDiff("a\nb\n", "c\n", { path: "p" }).diff).toContain("@@ -1,2 +1 @@\n");
  });

  it("is empty for equal texts", () => {
    expect(createUnifiedDiff("a\n", "a\n", { path: "p" })).toEqual({ diff: "", truncated: false });
  });

  it("cannot be made to look like another file's by a name", () => {
    const { diff } = createUnifiedDiff("a\n", "b\n", { path: "x\n+++ b/y" });
    expect(diff.split("\n")[1]).toBe('+++ "b/x\\n+++ b/y"');
  });

  it("cuts a line that is longer than the budget between two characters", () => {
    const { diff, truncated } = createUnifiedDiff("é".repeat(5000), "x", { path: "p", maxBytes: 1000 });
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(diff)).toBeLessThan(1100);
    expect(diff).not.toContain("\ufffd");
    expect(diff).toMatch(/é…\n… 4 more diff lines\n$/);
  });

  it("says how many lines are gone", () => {
    const { diff } = createUnifiedDiff("", "x\n".repeat(100), { path: "p", maxLines: 10 });
    expect(diff.split("\n").slice(-2)).toEqual(["… 93 more diff lines", ""]);
  });
});
