// Line numbers that were copied along are taken off when they count up, and are text otherwise.

import { describe, expect, it } from "vitest";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";
import { withoutNumbers } from "../../../src/edit/rungs/line-numbers.js";

function strip(oldText: string, newText: string): readonly [number, string, string] | null {
  const bare = withoutNumbers(prepareEdit({ oldText, newText }, 0));
  return bare === null ? null : [bare.firstLine, bare.edit.oldText, bare.edit.newText];
}

describe("withoutNumbers", () => {
  it.each([
    ["a tab", "9\ta\n10\tb"],
    ["an arrow", "9→a\n10→b"],
    ["a colon and a space", "9: a\n10: b"],
    ["a bar", "9 | a\n10 | b"],
    ["a bar without a space before it", "9| a\n10| b"],
    ["spaces that align them", "     9\ta\n    10\tb"],
  ])("takes off numbers with %s behind them", (_, oldText) => {
    expect(strip(oldText, "c")).toEqual([9, "a\nb", "c"]);
    expect(strip(oldText, oldText.replace("a", "c"))).toEqual([9, "a\nb", "c\nb"]);
  });

  it.each(["8", "8\t", "8→", "8:", "8 |", "8|", "  8   "])("takes a blank line's %j for a number", (blank) => {
    expect(strip(`7\ta\n${blank}\n9\tb`, "c")).toEqual([7, "a\n\nb", "c"]);
  });

  it("takes a blank line's number off that has several digits", () => {
    expect(strip("9\ta\n10\n11\tb", "c")).toEqual([9, "a\n\nb", "c"]);
  });

  it("keeps a final line ending and the indentation behind a number", () => {
    expect(strip("1\t\ta\n2\t  b\n", "1\tc\n")).toEqual([1, "\ta\n  b\n", "c\n"]);
    expect(strip("1: a", "c\n")).toEqual([1, "a", "c\n"]);
  });

  it.each<[name: string, oldText: string, newText: string]>([
    ["a line has none", "1\ta\nb", "c"],
    ["they do not follow each other", "1\ta\n3\tb", "c"],
    ["they count down", "2\ta\n1\tb", "c"],
    ["something stands before them", "x1\ta\nx2\tb", "c"],
    ["a space alone stands behind them", "1 a\n2 b", "c"],
    ["newText numbers only some lines", "1\ta\n2\tb", "1\ta\nb"],
    ["newText numbers its lines wrongly", "1\ta\n2\tb", "1\ta\n3\tb"],
    ["nothing else changes", "1\ta", "a"],
  ])("takes off none where %s", (_, oldText, newText) => {
    expect(strip(oldText, newText)).toBeNull();
  });

  it("takes a text of bare numbers for one of blank lines", () => {
    expect(strip("1\n2", "c")).toEqual([1, "\n", "c"]);
  });
});
