// An exact match is refused when another place looks the same, and only then.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edit/apply-edits.js";
import type { MatchRung } from "../../../src/edit/text-edit.js";

function applyTo(text: string, oldText: string): readonly MatchRung[] {
  const { replacements } = applyEdits(Buffer.from(text), [{ oldText, newText: "new text" }], { path: "file" });
  return replacements.map(({ matchedBy }) => matchedBy);
}

describe("twins", () => {
  it.each([
    ["a blank at the end of a line", "one two\nthree\n\none two \nthree\n", "one two\nthree\n"],
    ["another line ending", "one two\nthree\n\none two\r\nthree\n", "one two\nthree\n"],
    ["a no-break space", "one two();\none\u00a0two();\n", "one two();"],
    ["a sign that composes to K", "let K = 1;\nlet \u212a = 1;\n", "let K = 1;"],
    ["a letter with its mark apart", "caf\u00e9 one\ncafe\u0301 one\n", "caf\u00e9 one"],
    ["a blank beside other characters", "one\ntwo\n“three”\none \ntwo\n", "one\ntwo\n"],
  ])("%s", (_, text, oldText) => {
    expect(() => applyTo(text, oldText)).toThrow("differ only in characters that cannot be seen");
  });
});

describe("no twins", () => {
  it.each([
    ["a line that only begins alike", "one two\nthree\n\none two \nfour\n", "one two\nthree\n"],
    ["a last line without an ending", "one two\nthree\n\none two\t\nthree", "one two\nthree\n"],
    ["blank lines with another ending", "é\n\nb\r\n\r\nc\r\n", "\n\n"],
    ["part of a line", "one two \none  two\n", "one two"],
    ["trailing blanks elsewhere", "one two\nthree\n\nfour \n", "one two\nthree\n"],
    ["a look-alike that can be seen", "it's one\nit’s one\n", "it's one"],
    ["other words", "one two\nthree\u00a0two\n", "one two"],
  ])("%s", (_, text, oldText) => {
    expect(applyTo(text, oldText)).toEqual(["exact"]);
  });
});
