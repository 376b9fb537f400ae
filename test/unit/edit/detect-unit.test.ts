// One level of indentation, as most lines of a file have it.

import { expect, it } from "vitest";
import { detectIndentationUnit } from "../../../src/edit/detect-unit.js";
import { createLineIndex } from "../../../src/edit/line-index.js";

function detect(text: string, line = 0): string | null {
  return detectIndentationUnit(createLineIndex(text), line);
}

it.each<[name: string, text: string, expected: string | null]>([
  ["tabs", "a\n\tb\n\t\tc\nd\n", "\t"],
  ["four spaces", "a\n    b\n        c\n    d\n", "    "],
  ["two spaces, though one line is deeper by three", "a\n  b\n     c\nd\n  e\nf\n  g\n", "  "],
  ["nothing by two against two", "a\n  b\nc\n    d\ne\n", null],
  ["nothing without indentation", "a\nb\n", null],
  ["nothing in an empty file", "", null],
  ["levels across blank lines", "a\n\n   \n  b\n", "  "],
  ["no level in a line that changes the blanks", "a\n  b\n\t\tc\n", "  "],
  ["the first line, which is indented itself", "    a\n", "    "],
])("finds %s", (_, text, expected) => {
  expect(detect(text)).toBe(expected);
});

it("looks at a thousand lines above and below", () => {
  const text = `  b\n${"a\n".repeat(999)}c\n\td\n${"a\n".repeat(999)}    f\n`;
  expect([1000, 1001, 1002].map((line) => detect(text, line))).toEqual([null, "\t", null]);
});
