// A search that was asked often goes by an index: it finds the same, and costs less.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../src/edit/find-occurrences.js";
import { createTextIndex as indexInSteps, type TextIndex } from "../../../src/edit/text-index.js";
import { TextSearch } from "../../../src/edit/text-search.js";
import { AsciiText } from "../../../src/text/source-text.js";
import { runAtOnce } from "../../../src/text/steps.js";
import { propertyRuns } from "../../support/property-runs.js";

const LONG = Array.from({ length: 8000 }, (_, line) => `line ${line} of many\n`).join("");
const SCANS_BEFORE_INDEX = 40;
const INDEX_COST = 32;

/** Characters that stopping at a place of a text costs where all of it is found. */
function stopCost(sought: string): number {
  return 256 + 4 * sought.length;
}

function createAsked(text: string | AsciiText): TextSearch {
  const search = new TextSearch(text);
  for (let asked = 0; asked < SCANS_BEFORE_INDEX; asked += 1) search.find(`absent ${asked}`);
  search.takeSpent();
  return search;
}

describe("TextSearch", () => {
  it.each<[name: string, text: string | AsciiText]>([
    ["a string", LONG],
    ["bytes", new AsciiText(Buffer.from(LONG))],
  ])("finds the same in %s, however often it was asked", (_, text) => {
    const search = createAsked(text);
    for (const sought of [
      "line 77 of",
      "ine 77 of",
      "7 of many\nline 78",
      "line 7",
      "many",
      "line 9999",
      "",
      LONG.slice(9, 5000),
    ]) {
      for (const options of [
        {},
        { limit: 3 },
        { overlapping: true },
        { accept: (offset: number) => offset % 2 === 0 },
      ]) {
        expect(search.find(sought, options)).toEqual(findOccurrences(LONG, sought, options));
      }
      expect(search.has(sought)).toBe(LONG.includes(sought));
    }
  });

  it("counts the whole text for each search until there is an index, and then what is rare for little", () => {
    const search = new TextSearch(LONG);
    for (let asked = 0; asked < SCANS_BEFORE_INDEX; asked += 1) {
      search.find("line 4711 of");
      expect(search.takeSpent()).toBe(LONG.length + stopCost("line 4711 of"));
    }
    search.find("line 4711 of");
    expect(search.takeSpent() - LONG.length * INDEX_COST).toBeLessThan(LONG.length / 10);
    search.find("line 4711 of");
    expect(search.takeSpent()).toBeLessThan(LONG.length / 10);
    search.find("line 471");
    expect(search.takeSpent()).toBeLessThan(LONG.length);
    search.find(" of many");
    expect(search.takeSpent()).toBeGreaterThan(LONG.length * 16);
  });

  it("makes no index for searches that end early", () => {
    const search = new TextSearch(LONG);
    for (let asked = 0; asked < 100; asked += 1) search.find("line 4 of", { limit: 1 });
    search.takeSpent();
    search.find("line 4711 of");
    expect(search.takeSpent()).toBe(LONG.length + stopCost("line 4711 of"));
  });

  it("looks for a text that is not there only once", () => {
    const search = new TextSearch("one two one\n");
    for (const expected of [12, 0]) {
      expect(search.find("three")).toEqual([]);
      expect(search.has("three")).toBe(false);
      expect(search.takeSpent()).toBe(expected);
    }
    const nearly = `${"one two ".repeat(9)}three`;
    const long = new TextSearch("one two ".repeat(20));
    expect([long.find(nearly), long.find(nearly, { accept: () => true })]).toEqual([[], []]);
    long.takeSpent();
    expect(long.find(nearly)).toEqual([]);
    expect(long.takeSpent()).toBe(0);
    expect(search.find("one", { limit: 0 })).toEqual([]);
    expect(search.find("two", { accept: () => false })).toEqual([]);
    expect(search.find("one")).toEqual([0, 8]);
    expect(search.find("two")).toEqual([4]);
  });

  it("never makes an index of a short text", () => {
    const search = createAsked("x".repeat(65_535));
    search.find("0123456789");
    expect(search.takeSpent()).toBe(65_535);
    const longer = createAsked("x".repeat(65_536));
    longer.find("0123456789");
    expect(longer.takeSpent()).toBe(65_536 * INDEX_COST);
    longer.find("0123456789");
    expect(longer.takeSpent()).toBe(0);
  });

  it("counts a search that ends early by where it ended, and other texts together with its own", () => {
    const search = new TextSearch("abcabc");
    search.find("c", { limit: 1 });
    expect(search.takeSpent()).toBe(2 + stopCost("c"));
    search.forText("xyz").has("q");
    search.spend(10);
    expect(search.takeSpent()).toBe(13);
    expect(search.takeSpent()).toBe(0);
  });
});

describe("findFew", () => {
  it("finds what is rare, and remembers what is not", () => {
    const search = new TextSearch(LONG);
    expect(search.findFew("line 4711 of", 1)).toEqual([LONG.indexOf("line 4711 of")]);
    expect(search.findFew("absent", 0)).toEqual([]);
    expect(search.findFew("many", 1)).toBeNull();
    search.takeSpent();
    expect(search.findFew("many", 1)).toBeNull();
    expect(search.findFew("many", 0)).toBeNull();
    expect(search.takeSpent()).toBe(0);
    expect(search.findFew("many", 8000)).toHaveLength(8000);
    expect(search.findFew("many", 7999)).toBeNull();
  });
});

function createTextIndex(text: string): TextIndex {
  return runAtOnce(indexInSteps(text));
}

describe("createTextIndex", () => {
  it("lists every place of a text, ascending and inside, or says that it cannot", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "é"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(letters, fc.nat(400), fc.integer({ min: 1, max: 40 }), (alphabet, start, length) => {
        const text = Array.from({ length: 400 }, (_, index) => alphabet[(index * index) % alphabet.length]).join("");
        const padded = text + "-".repeat(8000);
        const sought = padded.slice(start, start + length);
        const places = createTextIndex(padded).placesOf(sought);
        if (places === null) return;
        expect([...places]).toEqual([...places].sort((left, right) => left - right));
        expect([...places]).toEqual(
          expect.arrayContaining([...findOccurrences(padded, sought, { overlapping: true })]),
        );
        for (const place of places) expect(place).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("has no answer for what is too short or too frequent", () => {
    const index = createTextIndex(`${"0123456789".repeat(1000)}unique text`);
    expect(index.placesOf("unique")).toBeNull();
    expect(index.placesOf("unique ")).toEqual(Int32Array.of(10_000));
    expect(index.placesOf("nique t")).toEqual(Int32Array.of(10_001));
    expect(index.placesOf("0123456789")).toBeNull();
    expect(index.placesOf("0123456789unique")).toEqual(Int32Array.of(9990));
    expect(index.placesOf("not there")).toHaveLength(0);
    expect(createTextIndex("unique text").placesOf("unique text")).toBeNull();
    expect(createTextIndex(`unique text${"-".repeat(1000)}`).placesOf("unique text")).toEqual(Int32Array.of(0));
  });

  it.each(["", "short"])("takes a text of nearly nothing, %j", (text) => {
    expect(createTextIndex(text).placesOf("something")).toHaveLength(0);
  });
});
