// Words that are said to come only from themselves stand in every text that folds to them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldInvisible, foldLookAlikes } from "../../../src/edit/fold-characters.js";
import { hasFullWidthWords, listNeverComposed, listNeverFolded } from "../../../src/edit/stable-words.js";
import { propertyRuns } from "../../support/property-runs.js";

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(300) });

const MARKS = ["\u0301", "\u0308", "\u0323", "\u0338", "\u0345", "\u1161", "\u11a8"];
const SIGNS = [
  "\u212a",
  "\u2126",
  "\u212b",
  "\u037e",
  "\u1fef",
  "\u0340",
  "\uf900",
  "\u00a0",
  "\u3000",
  "é",
  "й",
  "각",
];
const LOOK_ALIKES = ["‘", "’", "“", "”", "′", "–", "—", "−"];
const ascii = fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCharCode(unit));

function lineOf(...others: readonly string[]): fc.Arbitrary<string> {
  return fc.string({ unit: fc.oneof(ascii, fc.constantFrom(...MARKS, ...SIGNS, ...others)), maxLength: 12 });
}

describe("words that nothing else folds to", () => {
  it("stand in the text where invisible differences were folded", () => {
    fc.assert(
      fc.property(lineOf(...LOOK_ALIKES, "（", "ｗ"), (line) => {
        for (const word of listNeverComposed(foldInvisible(line))) expect(line).toContain(word);
      }),
    );
  });

  it("stand in the text where look-alikes were folded, unless it has full-width words", () => {
    fc.assert(
      fc.property(lineOf(...LOOK_ALIKES, "（", "！", "～", "；", "｀"), (line) => {
        for (const word of listNeverFolded(foldLookAlikes(line))) expect(line).toContain(word);
      }),
    );
    const fullWidth = Array.from({ length: 0x5e }, (_, index) => String.fromCharCode(0xff01 + index));
    for (const character of fullWidth) {
      const isWord = /^\w$/.test(foldLookAlikes(character));
      expect([character, hasFullWidthWords(character)]).toEqual([character, isWord]);
    }
    expect(hasFullWidthWords("word “é”")).toBe(false);
  });

  it("are visible ASCII, but for what other characters are composed or folded to", () => {
    const all = Array.from({ length: 0x7f }, (_, unit) => String.fromCharCode(unit)).join("");
    const lettersOf = (words: readonly string[]): string => words.join("");
    expect(lettersOf(listNeverComposed(all))).toBe(all.slice(0x21).replaceAll(/[;K`]/g, ""));
    expect(lettersOf(listNeverFolded(all))).toBe(all.replaceAll(/\W|K/g, ""));
    expect(listNeverFolded("")).toEqual([]);
    expect(listNeverComposed("a b\nc")).toEqual(["a", "b", "c"]);
  });
});
