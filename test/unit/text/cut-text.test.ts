import { describe, expect, it } from "vitest";
import { cutAround, cutUtf8, utf8Length } from "../../../src/text/cut-text.js";

it.each([
  ["", 0],
  ["a", 1],
  ["é", 2],
  ["€", 3],
  ["😀", 4],
  ["\ud83d", 3],
])("measures %j in UTF-8 as %d bytes", (text, expected) => {
  expect(utf8Length(text)).toBe(expected);
});

it.each([
  ["abc", 3, "abc"],
  ["abc", 2, "ab"],
  ["abc", 0, ""],
  ["abc", -1, ""],
  ["abc", Number.POSITIVE_INFINITY, "abc"],
  ["aé", 2, "a"],
  ["aé", 3, "aé"],
  ["a😀b", 4, "a"],
  ["a😀b", 5, "a😀"],
  ["a\ud83db", 4, "a\ud83d"],
])("cuts %j to %d bytes: %j", (text, maxBytes, expected) => {
  expect(cutUtf8(text, maxBytes)).toBe(expected);
});

describe("cutAround", () => {
  function cut(marked: string, maxBytes: number): string {
    const [before = "", match = "", after = ""] = marked.split("|");
    const range = { start: before.length, end: before.length + match.length };
    return cutAround(before + match + after, range, maxBytes);
  }

  it.each([
    ["everything that fits", "ab|needle|cd", 10, "abneedlecd"],
    ["both sides alike", "0123456789|needle|0123456789", 20, "…6789needle0123…"],
    ["more behind a match near the start", "0|needle|0123456789012345", 20, "0needle0123456789…"],
    ["more in front of a match near the end", "0123456789012345|needle|0", 20, "…6789012345needle0"],
    ["nothing but the match", "0123456789|needle|0123456789", 12, "…needle…"],
    ["the start of a match that is too long", "0123456789|needle|0123456789", 11, "…needl…"],
    ["the start of a match that is the whole text", "|needles|", 6, "nee…"],
    ["a match where there is no room for dots", "0123|needle|4567", 4, "need"],
    ["the end of the text for an empty match there", "0123456789|", 8, "…56789"],
    ["whole characters in front", "0123456789é|x|", 6, "…éx"],
    ["whole characters behind", "|x|😀0123456789", 8, "x😀…"],
    ["nothing at all", "abc|d|ef", 0, ""],
  ])("keeps %s", (...[, marked, maxBytes, expected]) => {
    expect(cut(marked, maxBytes)).toBe(expected);
  });

  it("widens a match that starts or ends inside a character", () => {
    expect(cutAround("0123456789😀😀0123456789", { start: 11, end: 13 }, 14)).toBe("…😀😀…");
  });
});
