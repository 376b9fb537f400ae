// Where a text that is not there most likely stood.

import { describe, expect, it } from "vitest";
import { EditDocument } from "../../../src/edit/edit-document.js";
import { findNearestRegions } from "../../../src/edit/nearest-regions.js";

function regionsOf(text: string, oldText: string): readonly (readonly [start: number, end: number])[] {
  return findNearestRegions(new EditDocument(text), oldText).map(({ start, end }) => [start, end]);
}

const LINES = Array.from({ length: 30 }, (_, index) => `const value${index} = compute(${index * 7});`);

function replaced(changes: Readonly<Record<number, string>>): string {
  return LINES.map((line, index) => changes[index] ?? line).join("\n");
}

describe("findNearestRegions", () => {
  it("finds the lines that are still there, though one differs", () => {
    const quoted = [LINES[10], "const other = 1;", LINES[12]].join("\n");
    expect(regionsOf(replaced({}), quoted)).toEqual([[10, 13]]);
    expect(regionsOf(replaced({}), `${quoted}\n`)).toEqual([[10, 13]]);
  });

  it("finds where the text stood when its first line is gone", () => {
    expect(regionsOf(replaced({ 10: "gone" }), LINES.slice(10, 13).join("\n"))).toEqual([[10, 13]]);
  });

  it("counts indentation as nothing", () => {
    expect(regionsOf(replaced({ 20: `\t\t${LINES[20]}` }), `  ${LINES[20]}\nmore`)).toEqual([[20, 22]]);
  });

  it("finds a line by its words when no line is left", () => {
    expect(regionsOf("alpha\nfunction computeTotal(items) {\nomega\n", "function computeTotal(rows) {")).toEqual([
      [1, 2],
    ]);
    expect(regionsOf("alpha\nGrüße an straße_7\nomega\n", "x = straße_7()")).toEqual([[1, 2]]);
  });

  it("asks the words, too, when the lines that are left say little", () => {
    const text = "alpha\n}\nfunction computeTotal(items) {\n  return sum(items);\n";
    expect(regionsOf(text, "function computeTotal(rows) {\n  return sum(rows);\n}")[0]).toEqual([2, 4]);
  });

  it("prefers the place where most of the text is", () => {
    const text = ["shared line here", "a", "b", "c", "shared line here", "second line of it", "c"].join("\n");
    expect(regionsOf(text, "shared line here\nsecond line of it\nthird")[0]).toEqual([4, 7]);
  });

  it("names up to three places, and none that has less than half of what the best has", () => {
    const text = Array.from({ length: 5 }, () => "the same long line\nx\n").join("");
    expect(regionsOf(text, "the same long line\ny")).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
    ]);
    const one = ["first long line", "second long line", "pad", "pad", "pad", "pad", "xyz"].join("\n");
    expect(regionsOf(one, "first long line\nsecond long line\nxyz")).toEqual([[0, 3]]);
  });

  it("names the likeliest first, wherever they stand", () => {
    const [one, two, three] = ["line one of text", "line two of text", "line six of text"];
    const blocks = [[one], [one, two], [one, two, three], [one, two, three]];
    const text = blocks.map((block) => [...block, "a", "b", "c"].join("\n")).join("\n");
    expect(regionsOf(text, [one, two, three, "line ten of text"].join("\n")).map(([start]) => start)).toEqual([
      9, 15, 4,
    ]);
  });

  it("gives the first line twice the weight of another", () => {
    const text = "a longer line at the end\nb\nc\nthe line in front\nd\ne";
    expect(regionsOf(text, "the line in front\nx\na longer line at the end").map(([start]) => start)).toEqual([3, 0]);
  });

  it("begins at the first line when lines are missing or added behind it", () => {
    expect(
      regionsOf("first\nextra\nsecond line of the text\nthird line\n", "first\nsecond line of the text\nthird line"),
    ).toEqual([[0, 3]]);
    expect(
      regionsOf(
        "pad\npad\nfirst\nthird line of the text\nfourth line\n",
        "first\nsecond\nthird line of the text\nfourth line",
      ),
    ).toEqual([[2, 5]]);
  });

  it("begins at the first line, whatever its indentation", () => {
    const quoted = "  first x\nsecond\nthird line of the text";
    expect(regionsOf("pad\n\tfirst x\nthird line of the text\n", quoted)).toEqual([[1, 3]]);
  });

  it("looks for the longest lines of a text that has many", () => {
    const missing = Array.from({ length: 9 }, (_, index) => `gone ${index}`);
    const quoted = [...missing, "the only line that is left of it"].join("\n");
    const text = `${"pad\n".repeat(20)}the only line that is left of it\n`;
    expect(regionsOf(text, quoted)[0]).toEqual([11, 21]);
  });

  it("names each place once, also where two readings of it begin in front of the file", () => {
    expect(regionsOf("  alpha", "alpha!\nalpha\nab")).toEqual([[0, 1]]);
  });

  it("lets the longer part of a text say more, wherever it stands in the text", () => {
    expect(regionsOf("delta()\n\nalpha beta\n", "alpha\nalpha beta")).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(regionsOf("x\nalpha beta\n", "beta\nalpha beta")).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("counts a word once, for the first line that it is in", () => {
    expect(regionsOf("aaa\naaa", "aaa aaa\naaa\n")).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("does not take a blank first line for one in front of the file", () => {
    expect(regionsOf("delta()\naaa\n", "\naaa aaa!")).toEqual([[1, 2]]);
    expect(regionsOf("\nalpha\naaa\n  alpha\n", "\nalpha beta!\nx\n")).toEqual([[0, 3]]);
    expect(regionsOf("alpha", "\n  alpha\n")).toEqual([[0, 1]]);
  });

  it("begins at a first line two lines above", () => {
    expect(regionsOf("beta\nx\nbeta gamma x", "beta\nab")).toEqual([[0, 2]]);
  });

  it("stays inside the file", () => {
    expect(regionsOf("second line\nend", "first\nsecond line\nthird")).toEqual([[0, 2]]);
    expect(regionsOf("pad\nlast line", "last line\nmore\nmore")).toEqual([[1, 2]]);
  });

  it("finds nothing in an empty file, nor by signs or parts of less than three characters", () => {
    expect(regionsOf("", "some text")).toEqual([]);
    expect(regionsOf("ab\n{\n", "ab = {")).toEqual([]);
    expect(regionsOf("abc\n{\n", "abc = {")).toEqual([[0, 1]]);
  });
});
