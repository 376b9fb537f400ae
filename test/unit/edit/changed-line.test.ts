// In a changed line, what the edit leaves alone keeps the file's own characters.

import { describe, expect, it } from "vitest";
import { indentationOf, keepLine, mergeChangedLine } from "../../../src/edit/changed-line.js";

describe("mergeChangedLine", () => {
  it.each<[name: string, file: string, oldLine: string, newLine: string, expected: string]>([
    ["curly quotes around a change", "say(“a”, b, “c”)", 'say("a", b, "c")', 'say("a", x, "c")', "say(“a”, x, “c”)"],
    ["what is deleted goes", "a – b – c", "a - b - c", "a - c", "a – c"],
    ["what is inserted is as written", "a – c", "a - c", "a \u2010- b - c", "a \u2010- b – c"],
    ["a line that is deleted but for one character", "“a”", '"a"', '"', "“"],
    [
      "a mark that changes within a composed letter",
      "xa\u0301\u0323y“",
      'x\u1ea1\u0301y"',
      'x\u1ea1\u0300y"',
      "x\u1ea1\u0300y“",
    ],
    ["a letter that changes under a mark", "“xa\u0301\u0323y", '"x\u1ea1\u0301y', '"x\u1eb9\u0301y', "“x\u1eb9\u0301y"],
    ["decomposed letters", "caf\u0065\u0301 one", "caf\u00e9 one", "caf\u00e9 two", "caf\u0065\u0301 two"],
    [
      "decomposed letters behind the change",
      "one caf\u0065\u0301",
      "one caf\u00e9",
      "two caf\u00e9",
      "two caf\u0065\u0301",
    ],
    ["indentation that the edit keeps", "\t“a” = 1", '    "a" = 1', '    "a" = 2', "\t“a” = 2"],
    ["indentation that the edit changes", "\t“a” = 1", '    "a" = 1', '  "a" = 2', "  “a” = 2"],
    ["wide indentation", "\u3000“a”", ' "a"', ' "a".', "\u3000“a”."],
    ["other text than was quoted", "other", "quoted", "new", "new"],
    ["a line of the same length with other text", "“a” one", '"a" two', '"a" six', '"a" six'],
    ["no look-alike at all", "plain = 1", "plain = 1", "plain = 2", "plain = 2"],
    ["blanks at its end, which only the edit's count", "“a” \t", '"a"  ', '"b"  ', "“b”  "],
    ["characters of two units", "“😀” a", '"😀" a', '"😁" a', "“😁” a"],
    ["characters that share their first unit", "“😀", '"😀', '"😁', "“😁"],
    ["characters that share their second unit", "😀”", '😀"', '\u{1f900}"', "\u{1f900}”"],
    ["characters that share their second unit and end the line", "“a😀", '"a😀', '"a\u{1fa00}', "“a\u{1fa00}"],
  ])("%s", (_, ...[file, oldLine, newLine, expected]) => {
    expect(mergeChangedLine({ file, oldLine, newLine })).toBe(expected);
  });
});

describe("indentationOf", () => {
  it("is every blank in front, of any width", () => {
    expect(indentationOf(" \t\u00a0\u2000\u200a\u202f\u205f\u3000a b")).toBe(" \t\u00a0\u2000\u200a\u202f\u205f\u3000");
    expect(indentationOf("a ")).toBe("");
    expect(indentationOf("\u200ba")).toBe("");
    expect(indentationOf(" \t")).toBe(" \t");
  });
});

describe("keepLine", () => {
  it.each<[name: string, file: string, oldLine: string, newLine: string, expected: string]>([
    ["the file's own when nothing changes", "“a” \t", '"a"', '"a"', "“a” \t"],
    ["other blanks, however they were quoted", "“a” \t", '"a" ', '"a"', "“a”"],
    ["other blanks when they were quoted to the last", "“a” \t", '"a" \t', '"a"', "“a”"],
    ["added blanks when there were none", "“a”", '"a"', '"a"  ', "“a”  "],
  ])("answers %s", (_, ...[file, oldLine, newLine, expected]) => {
    expect(keepLine({ file, oldLine, newLine })).toBe(expected);
  });
});
