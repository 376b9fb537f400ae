// What a refusal says about the first difference: the line, the kind of difference, and both sides of it.

import { describe, expect, it } from "vitest";
import { describeDifference } from "../../../src/edit/describe-difference.js";

function describeTexts(file: string, old: string): string {
  return describeDifference({ firstLine: 10, fileLines: file.split("\n"), oldLines: old.split("\n") });
}

describe("describeDifference names", () => {
  it.each<[name: string, file: string, old: string, expected: string]>([
    [
      "tabs for spaces",
      "a\n\tb\nc",
      "a\n    b\nc",
      "line 11 begins with 1 tab in the file and with 4 spaces in oldText",
    ],
    [
      "no indentation",
      "a\n  b\nc",
      "a\nb\nc",
      "line 11 begins with 2 spaces in the file and with no blanks in oldText",
    ],
    [
      "mixed indentation",
      "a\n\t\t b\nc",
      "a\n b\nc",
      "line 11 begins with 2 tabs and 1 space in the file and with 1 space in oldText",
    ],
    [
      "blanks at the end",
      "a\nb  \nc",
      "a\nb\nc",
      "line 11 ends with 2 spaces in the file and with no blanks in oldText",
    ],
    ["a tab at the end", "a\nb\nc", "a\nb\t\nc", "line 11 ends with no blanks in the file and with 1 tab in oldText"],
    [
      "a curly quote",
      "a\n  say(“x”)\nc",
      'a\n  say("x")\nc',
      'line 11 has “ (U+201C) in the file where oldText has " (U+0022): `say(“x”)`',
    ],
    [
      "a composed letter",
      "a\ncaf\u00e9\nc",
      "a\ncafe\u0301\nc",
      "line 11 has \u00e9 (U+00E9) in the file where oldText has e (U+0065): `caf\u00e9`",
    ],
    ["runs of blanks", "a\nb  =  1\nc", "a\nb = 1\nc", "line 11 has other blanks between its words: `b  =  1`"],
    ["case", "a\nFooBar\nc", "a\nfoobar\nc", "line 11 differs in upper and lower case: `FooBar`"],
    [
      "other text",
      "a\n  x = 500;\nc",
      "a\n  x = 300;\nc",
      "line 11 reads `x = 500;` in the file and `x = 300;` in oldText, different from character 5 on",
    ],
    [
      "text that goes on",
      "a\nx = 1\nc",
      "a\nx = 10\nc",
      "line 11 reads `x = 1` in the file and `x = 10` in oldText, different from character 6 on",
    ],
    [
      "a line that oldText lacks",
      "a\n  extra\nb\nc",
      "a\nb\nc",
      "the file has a line that oldText lacks: line 11, `extra`",
    ],
    [
      "a blank line that oldText lacks",
      "a\n\nb\nc",
      "a\nb\nc",
      "the file has a line that oldText lacks: line 11, blank",
    ],
    [
      "a line that the file lacks",
      "a\n  b\nc",
      "a\n  extra\nb\nc",
      "oldText has a line that the file lacks before line 11: `extra`",
    ],
    ["the end of the file", "a\nb", "a\nb\nc\nd", "the file ends before line 3 of oldText, `c`"],
    ["the end of the file before a blank line", "a", "a\n\nc", "the file ends before line 2 of oldText, blank"],
    [
      "the first line",
      "xa\nb",
      "ya\nb",
      "line 10 reads `xa` in the file and `ya` in oldText, different from character 1 on",
    ],
    [
      "runs of blanks behind indentation",
      "a\n  b  =  1\nc",
      "a\nb = 1\nc",
      "line 11 has other blanks between its words: `b  =  1`",
    ],
    [
      "a blank that one side lacks",
      "a\nb =1\nc",
      "a\nb = 1\nc",
      "line 11 reads `b =1` in the file and `b = 1` in oldText, different from character 4 on",
    ],
    [
      "a line that oldText lacks, before an indented one",
      "a\nextra\n  b\nc",
      "a\nb\nc",
      "the file has a line that oldText lacks: line 11, `extra`",
    ],
    [
      "a line of blanks that oldText lacks",
      "a\n   \nb\nc",
      "a\nb\nc",
      "the file has a line that oldText lacks: line 11, blank",
    ],
    [
      "a line that the file lacks, before an indented one",
      "a\nb\nc",
      "a\nextra\n  b\nc",
      "oldText has a line that the file lacks before line 11: `extra`",
    ],
  ])("%s", (_, ...[file, old, expected]) => {
    expect(describeTexts(file, old)).toBe(expected);
  });

  it.each<[name: string, file: string, old: string]>([
    ["part of one line", "x = call(1);", "call(1)"],
    ["the end of the first line and the start of the last", "if (a) {\nb\n} else {", "{\nb\n}"],
  ])("nothing for %s, which occurs", (_, file, old) => {
    expect(describeTexts(file, old)).toBe("every line occurs, but not with the text before or behind it");
  });

  it.each<[name: string, file: string, old: string, line: number]>([
    ["the first line by its start", "{ if (a)\nb", "{\nb", 10],
    ["a line between by a part", "a\nbb\nc", "a\nb\nc", 11],
    ["the last line by its end", "a\nb }", "a\n}", 11],
  ])("%s, which is not how it was quoted", (_, ...[file, old, line]) => {
    expect(describeTexts(file, old)).toMatch(new RegExp(`^line ${line} `));
  });

  it("a long line by its beginning", () => {
    const words = describeTexts("a".repeat(500), "b".repeat(500));
    expect(words).toContain(`\`${"a".repeat(120)}\``);
    expect(words).not.toContain("a".repeat(121));
  });

  it("only the first character that differs in a line that is too long to be folded", () => {
    const describeQuotes = (length: number): string => {
      const head = "x".repeat(length - 3);
      return describeTexts(`${head}“y”`, `${head}"y"`);
    };
    expect(describeQuotes(4096)).toMatch(/^line 10 has “ \(U\+201C\) in the file where oldText has " \(U\+0022\)/);
    expect(describeQuotes(4097)).toMatch(/different from character 4095 on$/);
    expect(describeTexts("x".repeat(4096), "xx")).toBe("every line occurs, but not with the text before or behind it");
    expect(describeTexts("x".repeat(4097), "xx")).toMatch(/different from character 3 on$/);
    expect(describeTexts(`${"x".repeat(4097)}\n`, `${"x".repeat(4097)}  \n`)).toMatch(/^line 10 ends with no blanks/);
  });
});
