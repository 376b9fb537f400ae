// A line that newText has and oldText lacks would stand in the file twice.

import { describe, expect, it } from "vitest";
import { applyEditsToNormalizedContent } from "../../../src/edit/apply-to-text.js";
import { isFsError } from "../../../src/errors.js";

function apply(text: string, oldText: string, newText: string): string {
  try {
    return applyEditsToNormalizedContent(text, [{ oldText, newText }], "file").newContent;
  } catch (error) {
    if (isFsError(error)) return `${error.kind} ${String(error.details?.["line"])}`;
    throw error;
  }
}

const FILE = "const first = one();\nconst second = two();\n\nconst third = three();\nreturn first;\n";

describe("an edit", () => {
  it.each<[name: string, oldText: string, newText: string, line: number]>([
    ["the line above", "const second = two();\n", "const first = one();\nconst second = 2;\n", 1],
    ["the line below", "const second = two();\n", "const second = 2;\n\nconst third = three();\n", 4],
    ["the line above, behind blank ones", "const third = three();", "const second = two();\n\nconst third = 3;", 2],
    ["the head of the line", "second = two();", "const second = 2;", 2],
    ["the tail of the line", "const third", "const fourth = three();", 4],
    [
      "the line above, in another layout",
      "  const second = two();\n",
      "  const first = one();\n  const second = 2;\n",
      1,
    ],
  ])("is refused when newText alone has %s", (_, ...[oldText, newText, line]) => {
    expect(apply(FILE, oldText, newText)).toBe(`parse_error ${line}`);
  });

  it.each<[name: string, oldText: string, newText: string, expected: string]>([
    [
      "is no more than a line of the file",
      "const second = two();",
      "const first = one();",
      FILE.replace("second = two", "first = one"),
    ],
    [
      "has a short line",
      "const third = three();\n",
      "return 1;\nconst third = 3;\n",
      FILE.replace("const third = three()", "return 1;\nconst third = 3"),
    ],
    [
      "has what oldText has",
      "const first = one();\nconst second",
      "const first = one();\nconst other",
      FILE.replace("second", "other"),
    ],
  ])("applies where newText %s", (_, ...[oldText, newText, expected]) => {
    expect(apply(FILE, oldText, newText)).toBe(expected);
  });
});
