// Lines that a fold leaves alone are told from those it may change, whatever the text is held in.

import { describe, expect, it } from "vitest";
import type { LineFilter } from "../../../src/edit/fold-lines.js";
import { filterBlankEnds, filterUnusual } from "../../../src/edit/line-filters.js";
import { AsciiText, type SourceText } from "../../../src/text/source-text.js";

const LINES = ["plain", "", "blank ", "é in front", "plain", "tab\t", "behind é", " ", "last"];
const TEXT = LINES.join("\n");
const RANGES = LINES.map((line, index) => {
  const start = LINES.slice(0, index).join("\n").length + (index === 0 ? 0 : 1);
  return { start, end: start + line.length };
});

function chosen(filter: LineFilter): readonly string[] {
  return LINES.filter((_, index) => filter(RANGES[index]?.start ?? 0, RANGES[index]?.end ?? 0));
}

describe("filterBlankEnds", () => {
  it("chooses lines that end in blanks", () => {
    expect(chosen(filterBlankEnds(TEXT))).toEqual(["blank ", "tab\t", " "]);
  });

  it("does not take a blank in front of a line for one of it", () => {
    expect(filterBlankEnds("a ")(2, 2)).toBe(false);
  });
});

describe("filterUnusual", () => {
  it("chooses lines that end in blanks or are not ASCII", () => {
    expect(chosen(filterUnusual(TEXT))).toEqual(["blank ", "é in front", "tab\t", "behind é", " "]);
  });

  it("chooses lines that end in blanks of a text that is ASCII alone", () => {
    const text = TEXT.replaceAll("é", "e");
    const sources: readonly SourceText[] = [text, new AsciiText(Buffer.from(text))];
    for (const source of sources) expect(chosen(filterUnusual(source))).toEqual(["blank ", "tab\t", " "]);
  });

  it("sees the first and the last character of a line", () => {
    const filter = filterUnusual("é\nab\n\u0080");
    expect([filter(0, 1), filter(2, 4), filter(5, 6)]).toEqual([true, false, true]);
  });
});
