// Which characters count as the same, and the way back from a folded line to the columns of the original.

import { describe, expect, it } from "vitest";
import {
  foldBlankRuns,
  foldIndentation,
  foldInvisible,
  foldLookAlikes,
  hasNonAscii,
  planFoldedBoundaries,
  trimTrailingBlanks,
} from "../../../src/edit/fold-characters.js";

function charactersFrom(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step));
}

const SPACES = ["\u00a0", ...charactersFrom(0x2000, 0x200a), "\u202f", "\u205f", "\u3000"];
const ALIKE: readonly (readonly [ascii: string, characters: readonly string[]])[] = [
  ["'", [...charactersFrom(0x2018, 0x201b), "\u2032"]],
  ['"', [...charactersFrom(0x201c, 0x201f), "\u2033"]],
  ["-", [...charactersFrom(0x2010, 0x2015), "\u2212"]],
];

describe("foldLookAlikes", () => {
  it.each(ALIKE)("takes every form of %s for it", (ascii, characters) => {
    expect(characters.map((character) => foldLookAlikes(`a${character}b`))).toEqual(characters.map(() => `a${ascii}b`));
  });

  it("takes spaces of any width for a space, also where nothing can be seen to differ", () => {
    expect(SPACES.map((space) => foldLookAlikes(`a${space}b`))).toEqual(SPACES.map(() => "a b"));
    expect(SPACES.map((space) => foldInvisible(`a${space}b`))).toEqual(SPACES.map(() => "a b"));
  });

  it("takes full-width forms for ASCII", () => {
    const ascii = charactersFrom(0x21, 0x7e);
    const wide = charactersFrom(0xff01, 0xff5e);
    expect(wide.map((character) => foldLookAlikes(`a${character}b`))).toEqual(
      ascii.map((character) => `a${character}b`),
    );
  });

  it.each(["\u2017", "\u2034", "\u2028", "\uff00", "\uff5f", "\u2190", "\u00ab", "ø", "б"])(
    "keeps %j, which looks like no ASCII",
    (character) => {
      expect(foldLookAlikes(`a${character}b`)).toBe(`a${character}b`);
    },
  );

  it("folds what a fold before it folds: composed forms, and blanks at the end, whatever their width", () => {
    expect(foldLookAlikes("cafe\u0301 “x”\u00a0\t ")).toBe('caf\u00e9 "x"');
    expect(foldLookAlikes("plain \t")).toBe("plain");
  });
});

describe("foldInvisible", () => {
  it("composes letters, Hangul and signs with a twin, and keeps what can be told apart", () => {
    expect(foldInvisible("e\u0301 \u1112\u1161\u11ab \u212a \u2126 \u212b")).toBe("é \ud55c K \u03a9 \u00c5");
    expect(foldInvisible("“x” – ＡＢ")).toBe("“x” – ＡＢ");
    expect(foldInvisible("plain \t")).toBe("plain");
    expect(foldInvisible("é\u00a0")).toBe("é");
  });
});

describe("foldIndentation and foldBlankRuns", () => {
  it("leave out the indentation; the second also the width of the other blanks", () => {
    expect(foldIndentation(" \t\u00a0a  =\t1 ")).toBe("a  =\t1");
    expect(foldBlankRuns(" \t\u00a0a  =\t1 \t 2 ")).toBe("a = 1 2");
    expect(foldIndentation(" \t ")).toBe("");
    expect(foldBlankRuns("a b")).toBe("a b");
  });
});

describe("trimTrailingBlanks", () => {
  it("cuts spaces and tabs, and nothing else", () => {
    expect(trimTrailingBlanks(" a \t ")).toBe(" a");
    expect(trimTrailingBlanks("a\u00a0")).toBe("a\u00a0");
    expect(trimTrailingBlanks("a\r")).toBe("a\r");
    expect(trimTrailingBlanks("\t ")).toBe("");
  });
});

describe("hasNonAscii", () => {
  it("begins behind the last of ASCII", () => {
    expect([hasNonAscii("\0 ~\u007f"), hasNonAscii("a\u0080")]).toEqual([false, true]);
  });
});

describe("planFoldedBoundaries", () => {
  it("is not needed where folding keeps every column", () => {
    expect(planFoldedBoundaries("plain")).toBeNull();
    expect(planFoldedBoundaries("“é” –")).toBeNull();
  });

  it("leads back across what was composed, and never into it", () => {
    const line = "ae\u0301bo\u0308\u0304c";
    expect(foldLookAlikes(line)).toBe("a\u00e9b\u022bc");
    const originalOf = planFoldedBoundaries(line);
    expect([0, 1, 2, 3, 4, 5].map((column) => originalOf?.(column))).toEqual([0, 1, 3, 4, 7, 8]);
  });

  it("answers -1 inside a character that composing only reorders", () => {
    const line = "xa\u0301\u0323y";
    const folded = foldLookAlikes(line);
    expect(folded).toBe("x\u1ea1\u0301y");
    const originalOf = planFoldedBoundaries(line);
    expect([1, 2, 3, 4].map((column) => originalOf?.(column))).toEqual([1, -1, 4, 5]);
  });
});
