// However long a diff and its lines are: lines that are shown and lines that are said to be missing are all of them.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createUnifiedDiff } from "../../src/edit/unified-diff.js";
import { presentDiff } from "../../src/tools/presenting/present-diff.js";
import { propertyRuns } from "../support/property-runs.js";

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("same", "", "dots …", "…", "… 3 more diff lines") },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 200 }).map((count) => "x".repeat(count)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 7000 }).map((count) => "ü".repeat(count)) },
);
const text = fc.array(line, { maxLength: 500 }).map((lines) => lines.map((one) => `${one}\n`).join(""));

function linesOf(diff: string): readonly string[] {
  return diff.split("\n").slice(0, -1);
}

it("shown and hidden lines are all lines of the diff", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const whole = linesOf(
        createUnifiedDiff(before, after, { path: "a", maxLines: Infinity, maxBytes: Infinity }).diff,
      );
      const shown = presentDiff(createUnifiedDiff(before, after, { path: "a" }).diff).split("\n");
      const changed = shown.findIndex((one, index) => one !== whole[index]);
      const hidden = Number(/^… (\d+) more diff lines?$/.exec(shown.at(-1) ?? "")?.[1] ?? 0);
      expect((changed === -1 ? shown.length : changed) + hidden).toBe(whole.length);
    }),
    { numRuns: propertyRuns(300) },
  );
});

it.each([10, 11, 12])("a cut right behind a line is told as well (%i bytes more)", (more) => {
  const diff = `--- a/a\n+++ b/a\n${`+${"y".repeat(1021)}\n`.repeat(5)}+${"z".repeat(1000 + more)}\n+last\n`;
  const shown = presentDiff(diff).split("\n");
  const hidden = Number(/\d+/.exec(shown.at(-1) ?? "")?.[0] ?? 0);
  expect(shown.length - 1 + hidden).toBe(linesOf(diff).length);
});
