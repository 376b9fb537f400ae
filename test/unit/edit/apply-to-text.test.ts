// The engine and its diffs for programs that hold texts.

import { describe, expect, it } from "vitest";
import {
  applyEditsToNormalizedContent,
  generateDiffString,
  generateUnifiedPatch,
} from "../../../src/edit/apply-to-text.js";

describe("applyEditsToNormalizedContent", () => {
  it("keeps what is not replaced, the byte order mark and each line ending included", () => {
    const content = "\ufeffone\r\ntwö\nthree";
    expect(applyEditsToNormalizedContent(content, [{ oldText: "twö", newText: "2\n2½" }])).toBe(
      "\ufeffone\r\n2\n2½\nthree",
    );
  });

  it("refuses as a file would, under a name for the text", () => {
    const edits = [{ oldText: "two", newText: "2" }];
    expect(() => applyEditsToNormalizedContent("one\n", edits)).toThrow(
      expect.objectContaining({ kind: "text_not_found", path: "content" }),
    );
  });
});

describe("generateUnifiedPatch", () => {
  it("shows all of it, however long", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} ${"x".repeat(40)}\n`);
    const patch = generateUnifiedPatch("", lines.join(""), "long.txt");
    expect(patch.split("\n").length).toBe(1000 + 4);
    expect(patch.split("\n").slice(0, 4)).toEqual([
      "--- a/long.txt",
      "+++ b/long.txt",
      "@@ -0,0 +1,1000 @@",
      `+${lines[0]?.trimEnd()}`,
    ]);
  });
});

describe("generateDiffString", () => {
  it("is empty for equal texts", () => {
    expect(generateDiffString("a\nb\n", "a\nb\n")).toBe("");
  });

  it("numbers removed lines as in the old text and added ones as in the new, with a sign between changes", () => {
    const oldText = "a\nb\nc\nd\ne\nf\n";
    const newText = "a\nB\nBB\nc\nD\n";
    expect(generateDiffString(oldText, newText)).toBe(
      ["-2\tb", "+2\tB", "+3\tBB", "…", "-4\td", "-5\te", "-6\tf", "+5\tD"].join("\n"),
    );
  });

  it("shows lines without their endings, whichever those are", () => {
    expect(generateDiffString("a\r\nb", "a\r\nB\r\nc\n")).toBe("-2\tb\n+2\tB\n+3\tc");
  });
});
