// The search agrees with a naive one; that repetitive texts do not blow it up is said by hostile-edits.test.ts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../src/edit/find-occurrences.js";
import { AsciiText } from "../../../src/text/source-text.js";
import { propertyRuns } from "../../support/property-runs.js";

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(100) });

interface Rules {
  readonly overlapping: boolean;
  readonly accept?: (offset: number) => boolean;
}

function findNaively(haystack: string, needle: string, { overlapping, accept }: Rules): readonly number[] {
  const found: number[] = [];
  for (let offset = 0; offset + needle.length <= haystack.length; offset += 1) {
    if (!haystack.startsWith(needle, offset) || accept?.(offset) === false) continue;
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
        expect(findOccurrences(haystack, needle, { overlapping })).toEqual(
          findNaively(haystack, needle, { overlapping }),
        );
      }),
    );
  });

  it("finds the same by the search that takes over for long needles, with a limit and places left out", () => {
    const rules = fc.record({ overlapping: fc.boolean(), limit: fc.nat(5), skipped: fc.integer({ min: 2, max: 4 }) });
    fc.assert(
      fc.property(letters(3), letters(3), rules, (period, end, { overlapping, limit, skipped }) => {
        const needle = period.repeat(120) + end;
        const haystack = `${period.repeat(600)}${end}x${needle.repeat(3)}`;
        const accept = (offset: number): boolean => offset % skipped !== 0;
        const naive = findNaively(haystack, needle, { overlapping, accept });
        expect(findOccurrences(haystack, needle, { overlapping, accept })).toEqual(naive);
        expect(findOccurrences(haystack, needle, { overlapping, accept, limit })).toEqual(naive.slice(0, limit));
      }),
    );
  });

  it("tells a long needle from copies that differ in one character, in decoded texts and in bytes", () => {
    const needle = Array.from({ length: 300 }, (_, index) => `${index},`).join("");
    fc.assert(
      fc.property(fc.nat(needle.length - 1), fc.nat(needle.length - 1), (first, second) => {
        const copies = [first, second].map((place) => `${needle.slice(0, place)}#${needle.slice(place + 1)}`);
        const haystack = `${copies[0]}${needle}${copies[1]}${needle}`;
        const expected = [needle.length, needle.length * 3];
        expect(findOccurrences(haystack, needle)).toEqual(expected);
        expect(findOccurrences(new AsciiText(Buffer.from(haystack)), needle)).toEqual(expected);
      }),
    );
  });

  it("finds the same where a text goes on behind the block that is looked at", () => {
    const period = "ab".repeat(60);
    const haystack = `${period.repeat(1200)}${period}c${period.repeat(3)}c`;
    const needle = `${period}c`;
    for (const text of [haystack, new AsciiText(Buffer.from(haystack)), `${haystack}–`]) {
      expect(findOccurrences(text, needle)).toEqual(findNaively(haystack, needle, { overlapping: false }));
    }
  });

  it("tells what it did besides going through the text, and never more than a few times what that takes", () => {
    const spentOn = (haystack: string, needle: string): number => {
      let spent = 0;
      findOccurrences(haystack, needle, {
        spend: (characters) => {
          spent += characters;
        },
      });
      return spent;
    };
    expect(spentOn("-".repeat(100), "absent")).toBe(0);
    expect(spentOn(`${"-".repeat(100)}found`, "found")).toBe(256 + 4 * 5);
    const long = "a".repeat(100_000);
    expect(spentOn(long, `${"a".repeat(1000)}b`)).toBeGreaterThan(long.length * 16);
    fc.assert(
      fc.property(letters(30), fc.nat(3), (needle, ends) => {
        const text = `${needle.repeat(ends)}b`;
        const most = 2 * 8 * (long.length + text.length) + 256 + 4 * text.length;
        expect(spentOn(long, text)).toBeLessThanOrEqual(most);
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
