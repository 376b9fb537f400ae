// The engine and its diffs for programs that hold texts.

import { describe, expect, it } from "vitest";
import {
  applyEditsToNormalizedContent,
  generateDiffString,
  generateUnifiedPatch,
} from "../../../src/edit/apply-to-text.js";

const EDITS = [{ oldText: "twö", newText: "2\n2½" }];

describe("applyEditsToNormalizedContent", () => {
  it("keeps what is not replaced, the byte order mark and each line ending included", () => {
    const content = "\ufeffone\r\ntwö\nthree";
    expect(applyEditsToNormalizedContent(content, EDITS, "a.txt")).toEqual({
      baseContent: content,
      newContent: "\ufeffone\r\n2\n2½\nthree",
    });
  });

  it("refuses as a file would, under the given name", () => {
    const edits = [{ oldText: "two", newText: "2" }];
    expect(() => applyEditsToNormalizedContent("one\n", edits, "src/a.ts")).toThrow(
      expect.objectContaining({ kind: "text_not_found", path: "src/a.ts" }),
    );
  });
});

describe("generateUnifiedPatch", () => {
  it("shows all of it, however long", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} ${"x".repeat(40)}\n`);
    const patch = generateUnifiedPatch("long.txt", "", lines.join(""));
    expect(patch.split("\n").length).toBe(1000 + 4);
    expect(patch.split("\n").slice(0, 4)).toEqual([
      "--- a/long.txt",
      "+++ b/long.txt",
      "@@ -0,0 +1,1000 @@",
      `+${lines[0]?.trimEnd()}`,
    ]);
  });

  it("shows as many lines around a change as are asked for, three by default", () => {
    const [before, after] = ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n"];
    expect(generateUnifiedPatch("f.ts", before, after)).toContain("@@ -2,7 +2,7 @@\n 2\n");
    expect(generateUnifiedPatch("f.ts", before, after, 1)).toContain("@@ -4,3 +4,3 @@\n 4\n-5\n+X\n 6\n");
    expect(generateUnifiedPatch("f.ts", before, after, 0)).toContain("@@ -5 +5 @@\n-5\n+X\n");
  });
});

describe("generateDiffString", () => {
  it("is empty for equal texts", () => {
    expect(generateDiffString("a\nb\n", "a\nb\n")).toEqual({ diff: "", firstChangedLine: undefined });
  });

  it("numbers removed lines as in the old text and added ones as in the new, with dots between changes", () => {
    const oldText = "a\nb\nc\nd\ne\nf\n";
    const newText = "a\nB\nBB\nc\nD\n";
    expect(generateDiffString(oldText, newText, 0)).toEqual({
      diff: ["   ...", "-2 b", "+2 B", "+3 BB", "   ...", "-4 d", "-5 e", "-6 f", "+5 D"].join("\n"),
      firstChangedLine: 2,
    });
  });

  it("shows four lines around a change, and dots for the others", () => {
    const lines = Array.from({ length: 14 }, (_, index) => `l${index + 1}`);
    const { diff, firstChangedLine } = generateDiffString(lines.join("\n"), lines.with(6, "new").join("\n"));
    expect(diff.split("\n")).toEqual([
      "    ...",
      ...[3, 4, 5, 6].map((line) => `  ${line} l${line}`),
      "- 7 l7",
      "+ 7 new",
      ...["  8 l8", "  9 l9", " 10 l10", " 11 l11"],
      "    ...",
    ]);
    expect(firstChangedLine).toBe(7);
  });

  it("shows each line once where the lines around two changes overlap", () => {
    expect(generateDiffString("a\nb\nc\nd\n", "A\nb\nc\nD\n").diff.split("\n")).toEqual([
      ...["-1 a", "+1 A", " 2 b", " 3 c", "-4 d", "+4 D"],
    ]);
  });

  it("shows lines without their endings, whichever those are", () => {
    expect(generateDiffString("a\r\nb", "a\r\nB\r\nc\n").diff).toBe(" 1 a\n-2 b\n+2 B\n+3 c");
  });
});

describe("an argument that cannot be meant", () => {
  const untyped: Readonly<Record<string, (...given: readonly never[]) => unknown>> = {
    applyEditsToNormalizedContent: applyEditsToNormalizedContent as never,
    generateUnifiedPatch: generateUnifiedPatch as never,
    generateDiffString: generateDiffString as never,
  };

  it.each<[name: string, given: readonly unknown[]]>([
    ["generateUnifiedPatch", ["a\n", "b\n"]],
    ["generateUnifiedPatch", ["one\ntwo\n", "one\n2\n", "f.ts"]],
    ["generateUnifiedPatch", ["", "a", "b"]],
    ["generateUnifiedPatch", ["f.ts", ["a"], "b"]],
    ["generateUnifiedPatch", ["f.ts", { content: "a" }, "b"]],
    ["generateUnifiedPatch", [{ path: "f.ts" }, "a", "b"]],
    ["generateUnifiedPatch", ["f.ts", "a", "b", { context: 3 }]],
    ["generateUnifiedPatch", ["f.ts", "a", "b", -1]],
    ["generateUnifiedPatch", ["f.ts", "a", "b", 1.5]],
    ["generateDiffString", ["a"]],
    ["generateDiffString", ["f.ts", "a", "b"]],
    ["generateDiffString", [Buffer.from("a"), "b"]],
    ["generateDiffString", ["a", null]],
    ["applyEditsToNormalizedContent", ["one\ntwö\n", EDITS]],
    ["applyEditsToNormalizedContent", ["a.txt", "one\ntwö\n", EDITS]],
    ["applyEditsToNormalizedContent", ["one\ntwö\n", EDITS[0], "a.txt"]],
    ["applyEditsToNormalizedContent", ["one\ntwö\n", ["twö"], "a.txt"]],
    ["applyEditsToNormalizedContent", ["one\ntwö\n", [{ oldText: "twö" }], "a.txt"]],
    ["applyEditsToNormalizedContent", ["one\ntwö\n", [null], "a.txt"]],
  ])("is a TypeError of %s: %j", (name, given) => {
    expect(() => untyped[name]?.(...(given as readonly never[]))).toThrow(TypeError);
  });
});
