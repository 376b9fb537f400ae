// Lines are paired as the package `diff` pairs them, in a fraction of its time: an oracle within the budget.

import { diffArrays } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignLines, findGaps, type LinePair } from "../../src/edit/align-lines.js";
import { propertyRuns } from "../support/property-runs.js";

const lists = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 30 });

function pairByPackage(oldLines: readonly string[], newLines: readonly string[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let [oldIndex, newIndex] = [0, 0];
  for (const { added, removed, count } of diffArrays([...oldLines], [...newLines])) {
    for (let step = 0; step < count && !added && !removed; step += 1) pairs.push([oldIndex + step, newIndex + step]);
    if (!added) oldIndex += count;
    if (!removed) newIndex += count;
  }
  return pairs;
}

describe("alignLines", () => {
  it("pairs equal lines in ascending order, and as many as there can be", () => {
    fc.assert(
      fc.property(lists, lists, (oldLines, newLines) => {
        const pairs = alignLines(oldLines, newLines);
        expect(pairs.length).toBe(pairByPackage(oldLines, newLines).length);
        for (const [index, [oldLine, newLine]] of pairs.entries()) {
          const [oldBefore, newBefore] = pairs[index - 1] ?? [-1, -1];
          expect(oldLine > oldBefore && newLine > newBefore && oldLines[oldLine] === newLines[newLine]).toBe(true);
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it("pairs the same lines as the package where the lists share nothing at their ends", () => {
    fc.assert(
      fc.property(lists, lists, (oldLines, newLines) => {
        const [old, now] = [
          ["<", "old", ...oldLines, "old", ">"],
          ["<", "new", ...newLines, "new", ">"],
        ];
        const shared = (list: readonly string[], other: readonly string[]) =>
          list.filter((line) => other.includes(line));
        const [oldShared, newShared] = [shared(oldLines, newLines), shared(newLines, oldLines)];
        const expected = pairByPackage(oldShared, newShared).map(([line]) => oldShared[line]);
        const found = alignLines(old, now).slice(1, -1);
        expect(found.map(([line]) => old[line])).toEqual(expected);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it("pairs only the common ends of lists that are too different", () => {
    const lines = Array.from({ length: 2000 }, (_, line) => `line ${line}`);
    const pairs = alignLines(["<", ...lines, ">"], ["<", ...lines.toReversed(), ">"]);
    expect(pairs).toEqual([
      [0, 0],
      [2001, 2001],
    ]);
    expect(findGaps(["<", ...lines, ">"], ["<", ...lines.toReversed(), ">"])).toHaveLength(1);
  });
});
