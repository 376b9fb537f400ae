// A page of a listing against the plain way to make it: sort everything, and cut the page out.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NodeEntry } from "../../src/workspace/directories/directory.js";
import { FirstEntries } from "../../src/workspace/listing/first-entries.js";
import { LazySort } from "../../src/workspace/listing/lazy-sort.js";
import { directoriesFirst } from "../../src/workspace/listing/listing.js";
import { propertyRuns } from "../support/property-runs.js";

const MANY = 30_000;

/** Comparisons between two pauses: those of one native sort of a few thousand items. */
const MAX_STEP_COMPARISONS = 100_000;

type Order = "ascending" | "descending" | "shuffled" | "few values";

const VALUES: Readonly<Record<Order, (index: number, count: number) => number>> = {
  ascending: (index) => index,
  descending: (index, count) => count - index,
  shuffled: (index, count) => (index * 7919) % count,
  "few values": (index) => (index * 7919) % 5,
};

function numbers(order: Order, count: number): number[] {
  return Array.from({ length: count }, (_, index) => VALUES[order](index, count));
}

function finish<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const byNumber = (a: number, b: number): number => a - b;

const entry: fc.Arbitrary<NodeEntry> = fc.record({
  name: fc.oneof(fc.string({ unit: "grapheme" }), fc.string()),
  type: fc.constantFrom("file", "dir", "symlink", "other"),
});

describe("a sort of as much as is asked for", () => {
  const cases = fc.record({
    order: fc.constantFrom<Order>("ascending", "descending", "shuffled", "few values"),
    count: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 4090, max: 4100 }), fc.constant(MANY)),
    cuts: fc.array(fc.integer({ min: 0, max: MANY }), { maxLength: 4 }),
  });

  test("puts each range in place, one after another", () => {
    fc.assert(
      fc.property(cases, ({ order, count, cuts }) => {
        const items = numbers(order, count);
        const sorted = items.toSorted(byNumber);
        const sort = new LazySort(items, byNumber);
        for (const to of cuts.toSorted(byNumber)) {
          const from = sort.passed;
          finish(sort.sort({ from, to }, null));
          expect(items.slice(from, sort.passed)).toEqual(sorted.slice(from, sort.passed));
          expect(sort.passed).toBeGreaterThanOrEqual(Math.min(to, count));
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test("puts a range in place without sorting what is in front of it", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: MANY }), ({ order, count }, from) => {
        const items = numbers(order, count);
        const expected = items.toSorted(byNumber).slice(from, from + 1000);
        finish(new LazySort(items, byNumber).sort({ from, to: from + 1000 }, null));
        expect(items.slice(from, from + 1000)).toEqual(expected);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test.each<Order>(["ascending", "descending", "shuffled", "few values"])("takes small steps: %s", (order) => {
    let comparisons = 0;
    let longest = 0;
    const compare = (a: number, b: number): number => {
      comparisons += 1;
      return a - b;
    };
    for (const _ of new LazySort(numbers(order, MANY), compare).sort({ from: 0, to: MANY }, null)) {
      longest = Math.max(longest, comparisons);
      comparisons = 0;
    }
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(MAX_STEP_COMPARISONS);
  });

  test("compares little for a page of many", () => {
    let comparisons = 0;
    const compare = (a: number, b: number): number => {
      comparisons += 1;
      return a - b;
    };
    finish(new LazySort(numbers("shuffled", 20 * MANY), compare).sort({ from: 9 * MANY, to: 9 * MANY + 1000 }, null));
    expect(comparisons).toBeLessThan(20 * MANY * 6);
  });
});

describe("the first of many entries", () => {
  test("are those of a sort of all of them, however small the memory", () => {
    const page = fc.record({
      entries: fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 200 }),
      offset: fc.nat(150),
      limit: fc.nat(60),
      lettingGo: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(page, ({ entries, offset, limit, lettingGo }) => {
        const first = new FirstEntries(offset + limit, directoriesFirst);
        for (const [index, added] of entries.entries()) {
          first.add(added);
          if (index % lettingGo === 0) finish(first.letGo(null));
        }
        const expected = entries.toSorted(directoriesFirst).slice(offset, offset + limit);
        expect(finish(first.finish(offset, null))).toEqual(expected);
        expect(first.total).toBe(entries.length);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test("are all that is held", () => {
    const first = new FirstEntries(10, directoriesFirst);
    let timesFull = 0;
    for (const index of numbers("shuffled", 20 * MANY)) {
      first.add({ name: String(index).padStart(8, "0"), type: "file" });
      if (!first.isFull) continue;
      timesFull += 1;
      finish(first.letGo(null));
    }
    expect(timesFull).toBeGreaterThan(0);
    expect(timesFull).toBeLessThan(20);
    expect(finish(first.finish(8, null)).map(({ name }) => name)).toEqual(["00000008", "00000009"]);
  });
});
