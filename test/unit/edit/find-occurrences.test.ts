// The search agrees with a naive one; that repetitive texts do not blow it up is said by hostile-edits.test.ts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../src/edit/find-occurrences.js";
import { propertyRuns } from "../../support/property-runs.js";

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(100) });

function findNaively(haystack: string, needle: string, overlapping: boolean): readonly number[] {
  const found: number[] = [];
  for (let offset = 0; offset + needle.length <= haystack.length; offset += 1) {
    if (!haystack.startsWith(needle, offset)) continue;
    found.push(offset);
    if (!overlapping) offset += needle.length - 1;
  }
  return found;
}

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength });

describe("findOccurrences", () => {
  it("finds what a naive search finds", () => {
    fc.assert(
      fc.property(letters(60), letters(4), fc.boolean(), (haystack, needle, overlapping) => {
        expect(findOccurrences(haystack, needle, { overlapping })).toEqual(findNaively(haystack, needle, overlapping));
      }),
    );
  });

  it("finds the same by the search that takes over for long needles", () => {
    fc.assert(
      fc.property(letters(5), letters(3), fc.boolean(), (period, end, overlapping) => {
        const needle = period.repeat(60) + end;
        const haystack = `${period.repeat(400)}${end}x${needle.repeat(3)}`;
        expect(findOccurrences(haystack, needle, { overlapping })).toEqual(findNaively(haystack, needle, overlapping));
      }),
    );
  });

  it("stops at the limit and leaves out what is not accepted", () => {
    expect(findOccurrences("aaaa", "a", { limit: 2 })).toEqual([0, 1]);
    expect(findOccurrences("aaaa", "aa", { accept: (offset) => offset > 0 })).toEqual([1]);
  });

  it("finds an empty needle nowhere", () => {
    expect(findOccurrences("abc", "")).toEqual([]);
  });
});
